package io.firn.io.local;

import io.firn.error.StorageException;
import io.firn.error.UnsupportedFeatureException;
import io.firn.io.CreateResult;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the content under a name of its own, forces it to the disk, and gives it its real name by
 * a hard link, which fails if the name is taken.
 */
final class LocalExclusiveCreate {
  private static final Logger LOG = LoggerFactory.getLogger(LocalExclusiveCreate.class);

  private final String location;
  private final Path path;
  private final HardLink hardLink;

  LocalExclusiveCreate(String location, Path path, HardLink hardLink) {
    this.location = location;
    this.path = path;
    this.hardLink = hardLink;
  }

  CreateResult create(byte[] content) {
    if (Files.exists(path)) {
      return CreateResult.EXISTS;
    }
    Path temporary =
        path.resolveSibling("." + path.getFileName() + "." + UUID.randomUUID() + ".tmp");
    try {
      write(temporary, content);
      return link(temporary, content);
    } catch (IOException e) {
      throw new StorageException("Cannot create " + location + ": " + e, e);
    } finally {
      deleteTemporary(temporary);
    }
  }

  private void write(Path temporary, byte[] content) throws IOException {
    try (FileChannel channel = open(temporary)) {
      ByteBuffer buffer = ByteBuffer.wrap(content);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(true);
    }
  }

  private FileChannel open(Path temporary) throws IOException {
    try {
      return FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    } catch (NoSuchFileException missingDirectory) {
      Files.createDirectories(path.resolveSibling(""));
      return FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }
  }

  private CreateResult link(Path temporary, byte[] content) throws IOException {
    try {
      hardLink.create(path, temporary);
      return CreateResult.CREATED;
    } catch (FileAlreadyExistsException e) {
      // A network file system may have answered the repetition of a request that went through.
      return isSameFile(temporary) ? CreateResult.CREATED : CreateResult.EXISTS;
    } catch (UnsupportedOperationException e) {
      throw new UnsupportedFeatureException(
          "Cannot create "
              + location
              + " safely: its file system has no hard links. Use a jdbc catalog for this warehouse.",
          e);
    } catch (IOException e) {
      return whatHappened(content, e);
    }
  }

  private boolean isSameFile(Path temporary) throws IOException {
    return Files.exists(path) && Files.isSameFile(path, temporary);
  }

  private CreateResult whatHappened(byte[] content, IOException failure) throws IOException {
    byte[] found;
    try {
      found = Files.readAllBytes(path);
    } catch (NoSuchFileException e) {
      throw failure;
    } catch (IOException e) {
      LOG.warn("Cannot tell whether {} was created: {}", location, e.toString(), failure);
      return CreateResult.UNKNOWN;
    }
    return Arrays.equals(found, content) ? CreateResult.CREATED : CreateResult.EXISTS;
  }

  private void deleteTemporary(Path temporary) {
    try {
      Files.deleteIfExists(temporary);
    } catch (IOException e) {
      LOG.warn("Left behind: {}", temporary, e);
    }
  }
}
