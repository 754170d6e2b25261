package io.firn.codec.parquet.columns;

import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;

/**
 * Which row groups of old files, or parts of them, become one of a new file.
 *
 * @param bytes about how many they take, compressed
 */
record RowGroupPlan(List<Piece> pieces, long rows, long bytes) {

  /**
   * Rows of an old row group, those from {@code from} on and before {@code to}.
   *
   * @param source which of the files
   * @param block which of its row groups
   * @param position of the row group's first row
   * @param rowsInGroup live or not
   */
  record Piece(int source, int block, long position, long rowsInGroup, long from, long to) {

    LiveRows live(OpenSource open) {
      return LiveRows.of(position, rowsInGroup, from, to, open.source().deleted());
    }

    long liveCount(OpenSource open) {
      long deleted =
          open.source()
              .deleted()
              .map(set -> set.cardinality(position + from, position + to))
              .orElse(0L);
      return to - from - deleted;
    }
  }

  RowGroupPlan {
    pieces = List.copyOf(pieces);
  }

  /** Pieces without live rows are left out. */
  static List<RowGroupPlan> of(List<OpenSource> sources, long rowGroupBytes) {
    Draft draft = new Draft(rowGroupBytes);
    for (int source = 0; source < sources.size(); source++) {
      OpenSource open = sources.get(source);
      for (int block = 0; block < open.blocks().size(); block++) {
        draft.add(source, block, open);
      }
    }
    draft.end();
    return draft.done;
  }

  private static final class Draft {
    private final long limit;
    private final List<RowGroupPlan> done = new ArrayList<>();
    private List<Piece> pieces = new ArrayList<>();
    private long rows;
    private long bytes;

    Draft(long limit) {
      this.limit = limit;
    }

    /** A row group that is larger than a new one should be is divided. */
    void add(int source, int block, OpenSource open) {
      BlockMetaData metadata = open.blocks().get(block);
      long inGroup = metadata.getRowCount();
      long size = metadata.getCompressedSize();
      long parts = Math.max(1, Math.min(inGroup, Math.round((double) size / limit)));
      for (long part = 0; part < parts; part++) {
        Piece piece =
            new Piece(
                source,
                block,
                metadata.getRowIndexOffset(),
                inGroup,
                inGroup * part / parts,
                inGroup * (part + 1) / parts);
        long live = piece.liveCount(open);
        if (live > 0) {
          add(piece, live, (long) ((double) size * live / inGroup));
        }
      }
    }

    /** What is large enough stays as it is, so that it goes as bytes, unless smaller ones wait. */
    private void add(Piece piece, long live, long size) {
      if (bytes > 0 && bytes + size > limit * 1.1) {
        end();
      }
      boolean stays = pieces.isEmpty() && live == piece.rowsInGroup() && size >= limit / 2;
      pieces.add(piece);
      rows += live;
      bytes += size;
      if (stays) {
        end();
      }
    }

    void end() {
      if (!pieces.isEmpty()) {
        done.add(new RowGroupPlan(pieces, rows, bytes));
      }
      pieces = new ArrayList<>();
      rows = 0;
      bytes = 0;
    }
  }
}
