package io.firn.delta;

import io.firn.codec.delta.DeltaCommit;
import io.firn.codec.delta.DeltaFile;
import io.firn.codec.delta.DeltaLog;
import io.firn.codec.delta.DeltaMetadata;
import io.firn.codec.delta.DeltaSchema;
import io.firn.codec.delta.DeltaVector;
import io.firn.model.NameMapping;
import io.firn.scan.Workers;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which versions of a Delta table can be had: those whose files all exist. Files of old versions
 * are gone after a VACUUM. Files of the latest version are not looked for here.
 */
final class DeltaHistory {
  private final long latest;
  private final SchemaHistory schemas;
  private final Map<String, String> configuration;
  private final BitSet broken;
  private final boolean hasVectors;

  private DeltaHistory(
      long latest,
      SchemaHistory schemas,
      Map<String, String> configuration,
      BitSet broken,
      boolean hasVectors) {
    this.latest = latest;
    this.schemas = schemas;
    this.configuration = configuration;
    this.broken = broken;
    this.hasVectors = hasVectors;
  }

  /** Reads the log once, and asks the storage for the files that the latest version lacks. */
  static DeltaHistory read(DeltaLog log, Workers workers) {
    Lifetimes lifetimes = new Lifetimes();
    log.replay(lifetimes::add);
    SchemaHistory schemas = new SchemaHistory(log.root(), lifetimes.definitions);
    long first = schemas.firstVersion();
    List<Lifetime> ended =
        lifetimes.ended.stream().filter(lifetime -> lifetime.last() >= first).toList();
    BitSet broken = new BitSet();
    Set<String> missing = missing(log, ended, lifetimes, workers);
    for (Lifetime lifetime : ended) {
      if (missing.contains(lifetime.location())) {
        long from = Math.max(first, lifetime.first());
        broken.set(Math.toIntExact(from - first), Math.toIntExact(lifetime.last() + 1 - first));
      }
    }
    boolean vectors = lifetimes.lastVersionWithVectors >= first;
    return new DeltaHistory(
        log.latestVersion(), schemas, lifetimes.configuration(), broken, vectors);
  }

  private static Set<String> missing(
      DeltaLog log, List<Lifetime> ended, Lifetimes lifetimes, Workers workers) {
    Set<String> asked = new LinkedHashSet<>();
    ended.forEach(lifetime -> asked.add(lifetime.location()));
    asked.removeAll(lifetimes.locationsAlive());
    List<String> locations = List.copyOf(asked);
    List<Boolean> exist =
        workers.map(locations, location -> log.storage().newInputFile(location).exists());
    Set<String> missing = new HashSet<>();
    for (int i = 0; i < locations.size(); i++) {
      if (!exist.get(i)) {
        missing.add(locations.get(i));
      }
    }
    return missing;
  }

  boolean isWhole(long version) {
    return version >= schemas.firstVersion()
        && !broken.get(Math.toIntExact(version - schemas.firstVersion()));
  }

  DeltaSchema schema(long version) {
    return schemas.at(version);
  }

  long latest() {
    return latest;
  }

  /** The table's properties in Delta. */
  Map<String, String> configuration() {
    return configuration;
  }

  NameMapping names() {
    return schemas.names();
  }

  /** Why versions before the first one with the present columns are left out. */
  Optional<String> schemaCut() {
    return schemas.cut();
  }

  /** Whether rows are deleted by vectors in any version that can be had. */
  boolean hasVectors() {
    return hasVectors;
  }

  /** A file that was needed by the versions from the first to the last one. */
  private record Lifetime(String location, long first, long last) {}

  /** Since when a data file and its vector are there. */
  private record Alive(long since, Optional<DeltaVector> vector, long vectorSince) {}

  /** What the log says of when which file was needed. */
  private static final class Lifetimes {
    private final NavigableMap<Long, DeltaMetadata> definitions = new TreeMap<>();
    private final Map<String, Alive> alive = new HashMap<>();
    private final List<Lifetime> ended = new ArrayList<>();
    private long filesWithVectors;
    private long lastVersionWithVectors = -1;

    void add(DeltaCommit commit) {
      long version = commit.version();
      commit.metadata().ifPresent(metadata -> definitions.put(version, metadata));
      Map<String, Alive> removed = new HashMap<>();
      for (String location : commit.removed()) {
        Alive gone = alive.remove(location);
        if (gone != null) {
          removed.put(location, gone);
        }
      }
      for (DeltaFile file : commit.added()) {
        Alive before = removed.remove(file.location());
        if (before == null) {
          before = alive.remove(file.location());
        }
        alive.put(file.location(), now(file, before, version));
      }
      removed.forEach(
          (location, gone) -> {
            ended.add(new Lifetime(location, gone.since(), version - 1));
            end(gone, version);
          });
      if (filesWithVectors > 0) {
        lastVersionWithVectors = version;
      }
    }

    private Alive now(DeltaFile file, @Nullable Alive before, long version) {
      filesWithVectors += file.vector().isPresent() ? 1 : 0;
      if (before == null) {
        return new Alive(version, file.vector(), version);
      }
      if (before.vector().equals(file.vector())) {
        filesWithVectors -= file.vector().isPresent() ? 1 : 0;
        return before;
      }
      end(before, version);
      return new Alive(before.since(), file.vector(), version);
    }

    /** The vector is not needed from the version on. */
    private void end(Alive gone, long version) {
      filesWithVectors -= gone.vector().isPresent() ? 1 : 0;
      gone.vector()
          .flatMap(DeltaVector::location)
          .ifPresent(file -> ended.add(new Lifetime(file, gone.vectorSince(), version - 1)));
    }

    Map<String, String> configuration() {
      return Optional.ofNullable(definitions.lastEntry()).orElseThrow().getValue().configuration();
    }

    Set<String> locationsAlive() {
      Set<String> locations = new HashSet<>(alive.keySet());
      alive
          .values()
          .forEach(a -> a.vector().flatMap(DeltaVector::location).ifPresent(locations::add));
      return locations;
    }
  }
}
