package io.firn.conflict;

import io.firn.deletes.PositionSet;
import io.firn.expr.Predicates;
import io.firn.model.DataFile;
import io.firn.model.EntryStatus;
import io.firn.model.ManifestContent;
import io.firn.model.SnapshotOperation;
import io.firn.partition.PartitionKey;
import io.firn.rowmap.RowMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * No commit has brought a row that a statement would have had to see. Decided from the narrowest
 * evidence there is: rows that a row map shows to have been there before do not count, files whose
 * partition or bounds cannot match do not either, and of what is left the columns that tell are
 * read, within the budget for that ({@link ReadBudget}).
 */
public record NoLandedRows(ReadRows rows, Set<SnapshotOperation> operations)
    implements ConflictRule {

  public NoLandedRows {
    operations = Set.copyOf(operations);
  }

  /** The same question as the rule for whole files asks. */
  public static NoLandedRows narrowing(NoAddedRows rule, ReadRows rows) {
    return new NoLandedRows(rows, rule.operations());
  }

  @Override
  public Optional<Conflict> check(CheckContext context) {
    RowQuestion question = new RowQuestion(rows, context);
    Scope.FileTest test = question.files();
    List<LandedFile> added =
        context
            .landed()
            .files(
                ManifestContent.DATA,
                EntryStatus.ADDED,
                operations,
                test::mayHold,
                entry -> test.mayHold(entry.file()));
    List<LandedFile> unread = new ArrayList<>();
    List<String> why = new ArrayList<>();
    for (LandedFile file : added) {
      Optional<PositionSet> images = newRows(context.landed(), file);
      if (images.map(PositionSet::isEmpty).orElse(false)) {
        continue;
      }
      DataFile data = file.entry().file();
      RowAnswer answer =
          question.of(data.filePath(), new PartitionKey(data.specId(), data.partition()), images);
      if (answer.kind() == RowAnswer.Kind.A_ROW) {
        return Optional.of(conflict(List.of(file), answer.text()));
      }
      if (answer.kind() == RowAnswer.Kind.NOT_KNOWN) {
        unread.add(file);
        why.add(answer.text());
      }
    }
    return unread.isEmpty() ? Optional.empty() : Optional.of(conflict(unread, why.get(0)));
  }

  /** The rows of a landed file that were not in the table before; empty: all of them. */
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

  private Conflict conflict(List<LandedFile> files, String more) {
    return rows.explained(
        Conflict.with(
            "Found conflicting files that can contain records matching "
                + Predicates.describe(rows.filter())
                + more,
            files));
  }
}
