package io.firn.codec.parquet;

import io.firn.io.InputFile;
import io.firn.types.ReservedFields;
import io.firn.types.StructValue;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.PrimitiveIterator;
import java.util.stream.LongStream;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.filter2.compat.FilterCompat;
import org.apache.parquet.filter2.predicate.FilterPredicate;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.RecordReader;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordMaterializer;
import org.apache.parquet.schema.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one Parquet file in a schema of the table's, columns found by field id (spec: Column
 * Projection, Schema Evolution). For delete files and checks, not for scans: it builds objects row
 * by row. Iterates once.
 *
 * <p>A truncated or damaged file ends in a {@code CorruptFileException}, a missing one in a {@code
 * MissingFileException}; a file that cannot be read as the schema is corrupt too.
 */
public final class ParquetRows implements AutoCloseable, Iterable<FileRow> {
  private final ParquetRowGroups rowGroups;
  private final RowPlan plan;
  private final int positionIndex;
  private boolean iterated;

  private ParquetRows(ParquetRowGroups rowGroups, RowPlan plan, int positionIndex) {
    this.rowGroups = rowGroups;
    this.plan = plan;
    this.positionIndex = positionIndex;
  }

  /** Reads the footer; rows are read while they are asked for. */
  public static ParquetRows open(InputFile file, RowRequest request) {
    PlanRequest plan = new PlanRequest(file.location(), request);
    ParquetRowGroups rowGroups = ParquetRowGroups.open(file, plan);
    return new ParquetRows(rowGroups, plan.made(), positionIndex(request));
  }

  /** Size of the wanted columns in the file, in bytes. */
  public long compressedBytes() {
    return rowGroups.compressedBytes();
  }

  private static int positionIndex(RowRequest request) {
    for (int i = 0; i < request.schema().fields().size(); i++) {
      if (request.schema().fields().get(i).id() == ReservedFields.POS_ID) {
        return i;
      }
    }
    return -1;
  }

  private static final class PlanRequest implements ParquetRowGroups.Request {
    private final String location;
    private final RowRequest request;
    private @Nullable RowPlan plan;

    PlanRequest(String location, RowRequest request) {
      this.location = location;
      this.request = request;
    }

    @Override
    public MessageType columns(MessageType fileSchema) {
      plan =
          RowPlan.of(location, ParquetFieldIds.resolve(fileSchema, request.nameMapping()), request);
      return plan.columns();
    }

    @Override
    public Optional<FilterPredicate> filter(MessageType fileSchema) {
      return Optional.empty();
    }

    RowPlan made() {
      if (plan == null) {
        throw new IllegalStateException("The file is not open");
      }
      return plan;
    }
  }

  @Override
  public Iterator<FileRow> iterator() {
    if (iterated) {
      throw new IllegalStateException("The file was read already: " + rowGroups.location());
    }
    iterated = true;
    return new Rows();
  }

  @Override
  public void close() {
    rowGroups.close();
  }

  private final class Rows implements Iterator<FileRow> {
    private final Materializer materializer = new Materializer(plan);
    private @Nullable RecordReader<StructValue> reader;
    private PrimitiveIterator.OfLong positions = LongStream.empty().iterator();

    @Override
    public boolean hasNext() {
      while (!positions.hasNext()) {
        Optional<PageReadStore> next = rowGroups.next();
        if (next.isEmpty()) {
          return false;
        }
        open(next.get());
      }
      return true;
    }

    private void open(PageReadStore pages) {
      positions = RowPositions.of(pages);
      try {
        reader =
            new ColumnIOFactory()
                .getColumnIO(plan.columns(), rowGroups.fileSchema())
                .getRecordReader(pages, materializer, FilterCompat.NOOP);
      } catch (RuntimeException e) {
        throw ParquetErrors.reading(rowGroups.location(), e);
      }
    }

    @Override
    public FileRow next() {
      if (!hasNext() || reader == null) {
        throw new NoSuchElementException();
      }
      long position = positions.nextLong();
      StructValue row;
      try {
        row = reader.read();
      } catch (RuntimeException e) {
        throw ParquetErrors.reading(rowGroups.location(), e);
      }
      return new FileRow(position, positionIndex < 0 ? row : withPosition(row, position));
    }

    private StructValue withPosition(StructValue row, long position) {
      @Nullable Object[] values = row.toArray();
      values[positionIndex] = position;
      return StructValue.of(values);
    }
  }

  private static final class Materializer extends RecordMaterializer<StructValue> {
    private final Converters.Struct root;
    private StructValue current = StructValue.empty();

    Materializer(RowPlan plan) {
      this.root = plan.rows(value -> current = (StructValue) value);
    }

    @Override
    public StructValue getCurrentRecord() {
      return current;
    }

    @Override
    public GroupConverter getRootConverter() {
      return root;
    }
  }
}
