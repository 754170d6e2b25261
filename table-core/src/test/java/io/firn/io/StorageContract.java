package io.firn.io;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.firn.error.FirnException;
import io.firn.error.MissingFileException;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What every storage promises. A subclass says which storage, and under which directory. */
public abstract class StorageContract {

  /** The same storage at each call. */
  protected abstract Storage storage();

  /** An own, empty directory for each test, without trailing slash. */
  protected abstract String root();

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private String write(String name, String text) throws IOException {
    String location = root() + "/" + name;
    try (OutputStream out = storage().newOutputFile(location).create()) {
      out.write(bytes(text));
    }
    return location;
  }

  private String read(String location) {
    return new String(storage().newInputFile(location).readAll(), StandardCharsets.UTF_8);
  }

  @Test
  void writtenFileIsReadBack() throws IOException {
    String location = root() + "/a/b/c.bin";
    byte[] content = new byte[300_000];
    for (int i = 0; i < content.length; i++) {
      content[i] = (byte) (i * 31);
    }
    OutputFile output = storage().newOutputFile(location);
    try (OutputStream out = output.create()) {
      out.write(content[0]);
      out.write(content, 1, 99_999);
      out.flush();
      out.write(content, 100_000, 200_000);
    }
    assertEquals(location, output.location());
    InputFile input = output.toInputFile();
    assertEquals(location, input.location());
    assertTrue(input.exists());
    assertEquals(300_000, input.length());
    assertArrayEquals(content, input.readAll());
    assertArrayEquals(content, storage().newInputFile(location, 300_000).readAll());
    try (SeekableInput in = storage().newInputFile(location, 300_000).open()) {
      assertArrayEquals(content, in.readAllBytes());
    }
  }

  @Test
  void lengthGivenByTheCallerIsNotAskedFor() {
    assertEquals(77, storage().newInputFile(root() + "/absent", 77).length());
  }

  @Test
  void createReplacesAFile() throws IOException {
    String location = write("f", "a long first content");
    write("f", "short");
    assertEquals("short", read(location));
    assertEquals(5, storage().newInputFile(location).length());
  }

  @Test
  void streamSeeksAndReadsAtPositions() throws IOException {
    String location = write("f", "0123456789");
    try (SeekableInput in = storage().newInputFile(location).open()) {
      assertEquals(0, in.position());
      assertEquals('0', in.read());
      assertEquals(1, in.position());
      in.seek(7);
      assertEquals(7, in.position());
      byte[] buffer = new byte[10];
      assertEquals(2, in.read(buffer, 3, 2));
      assertEquals("78", new String(buffer, 3, 2, StandardCharsets.UTF_8));
      in.readFully(2, buffer, 1, 4);
      assertEquals("2345", new String(buffer, 1, 4, StandardCharsets.UTF_8));
      in.seek(3);
      assertEquals(4, in.skip(4));
      assertEquals('7', in.read());
      in.seek(10);
      assertEquals(-1, in.read());
      assertEquals(-1, in.read(buffer, 0, 1));
    }
  }

  @Test
  void readingBeyondTheEndNamesTheFile() throws IOException {
    String location = write("short", "0123456789");
    try (SeekableInput in = storage().newInputFile(location).open()) {
      EOFException e = assertThrows(EOFException.class, () -> in.readFully(5, new byte[6], 0, 6));
      assertTrue(e.getMessage().contains(location), e.getMessage());
      assertThrows(EOFException.class, () -> in.readFully(50, new byte[1], 0, 1));
    }
  }

  @Test
  void missingFileIsNamed() {
    String location = root() + "/dir/absent";
    InputFile file = storage().newInputFile(location);
    assertFalse(file.exists());
    for (Callable<Object> use :
        List.<Callable<Object>>of(file::length, file::open, file::readAll)) {
      MissingFileException e = assertThrows(MissingFileException.class, use::call);
      assertEquals("File does not exist: " + location, e.getMessage());
    }
  }

  @Test
  void directoryIsNoFile() throws IOException {
    write("dir/f", "x");
    assertFalse(storage().newInputFile(root() + "/dir").exists());
  }

  @Test
  void fileIsDeletedOnceAndAbsenceIsNoError() throws IOException {
    String location = write("f", "x");
    storage().delete(location);
    assertFalse(storage().newInputFile(location).exists());
    storage().delete(location);
    storage().delete(root() + "/no/such/directory/f");
  }

  @Test
  void deletingAFileNeverDeletesADirectoryWithFiles() throws IOException {
    String location = write("dir/f", "x");
    try {
      storage().delete(root() + "/dir");
    } catch (FirnException e) {
      assertTrue(e.getMessage().contains(root() + "/dir"), e.getMessage());
    }
    assertEquals("x", read(location));
  }

  @Test
  void manyFilesAreDeletedAndFailuresReturned() throws IOException {
    List<String> locations = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      locations.add(write("many/" + i, "x"));
    }
    String kept = write("many/kept", "x");
    locations.add(root() + "/many/absent");
    assertEquals(List.of(), storage().deleteAll(locations));
    assertEquals(List.of(kept), locationsBelow("many"));
  }

  private List<String> locationsBelow(String directory) {
    return locationsAt(root() + "/" + directory);
  }

  private List<String> locationsAt(String directory) {
    try (Stream<FileEntry> entries = storage().list(directory)) {
      return entries.map(FileEntry::location).sorted().toList();
    }
  }

  @Test
  void listIsRecursiveAndKeepsTheSpellingOfTheDirectory() throws IOException {
    String a = write("d/a", "1");
    String b = write("d/x/y/b with space%20é", "22");
    write("dd/c", "3");
    assertEquals(List.of(a, b), locationsBelow("d"));
    assertEquals(List.of(a, b), locationsAt(root() + "/d/"));
    assertEquals("22", read(b));
    try (Stream<FileEntry> entries = storage().list(root() + "/d/x")) {
      FileEntry entry = entries.findFirst().orElseThrow();
      assertEquals(b, entry.location());
      assertEquals(2, entry.length());
      assertTrue(entry.modifiedMillis() > 0);
    }
  }

  @Test
  void listOfNothingIsEmpty() {
    assertEquals(List.of(), locationsBelow("absent"));
    assertEquals(List.of(), storage().listDirectories(root() + "/absent"));
  }

  @Test
  void directoriesAreListedByName() throws IOException {
    write("ns/t2/metadata/f", "x");
    write("ns/t1/f", "x");
    write("ns/file", "x");
    storage().createDirectory(root() + "/ns/empty");
    assertEquals(List.of("empty", "t1", "t2"), storage().listDirectories(root() + "/ns"));
    assertEquals(List.of("empty", "t1", "t2"), storage().listDirectories(root() + "/ns/"));
  }

  @Test
  void createdDirectoryExistsUntilItIsDeleted() {
    String directory = root() + "/p/q";
    assertFalse(storage().directoryExists(directory));
    storage().createDirectory(directory);
    storage().createDirectory(directory);
    assertTrue(storage().directoryExists(directory));
    assertTrue(storage().directoryExists(root() + "/p"));
    assertEquals(List.of("q"), storage().listDirectories(root() + "/p"));
    assertTrue(storage().deleteEmptyDirectory(directory));
    assertFalse(storage().directoryExists(directory));
    assertTrue(storage().deleteEmptyDirectory(directory));
  }

  @Test
  void directoryThatHoldsAnythingIsNotDeletedAsEmpty() throws IOException {
    String location = write("full/sub/f", "x");
    assertFalse(storage().deleteEmptyDirectory(root() + "/full"));
    assertFalse(storage().deleteEmptyDirectory(root() + "/full/sub"));
    assertEquals("x", read(location));
    assertTrue(storage().directoryExists(root() + "/full/sub"));
    assertFalse(storage().directoryExists(location));
  }

  @Test
  void treeIsDeletedAndItsNeighbourIsNot() throws IOException {
    write("t/a", "1");
    write("t/x/b", "2");
    String neighbour = write("tt/c", "3");
    storage().createDirectory(root() + "/t/empty");
    storage().deleteTree(root() + "/t");
    assertFalse(storage().directoryExists(root() + "/t"));
    assertEquals(List.of(), locationsBelow("t"));
    assertEquals("3", read(neighbour));
    storage().deleteTree(root() + "/t");
  }

  @Test
  void exclusiveCreateWinsOnce() {
    String location = root() + "/new/dir/v1";
    OutputFile file = storage().newOutputFile(location);
    assertEquals(CreateResult.CREATED, file.createExclusive(bytes("first")));
    assertEquals(CreateResult.EXISTS, file.createExclusive(bytes("second")));
    assertEquals("first", read(location));
    assertEquals(List.of(location), locationsBelow("new"), "nothing else is left behind");
  }

  @Test
  void exclusiveCreateLeavesAFileWrittenOtherwiseAlone() throws IOException {
    String location = write("v2", "mine");
    assertEquals(
        CreateResult.EXISTS, storage().newOutputFile(location).createExclusive(bytes("yours")));
    assertEquals("mine", read(location));
  }

  @Test
  void exclusiveCreateTakesNoContentAtAll() {
    String location = root() + "/empty";
    assertEquals(
        CreateResult.CREATED, storage().newOutputFile(location).createExclusive(new byte[0]));
    assertEquals(0, storage().newInputFile(location).length());
  }

  @Test
  void oneOfManyRacingCreatorsWinsEachFile() throws Exception {
    int threads = 4;
    int files = 15;
    ExecutorService executor = Executors.newFixedThreadPool(threads);
    CyclicBarrier start = new CyclicBarrier(threads);
    List<Future<List<CreateResult>>> racers = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      byte[] content = new byte[20_000];
      Arrays.fill(content, (byte) t);
      racers.add(
          executor.submit(
              () -> {
                List<CreateResult> results = new ArrayList<>();
                for (int f = 0; f < files; f++) {
                  start.await();
                  results.add(
                      storage().newOutputFile(root() + "/race/v" + f).createExclusive(content));
                }
                return results;
              }));
    }
    List<List<CreateResult>> results = new ArrayList<>();
    for (Future<List<CreateResult>> racer : racers) {
      results.add(racer.get());
    }
    executor.shutdown();
    for (int f = 0; f < files; f++) {
      List<Integer> winners = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        if (results.get(t).get(f) == CreateResult.CREATED) {
          winners.add(t);
        }
      }
      assertEquals(1, winners.size(), "winners of file " + f + ": " + winners);
      byte[] expected = new byte[20_000];
      Arrays.fill(expected, winners.get(0).byteValue());
      assertArrayEquals(
          expected, storage().newInputFile(root() + "/race/v" + f).readAll(), "file " + f);
    }
    assertEquals(files, locationsBelow("race").size());
  }

  @Test
  void readersOfAnExclusiveCreateNeverSeeAPart() throws Exception {
    byte[] content = new byte[200_000];
    Arrays.fill(content, (byte) 7);
    ExecutorService executor = Executors.newSingleThreadExecutor();
    for (int round = 0; round < 10; round++) {
      String location = root() + "/whole/v" + round;
      Future<CreateResult> writer =
          executor.submit(() -> storage().newOutputFile(location).createExclusive(content));
      while (!writer.isDone()) {
        if (storage().newInputFile(location).exists()) {
          assertEquals(200_000, storage().newInputFile(location).readAll().length);
        }
      }
      assertEquals(CreateResult.CREATED, writer.get());
    }
    executor.shutdown();
  }
}
