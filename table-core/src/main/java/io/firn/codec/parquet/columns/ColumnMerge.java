package io.firn.codec.parquet.columns;

import io.firn.codec.parquet.FloatingColumn;
import io.firn.codec.parquet.ParquetErrors;
import io.firn.codec.parquet.columns.LeafSource.Widening;
import io.firn.io.Storage;
import io.firn.types.StructType;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.schema.MessageType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the live rows of old files to new ones, in their order, column by column. At a time the
 * memory holds, for each thread, one column chunk of a new row group and one of an old one, and the
 * small files that the new row group is made of.
 *
 * <p>Damaged files end in a {@code CorruptFileException} with the file's name.
 */
public final class ColumnMerge implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ColumnMerge.class);

  /** What the footers of more would take does not fit into a task. */
  private static final long MAX_CHUNKS = 100_000;

  private final List<OpenSource> sources;
  private final List<List<LeafSource>> layouts;
  private final List<RowGroupPlan> rowGroups;
  private final List<Lane> lanes = new ArrayList<>();
  private final Lanes threads;
  private final Runnable interruption;
  private int next;

  private ColumnMerge(
      List<OpenSource> sources,
      List<List<LeafSource>> layouts,
      List<RowGroupPlan> rowGroups,
      long largestPage,
      Lanes threads,
      Runnable interruption) {
    this.sources = sources;
    this.layouts = layouts;
    this.rowGroups = rowGroups;
    this.threads = threads;
    this.interruption = interruption;
    lanes.add(new Lane(sources, largestPage));
    while (lanes.size() < threads.count()) {
      lanes.add(new Lane(sources.stream().map(OpenSource::another).toList(), largestPage));
    }
  }

  /** What one thread reads with: neither readers nor decompressors are to be shared. */
  private static final class Lane implements AutoCloseable {
    final List<OpenSource> sources;
    final ParquetReadOptions options;
    private final KeptCodecs codecs;

    Lane(List<OpenSource> sources, long largestPage) {
      this.sources = sources;
      this.codecs = new KeptCodecs(largestPage);
      this.options = OpenSource.options(codecs);
    }

    @Override
    public void close() {
      sources.forEach(OpenSource::close);
      codecs.close();
    }
  }

  /** Told of rows that follow each other in an old file and now in the new one. */
  public interface Runs {
    void run(MergeSource source, long position, long count);
  }

  /**
   * Looks at the old files; empty if one of them is not nested or typed as the new one, or if they
   * are too many at once.
   *
   * @param message the schema of the new files
   * @param struct the table's columns of the same names and ids
   * @param rowGroupBytes at about how many bytes a new row group ends
   * @param threads how many columns are worked on at a time
   * @param interruption throws if the work is to be given up; called by several threads
   */
  public static Optional<ColumnMerge> plan(
      Storage storage,
      List<MergeSource> sources,
      MessageType message,
      StructType struct,
      long rowGroupBytes,
      int threads,
      Runnable interruption) {
    List<OpenSource> opened = new ArrayList<>();
    List<List<LeafSource>> layouts = new ArrayList<>();
    Map<SourceLayout.Old, SourceLayout> known = new HashMap<>();
    long chunks = 0;
    long held = 0;
    long largestPage = 0;
    for (MergeSource source : sources) {
      interruption.run();
      OpenSource open = OpenSource.open(source, storage);
      SourceLayout layout =
          known.computeIfAbsent(
              SourceLayout.Old.of(open), old -> SourceLayout.of(old, message, struct));
      Optional<String> refusal = layout.refusal();
      chunks += (long) open.blocks().size() * open.schema().getColumns().size();
      if (refusal.isEmpty() && chunks > MAX_CHUNKS) {
        refusal = Optional.of("the files have more than " + MAX_CHUNKS + " column chunks");
      }
      if (refusal.isPresent()) {
        LOG.debug("Not merging columns of {}: {}", source.location(), refusal.get());
        return Optional.empty();
      }
      held += open.heldBytes();
      if (held > rowGroupBytes) {
        held -= open.heldBytes();
        open.rest();
      }
      largestPage = Math.max(largestPage, largestPage(open));
      opened.add(open);
      layouts.add(layout.leaves());
    }
    return Optional.of(
        new ColumnMerge(
            opened,
            layouts,
            RowGroupPlan.of(opened, rowGroupBytes),
            largestPage,
            Lanes.of(threads),
            interruption));
  }

  private static long largestPage(OpenSource source) {
    long largest = 0;
    for (BlockMetaData block : source.blocks()) {
      for (ColumnChunkMetaData chunk : block.getColumns()) {
        largest = Math.max(largest, chunk.getTotalUncompressedSize());
      }
    }
    return largest;
  }

  /** Whether there is a row group to write. */
  public boolean hasNext() {
    return next < rowGroups.size();
  }

  /** About how many bytes the next row group takes. */
  public long nextBytes() {
    return rowGroups.get(next).bytes();
  }

  /** Writes a row group. */
  public void writeNext(MergedFile file, Runs runs) throws IOException {
    RowGroupPlan plan = rowGroups.get(next);
    List<LiveRows> live = new ArrayList<>();
    for (RowGroupPlan.Piece piece : plan.pieces()) {
      live.add(piece.live(sources.get(piece.source())));
    }
    file.writeRowGroup(
        plan.rows(),
        threads,
        lanes.stream().map(lane -> new RowGroupColumns(lane, plan, live)).toList());
    for (int i = 0; i < live.size(); i++) {
      LiveRows rows = live.get(i);
      OpenSource source = sources.get(plan.pieces().get(i).source());
      rows.forEachRun((from, to) -> runs.run(source.source(), rows.position() + from, to - from));
      for (Lane lane : lanes) {
        lane.sources.get(plan.pieces().get(i).source()).rest();
      }
    }
    next++;
  }

  /** The columns of a new row group, each out of all its pieces. */
  private final class RowGroupColumns implements MergedFile.Columns {
    private final Lane lane;
    private final ParquetReadOptions options;
    private final RowGroupPlan plan;
    private final List<LiveRows> live;

    RowGroupColumns(Lane lane, RowGroupPlan plan, List<LiveRows> live) {
      this.lane = lane;
      this.options = lane.options;
      this.plan = plan;
      this.live = live;
    }

    private OpenSource source(int piece) {
      return lane.sources.get(plan.pieces().get(piece).source());
    }

    private LeafSource leaf(int piece, int index) {
      return layouts.get(plan.pieces().get(piece).source()).get(index);
    }

    private int block(int piece) {
      return plan.pieces().get(piece).block();
    }

    @Override
    public Optional<StoredChunk> stored(
        int index, Leaf wanted, CompressionCodecName codec, FloatingColumn floating) {
      boolean isWhole = live.size() == 1 && live.get(0).isAll();
      if (!isWhole || !(leaf(0, index) instanceof LeafSource.Stored from) || !from.isAs(wanted)) {
        return Optional.empty();
      }
      interruption.run();
      Optional<StoredChunk> stored =
          source(0).stored(block(0), from.leaf(), wanted, codec, options);
      if (stored.isPresent() && wanted.isFloating()) {
        note(stored.get(), from.leaf(), floating);
      }
      return stored;
    }

    /** Manifests tell NaNs of the others, and bounds without them, which footers do not. */
    private void note(StoredChunk stored, Leaf leaf, FloatingColumn floating) {
      if (source(0).hasNoNan(leaf) && stored.hasExactBounds()) {
        stored.noteBounds(floating);
        return;
      }
      try {
        StoredChunk.noteValues(leaf, source(0).column(block(0), leaf, options), floating);
      } catch (RuntimeException e) {
        throw ParquetErrors.reading(source(0).location(), e);
      }
    }

    @Override
    public boolean writePages(int index, ValuePages pages) {
      for (int i = 0; i < live.size(); i++) {
        if (content(i, index) == OpenSource.Content.OTHER) {
          return false;
        }
      }
      for (int i = 0; i < live.size() && pages.isWorthIt(); i++) {
        interruption.run();
        try {
          if (content(i, index) == OpenSource.Content.NULLS) {
            ChunkCopy.nulls(pages, live.get(i));
          } else {
            LeafSource.Stored stored = (LeafSource.Stored) leaf(i, index);
            ChunkCopy.copy(
                stored, source(i).values(block(i), stored.leaf(), options), pages, live.get(i));
          }
        } catch (IOException | RuntimeException e) {
          throw ParquetErrors.reading(source(i).location(), e);
        }
      }
      return pages.isWorthIt();
    }

    private OpenSource.Content content(int piece, int index) {
      LeafSource leaf = leaf(piece, index);
      if (leaf instanceof LeafSource.Nulls) {
        return OpenSource.Content.NULLS;
      }
      return leaf instanceof LeafSource.Stored stored && stored.widening() == Widening.NONE
          ? source(piece).content(block(piece), stored.leaf())
          : OpenSource.Content.OTHER;
    }

    @Override
    public void write(int index, LeafCopy copy) {
      for (int i = 0; i < live.size(); i++) {
        interruption.run();
        try {
          write(copy, leaf(i, index), source(i), block(i), live.get(i));
        } catch (RuntimeException e) {
          throw ParquetErrors.reading(source(i).location(), e);
        }
      }
    }

    private void write(
        LeafCopy copy, LeafSource leaf, OpenSource source, int block, LiveRows rows) {
      if (leaf instanceof LeafSource.Stored stored) {
        copy.stored(stored, source.column(block, stored.leaf(), options), rows);
      } else if (leaf instanceof LeafSource.Inherited inherited) {
        Optional<ColumnReader> stored =
            inherited.stored().map(s -> source.column(block, s.leaf(), options));
        copy.inherited(inherited, source.source(), stored, rows);
      } else if (leaf instanceof LeafSource.Constant constant) {
        copy.constant(constant, rows);
      } else {
        copy.nulls(rows);
      }
    }
  }

  @Override
  public void close() {
    threads.close();
    lanes.forEach(Lane::close);
  }
}
