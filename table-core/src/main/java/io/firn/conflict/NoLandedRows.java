package io.firn.conflict;

import io.firn.codec.json.NameMappingJson;
import io.firn.codec.parquet.FileRow;
import io.firn.codec.parquet.ParquetRows;
import io.firn.codec.parquet.RowRequest;
import io.firn.deletes.PositionSet;
import io.firn.error.FirnException;
import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.Predicates;
import io.firn.expr.RowEvaluator;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.FileFormat;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import io.firn.partition.IdentityTransform;
import io.firn.partition.PartitionField;
import io.firn.partition.PartitionSpec;
import io.firn.rowmap.RowMap;
import io.firn.types.Field;
import io.firn.types.Schema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * No commit has brought a row that matches the filter. Decided from the narrowest evidence there
 * is: rows that a row map shows to have been there before do not count, files whose partition or
 * bounds cannot match do not either, and of what is left the filter's columns are read, unless they
 * are more than {@code commit.conflict-read.max-bytes}.
 */
public record NoLandedRows(
    Predicate filter, CaseSensitivity caseSensitivity, Set<SnapshotOperation> operations)
    implements ConflictRule {
  private static final Logger LOG = LoggerFactory.getLogger(NoLandedRows.class);

  public NoLandedRows {
    operations = Set.copyOf(operations);
  }

  /** The same question as the rule for whole files asks. */
  public static NoLandedRows narrowing(NoAddedRows rule, Scope.Matching scope) {
    return new NoLandedRows(scope.filter(), scope.caseSensitivity(), rule.operations());
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    Scope.FileTest test = new Scope.Matching(filter, caseSensitivity).in(context.metadata());
    List<LandedFile> added =
        context
            .landed()
            .files(
                ManifestContent.DATA,
                EntryStatus.ADDED,
                operations,
                test::mayHold,
                entry -> test.mayHold(entry.file()));
    List<Candidate> candidates = new ArrayList<>();
    for (LandedFile file : added) {
      Optional<PositionSet> rows = newRows(context.landed(), file);
      if (rows.isEmpty() || !rows.get().isEmpty()) {
        candidates.add(new Candidate(file, rows));
      }
    }
    if (candidates.isEmpty()) {
      return Optional.empty();
    }
    if (filter.equals(Predicate.ALWAYS_TRUE) || !mayBeRead(candidates, context.metadata())) {
      return Optional.of(conflict(candidates.stream().map(Candidate::file).toList(), ""));
    }
    for (Candidate candidate : candidates) {
      Optional<Conflict> conflict = read(candidate, context);
      if (conflict.isPresent()) {
        return conflict;
      }
    }
    return Optional.empty();
  }

  /** A landed file and its rows that were not in the table before; empty: all of them. */
  private record Candidate(LandedFile file, Optional<PositionSet> rows) {}

  private static Optional<PositionSet> newRows(LandedCommits landed, LandedFile file) {
    String path = file.entry().file().filePath();
    Optional<RowMap> map = landed.rowMap(file.snapshot());
    boolean mapped =
        map.isPresent() && map.get().targets().stream().anyMatch(t -> t.path().equals(path));
    if (!mapped) {
      return Optional.empty();
    }
    PositionSet images = map.get().newImages().get(path);
    return Optional.of(images == null ? new PositionSet() : images);
  }

  private static boolean mayBeRead(List<Candidate> candidates, TableMetadata table) {
    long limit =
        TableProperties.longValue(
            table.properties(),
            TableProperties.COMMIT_CONFLICT_READ_MAX_BYTES,
            TableProperties.COMMIT_CONFLICT_READ_MAX_BYTES_DEFAULT);
    long bytes = 0;
    for (Candidate candidate : candidates) {
      DataFile file = candidate.file().entry().file();
      bytes += file.fileSizeInBytes();
      if (bytes > limit || file.fileFormat() != FileFormat.PARQUET) {
        return false;
      }
    }
    return true;
  }

  private Optional<Conflict> read(Candidate candidate, CheckContext context) {
    DataFile file = candidate.file().entry().file();
    Schema columns = columns(context.metadata().schema());
    try (ParquetRows rows =
        ParquetRows.open(
            context.landed().storage().newInputFile(file.filePath(), file.fileSizeInBytes()),
            new RowRequest(
                columns,
                Optional.ofNullable(
                        context.metadata().properties().get(TableProperties.NAME_MAPPING))
                    .map(NameMappingJson::parse),
                identityValues(file, context.metadata())))) {
      RowEvaluator evaluator = RowEvaluator.of(filter, columns, caseSensitivity);
      for (FileRow row : rows) {
        boolean isNew = candidate.rows().map(set -> set.contains(row.position())).orElse(true);
        if (isNew && evaluator.matches(row.values())) {
          return Optional.of(
              conflict(List.of(candidate.file()), ", for example row " + row.position()));
        }
      }
      return Optional.empty();
    } catch (FirnException e) {
      LOG.info("Cannot read {} to look for a conflict: {}", file.filePath(), e.getMessage());
      return Optional.of(conflict(List.of(candidate.file()), ""));
    }
  }

  /** The top-level columns with a column of the filter. */
  private Schema columns(Schema schema) {
    Set<Integer> ids = new HashSet<>();
    for (String name : Predicates.columns(filter)) {
      Optional<Field> column =
          caseSensitivity == CaseSensitivity.SENSITIVE
              ? schema.field(name)
              : schema.fieldIgnoringCase(name);
      column.ifPresent(field -> ids.add(topLevel(schema, field.id())));
    }
    return new Schema(
        schema.schemaId(),
        schema.fields().stream().filter(field -> ids.contains(field.id())).toList());
  }

  private static int topLevel(Schema schema, int id) {
    int top = id;
    Optional<Integer> parent = schema.parentId(top);
    while (parent.isPresent()) {
      top = parent.get();
      parent = schema.parentId(top);
    }
    return top;
  }

  /** Values of columns that a file without them has from its partition. */
  private static Map<Integer, Optional<Object>> identityValues(DataFile file, TableMetadata table) {
    Map<Integer, Optional<Object>> values = new HashMap<>();
    PartitionSpec spec = table.spec(file.specId()).orElseThrow();
    for (int i = 0; i < spec.fields().size(); i++) {
      PartitionField field = spec.fields().get(i);
      if (field.transform() == IdentityTransform.IDENTITY) {
        values.put(field.sourceId(), Optional.ofNullable(file.partition().at(i)));
      }
    }
    return values;
  }

  private Conflict conflict(List<LandedFile> files, String example) {
    return Conflict.with(
        "Found conflicting files that can contain records matching "
            + Predicates.describe(filter)
            + example,
        files);
  }
}
