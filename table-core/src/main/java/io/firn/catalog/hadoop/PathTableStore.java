package io.firn.catalog.hadoop;

import io.firn.catalog.MetadataCompression;
import io.firn.catalog.StoredMetadata;
import io.firn.catalog.SwapResult;
import io.firn.catalog.TableState;
import io.firn.catalog.TableStore;
import io.firn.catalog.hadoop.MetadataVersions.VersionFile;
import io.firn.codec.json.MetadataJson;
import io.firn.error.AlreadyExistsException;
import io.firn.error.CommitStateUnknownException;
import io.firn.error.InvalidInputException;
import io.firn.error.MissingFileException;
import io.firn.error.NotFoundException;
import io.firn.error.StorageException;
import io.firn.io.CreateResult;
import io.firn.io.Storage;
import io.firn.model.MetadataBuilder;
import io.firn.model.Requirements;
import io.firn.model.TableChange;
import io.firn.model.TableMetadata;
import io.firn.model.TableProperties;
import java.time.InstantSource;
import java.util.Optional;

/**
 * A table that is its directory: the highest {@code metadata/v<N>.metadata.json} is its state, and
 * a commit is the exclusive create of the next one. Racing writers are safe, in one process or
 * many, as long as all of them create exclusively.
 *
 * <p>A version is compressed as the version before it says, the first one not at all: so all
 * writers that race for a version race for one file name.
 *
 * <p>Apache Iceberg reads and commits to such tables too, but commits by a check and a rename. On
 * HDFS the rename never overwrites, so the two may write at the same time. On a local disk it does
 * overwrite: an Iceberg writer that checked just before a commit of this class landed replaces it.
 * Let only one of the two write a local table at a time.
 */
public final class PathTableStore implements TableStore {
  private final String name;
  private final Storage storage;
  private final String location;
  private final InstantSource clock;
  private final MetadataVersions versions;

  /** The name is for messages; the location has no trailing slash. */
  public PathTableStore(String name, Storage storage, String location, InstantSource clock) {
    this.name = name;
    this.storage = storage;
    this.location = location;
    this.clock = clock;
    this.versions = new MetadataVersions(storage, location);
  }

  /** A table that is known by its path only. */
  public static PathTableStore at(Storage storage, String path) {
    String location =
        path.length() > 1 && path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
    return new PathTableStore(location, storage, location, InstantSource.system());
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Storage storage() {
    return storage;
  }

  /** Whether the directory holds a table. */
  public boolean exists() {
    return versions.current().isPresent();
  }

  @Override
  public TableState load() {
    Optional<VersionFile> current = versions.current();
    boolean metadata = current.isPresent() || versions.anyMetadata();
    if (current.isEmpty() && metadata) {
      // Another writer may have created the table between the two looks.
      current = versions.current();
    }
    if (current.isPresent()) {
      return read(current.get());
    }
    if (metadata) {
      throw new MissingFileException(
          "The directory "
              + versions.directory()
              + " of the table "
              + name
              + " has no v<N>.metadata.json. Either these files are lost, or another catalog keeps"
              + " the table: then read it through that catalog.");
    }
    throw new NotFoundException("Table does not exist: " + name);
  }

  /**
   * A version is not written twice, but a table of the same name may have come in the place of a
   * dropped one, and Apache Iceberg may have replaced a file on a local disk. So the beginning of
   * the file must still say what it said.
   */
  @Override
  public TableState reload(TableState known) {
    Optional<String> location = versions.current().map(VersionFile::location);
    boolean isCurrent =
        location.isPresent()
            && location.equals(known.metadataLocation())
            && MetadataJson.beginsAs(storage.newInputFile(location.get()), known.metadata());
    return isCurrent ? known : load();
  }

  private TableState read(VersionFile found) {
    try {
      return state(found);
    } catch (MissingFileException e) {
      // Newer versions may have come, and this one been cleaned up, since it was found.
      VersionFile newer = versions.current().orElse(found);
      if (newer.equals(found)) {
        throw e;
      }
      return state(newer);
    }
  }

  private TableState state(VersionFile found) {
    return new TableState(
        StoredMetadata.read(storage, name, found.location()), Optional.of(found.location()));
  }

  @Override
  public SwapResult swap(TableState base, TableChange change) {
    String baseFile = base.metadataLocation().orElse("");
    int version =
        MetadataVersions.versionOf(baseFile)
            .orElseThrow(
                () ->
                    new InvalidInputException(
                        "Not a state of the table " + name + ": metadata file '" + baseFile + "'"));
    Optional<String> unmet =
        Requirements.firstUnmet(Optional.of(base.metadata()), change.requirements());
    if (unmet.isPresent()) {
      return new SwapResult.Stale(unmet.get());
    }
    TableMetadata next = MetadataBuilder.apply(base.metadata(), baseFile, change, clock.millis());
    if (next.equals(base.metadata())) {
      return new SwapResult.Swapped(base);
    }
    Optional<String> refusal = refusal(next, base.metadata().location());
    if (refusal.isPresent()) {
      return new SwapResult.Refused(refusal.get());
    }
    if (!storage.newInputFile(baseFile).exists()) {
      return new SwapResult.Stale("version " + version + " of " + name + " has been cleaned up");
    }
    MetadataCompression compression = MetadataCompression.of(base.metadata().properties());
    // A next commit must not fail for a value that this one lets in.
    MetadataCompression.of(next.properties());
    SwapResult result = create(version + 1, compression, next);
    if (result instanceof SwapResult.Swapped swapped) {
      StoredMetadata.deleteDropped(storage, base.metadata(), swapped.current().metadata());
    }
    return result;
  }

  @Override
  public SwapResult create(TableChange change) {
    Optional<String> unmet = Requirements.firstUnmet(Optional.empty(), change.requirements());
    if (unmet.isPresent()) {
      return new SwapResult.Stale(unmet.get());
    }
    if (versions.anyMetadata()) {
      return new SwapResult.Stale("there is table metadata in " + versions.directory());
    }
    TableMetadata first = MetadataBuilder.create(change, clock.millis());
    Optional<String> refusal = refusal(first, location);
    if (refusal.isPresent()) {
      return new SwapResult.Refused(refusal.get());
    }
    MetadataCompression.of(first.properties());
    return create(1, MetadataCompression.NONE, first);
  }

  /**
   * Makes a copy of the metadata file the first version of this table.
   *
   * @throws AlreadyExistsException if the directory holds a table already
   * @throws MissingFileException if there is no such file
   * @throws InvalidInputException if such a table cannot have this metadata
   * @throws CommitStateUnknownException if the answer of the storage was lost
   */
  void register(String metadataLocation) {
    if (exists()) {
      throw new AlreadyExistsException("Table already exists: " + name);
    }
    TableMetadata metadata = StoredMetadata.readToRegister(storage, name, metadataLocation);
    Optional<String> refusal = refusal(metadata, metadata.location());
    if (refusal.isPresent()) {
      throw new InvalidInputException(
          "Cannot register " + metadataLocation + " as " + name + ": " + refusal.get());
    }
    MetadataCompression.of(metadata.properties());
    SwapResult result = create(1, MetadataCompression.NONE, metadata);
    if (result instanceof SwapResult.Unknown unknown) {
      throw new CommitStateUnknownException(
          "Cannot tell whether "
              + metadataLocation
              + " was registered as "
              + name
              + ": look for the table before trying again",
          unknown.cause());
    }
    if (!(result instanceof SwapResult.Swapped)) {
      throw new AlreadyExistsException("Table already exists: " + name);
    }
  }

  /** Why a table whose directory is its name cannot have this metadata. */
  private Optional<String> refusal(TableMetadata next, String wantedLocation) {
    if (!next.location().equals(wantedLocation)) {
      return Optional.of(
          "The location of "
              + name
              + " cannot be "
              + next.location()
              + ": the table is its directory, "
              + wantedLocation);
    }
    if (next.properties().containsKey(TableProperties.WRITE_METADATA_PATH)) {
      return Optional.of(
          "The table "
              + name
              + " cannot have "
              + TableProperties.WRITE_METADATA_PATH
              + ": its metadata is found in "
              + versions.directory());
    }
    return Optional.empty();
  }

  private SwapResult create(int version, MetadataCompression compression, TableMetadata next) {
    String file = versions.location(version, compression.extension());
    Optional<VersionFile> taken = versions.file(version);
    if (taken.isPresent()) {
      return new SwapResult.Stale("version " + version + " exists: " + taken.get().location());
    }
    CreateResult created = storage.newOutputFile(file).createExclusive(compression.encode(next));
    return switch (created) {
      case EXISTS -> new SwapResult.Stale("version " + version + " exists: " + file);
      case UNKNOWN ->
          new SwapResult.Unknown(
              Optional.empty(),
              new StorageException("The answer to creating " + file + " is lost"));
      case CREATED -> settle(version, file, next);
    };
  }

  /**
   * The file is there. It is the commit, unless this writer was so slow that others had reached and
   * cleaned up its version before: then it is a version that nobody reads.
   */
  private SwapResult settle(int version, String file, TableMetadata next) {
    TableState state = new TableState(next, Optional.of(file));
    boolean mayBeLate =
        version == 1 ? versions.file(2).isPresent() : versions.file(version - 1).isEmpty();
    if (!mayBeLate) {
      versions.writeHint(version);
      return new SwapResult.Swapped(state);
    }
    return whetherReached(state, file);
  }

  private SwapResult whetherReached(TableState ours, String file) {
    try {
      TableState current = load();
      boolean reached =
          current.metadataLocation().equals(ours.metadataLocation())
              || current.metadata().metadataLog().stream()
                  .anyMatch(entry -> entry.metadataFile().equals(file));
      if (reached) {
        return new SwapResult.Swapped(ours);
      }
    } catch (RuntimeException e) {
      return new SwapResult.Unknown(Optional.empty(), e);
    }
    return new SwapResult.Unknown(
        Optional.empty(),
        new StorageException("Other commits overtook " + file + " while it was created"));
  }
}
