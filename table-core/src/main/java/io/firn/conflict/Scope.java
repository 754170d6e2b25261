package io.firn.conflict;

import io.firn.expr.CaseSensitivity;
import io.firn.expr.Predicate;
import io.firn.expr.Predicates;
import io.firn.model.DataFile;
import io.firn.model.ManifestFile;
import io.firn.model.TableMetadata;
import io.firn.partition.PartitionKey;
import io.firn.scan.FileMatcher;
import io.firn.scan.PartitionPresence;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The part of a table that an operation is about. */
public sealed interface Scope {

  /** A test of files against the table as it is now. */
  FileTest in(TableMetadata metadata);

  /** For messages. */
  String describe();

  /** Whether files lie in a scope. Not thread-safe. */
  interface FileTest {

    /** False only if no file of the manifest lies in the scope. */
    boolean mayHold(ManifestFile manifest);

    /** False only if the file, or a delete file's target, lies outside. */
    boolean mayHold(DataFile file);
  }

  /** All rows that match a filter. */
  record Matching(Predicate filter, CaseSensitivity caseSensitivity) implements Scope {

    @Override
    public String describe() {
      return Predicates.describe(filter);
    }

    @Override
    public FileTest in(TableMetadata metadata) {
      Map<Integer, FileMatcher> matchers = new HashMap<>();
      return new FileTest() {
        @Override
        public boolean mayHold(ManifestFile manifest) {
          return matcher(manifest.partitionSpecId()).mayMatch(manifest);
        }

        @Override
        public boolean mayHold(DataFile file) {
          return matcher(file.specId()).mayMatch(file);
        }

        private FileMatcher matcher(int specId) {
          return matchers.computeIfAbsent(
              specId,
              id ->
                  new FileMatcher(
                      filter, metadata.schema(), metadata.spec(id).orElseThrow(), caseSensitivity));
        }
      };
    }
  }

  /** All rows of some partitions; those of the whole table if one of them is of no partition. */
  record Partitions(Set<PartitionKey> partitions) implements Scope {
    public Partitions {
      partitions = Set.copyOf(partitions);
    }

    @Override
    public String describe() {
      return "partitions " + partitions.stream().map(PartitionKey::partition).toList();
    }

    @Override
    public FileTest in(TableMetadata metadata) {
      boolean isWholeTable =
          partitions.stream()
              .anyMatch(
                  p -> metadata.spec(p.specId()).filter(s -> s.isUnpartitioned()).isPresent());
      if (isWholeTable) {
        return new Matching(Predicate.ALWAYS_TRUE, CaseSensitivity.SENSITIVE).in(metadata);
      }
      Map<Integer, PartitionPresence> presences = new HashMap<>();
      return new FileTest() {
        @Override
        public boolean mayHold(ManifestFile manifest) {
          return presences
              .computeIfAbsent(
                  manifest.partitionSpecId(),
                  id ->
                      new PartitionPresence(
                          metadata.spec(id).orElseThrow(), metadata.schema(), partitions))
              .mayHold(manifest);
        }

        @Override
        public boolean mayHold(DataFile file) {
          return partitions.contains(new PartitionKey(file.specId(), file.partition()));
        }
      };
    }
  }
}
