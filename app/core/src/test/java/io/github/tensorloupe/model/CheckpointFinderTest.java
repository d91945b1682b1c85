package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.CheckpointFinder.Found;
import io.github.tensorloupe.model.CheckpointFinder.FoundFile;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.CheckpointFinder.Unreadable;
import io.github.tensorloupe.testing.Collisions;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CheckpointFinderTest {

  @TempDir Path folder;

  /// Returns the checkpoints as `file a/b`, `set a/c` or `unreadable a`.
  private List<String> found() {
    return CheckpointFinder.find(folder, Cancellation.NEVER).stream().map(this::text).toList();
  }

  private String text(Found found) {
    String kind =
        switch (found) {
          case FoundFile _ -> "file ";
          case FoundSet _ -> "set ";
          case Unreadable _ -> "unreadable ";
        };
    return kind + folder.relativize(found.path()).toString().replace('\\', '/');
  }

  private Path file(String path) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    return Files.write(file, new byte[0]);
  }

  @Test
  void anEmptyFolderHoldsNothing() {
    assertThat(found()).isEmpty();
  }

  @Test
  void foldersNestedTooDeeplyAreReported() throws IOException {
    file("d/".repeat(100) + "a.safetensors");
    file("d/".repeat(101) + "b.safetensors");

    assertThat(found())
        .containsExactly(
            "file " + "d/".repeat(100) + "a.safetensors", "unreadable d" + "/d".repeat(100));
  }

  /// With hash tables of paths, the work would grow with the square of the number of files.
  @ParameterizedTest
  @ValueSource(strings = {".safetensors", "-00001-of-00002.safetensors"})
  void manyNamesWithEqualHashCodesAreFound(String suffix) {
    List<Path> files =
        Collisions.names(60_000).stream().map(name -> folder.resolve(name + suffix)).toList();

    List<Found> found =
        assertTimeoutPreemptively(Duration.ofSeconds(120), () -> CheckpointFinder.findAmong(files));

    assertThat(found).hasSize(files.size());
  }

  @Test
  void filesWithOtherExtensionsAreIgnored() throws IOException {
    file("a.bin");
    file("a.safetensors.txt");
    file("safetensors");
    assertThat(found()).isEmpty();
  }

  /// Their headers are read for each set.
  @Test
  void shardsOfManyIndexesAreReadUpToALimit() throws IOException {
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < 130; i++) {
      file(i + ".safetensors");
      names.append(",\"t%d\":\"%d.safetensors\"".formatted(i, i));
    }
    String json = "{\"weight_map\":{%s}}".formatted(names.substring(1));
    for (int i = 0; i < 140; i++) {
      Files.writeString(folder.resolve("m%03d.safetensors.index.json".formatted(i)), json);
    }

    assertThat(found()).hasSize(140);
    assertThat(found()).filteredOn(each -> each.startsWith("set ")).hasSize(127);
    assertThat(found().getLast()).isEqualTo("unreadable m139.safetensors.index.json");
  }

  @Test
  void sharesOfSeveralProcessesAreOneSet() throws IOException {
    for (String process : List.of("shard-00001-", "shard-00002-")) {
      file("two/" + process + "model-00001-of-00002.safetensors");
      file("two/" + process + "model-00002-of-00002.safetensors");
      file("one/" + process + "model-00001-of-00001.safetensors");
    }
    List<Found> sets = CheckpointFinder.find(folder, Cancellation.NEVER);

    assertThat(sets)
        .allSatisfy(each -> assertThat(each).isInstanceOf(FoundSet.class))
        .extracting(each -> ((FoundSet) each).set().shards().size())
        .containsExactly(2, 4);
    assertThat(sets).allSatisfy(each -> assertThat(((FoundSet) each).set().findings()).isEmpty());
  }

  @Test
  void setsPrecedeFilesAndFoldersInNaturalOrder() throws IOException {
    file("z/b.safetensors");
    file("c10.safetensors");
    file("c9.safetensors");
    file("m2.safetensors");
    file("a10/x.safetensors");
    file("a9/x.safetensors");
    SampleFiles.writeIndex(folder.resolve("m.safetensors.index.json"), "m2.safetensors");
    assertThat(found())
        .containsExactly(
            "set m.safetensors.index.json",
            "file c9.safetensors",
            "file c10.safetensors",
            "file a9/x.safetensors",
            "file a10/x.safetensors",
            "file z/b.safetensors");
  }

  @Test
  void filesThatNoIndexNamesAreLoneFiles() throws IOException {
    file("m1.safetensors");
    file("m2.safetensors");
    SampleFiles.writeIndex(folder.resolve("m.safetensors.index.json"), "m1.safetensors");
    assertThat(found()).containsExactly("set m.safetensors.index.json", "file m2.safetensors");
  }

  @Test
  void anIndexSpeaksForItsOwnFolderOnly() throws IOException {
    file("m1.safetensors");
    file("sub/m1.safetensors");
    SampleFiles.writeIndex(folder.resolve("m.safetensors.index.json"), "m1.safetensors");
    assertThat(found()).containsExactly("set m.safetensors.index.json", "file sub/m1.safetensors");
  }

  @Test
  void twoIndexesInOneFolderAreTwoSets() throws IOException {
    file("m1.safetensors");
    file("m2.safetensors");
    SampleFiles.writeIndex(folder.resolve("a.safetensors.index.json"), "m1.safetensors");
    SampleFiles.writeIndex(
        folder.resolve("b.safetensors.index.json"), "m2.safetensors", "m1.safetensors");
    assertThat(found())
        .containsExactly("set a.safetensors.index.json", "set b.safetensors.index.json");
  }

  @Test
  void anUnusableIndexIsASetAndItsShardsAreLoneFiles() throws IOException {
    file("m1.safetensors");
    Files.writeString(folder.resolve("m.safetensors.index.json"), "{");
    assertThat(found()).containsExactly("set m.safetensors.index.json", "file m1.safetensors");
  }

  @Test
  void linksToFilesAreFollowed() throws IOException {
    Path blobs = Files.createDirectory(folder.resolve("blobs"));
    Files.write(blobs.resolve("0123"), new byte[0]);
    SampleFiles.writeIndex(blobs.resolve("4567"), "m.safetensors");
    Files.createSymbolicLink(folder.resolve("m.safetensors.index.json"), Path.of("blobs", "4567"));
    Files.createSymbolicLink(folder.resolve("m.safetensors"), Path.of("blobs", "0123"));
    Files.createSymbolicLink(folder.resolve("n.safetensors"), Path.of("blobs", "0123"));
    assertThat(found()).containsExactly("set m.safetensors.index.json", "file n.safetensors");
  }

  @Test
  void linksToFoldersAreNotFollowed() throws IOException {
    file("real/m.safetensors");
    Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
    Files.createSymbolicLink(folder.resolve("real").resolve("up"), folder);
    Files.createSymbolicLink(folder.resolve("link.safetensors"), Path.of("real"));
    Files.createSymbolicLink(folder.resolve("l.safetensors.index.json"), Path.of("real"));
    assertThat(found()).containsExactly("file real/m.safetensors");
  }

  @Test
  void childThatCannotBeExaminedIsAFailureUnlessItIsMissing() throws IOException {
    Path loop = Files.createSymbolicLink(folder.resolve("loop"), Path.of("loop"));
    Path real = Files.createDirectory(folder.resolve("real"));
    List<Path> failed = new ArrayList<>();

    List<Path> found =
        CheckpointFinder.subfolders(
            List.of(loop.resolve("child"), folder.resolve("gone"), real),
            (path, cause) -> failed.add(path));

    assertThat(found).containsExactly(real);
    assertThat(failed).containsExactly(loop.resolve("child"));
  }

  @Test
  void linkToAFolderIsSearchedIfItIsTheRoot() throws IOException {
    file("real/m.safetensors");
    Path link = Files.createSymbolicLink(folder.resolve("link"), Path.of("real"));
    assertThat(CheckpointFinder.find(link, Cancellation.NEVER))
        .containsExactly(new FoundFile(link.resolve("m.safetensors")));
  }

  @Test
  void aFolderNamedLikeAFileIsAFolder() throws IOException {
    file("m.safetensors/n.safetensors");
    assertThat(found()).containsExactly("file m.safetensors/n.safetensors");
  }

  @Test
  void brokenLinksAreReported() throws IOException {
    Files.createSymbolicLink(folder.resolve("gone.safetensors"), Path.of("nowhere"));
    Files.createSymbolicLink(folder.resolve("loop.safetensors"), Path.of("loop.safetensors"));
    Files.createSymbolicLink(folder.resolve("m.safetensors.index.json"), Path.of("nowhere"));
    assertThat(found())
        .containsExactly(
            "unreadable m.safetensors.index.json",
            "file gone.safetensors",
            "file loop.safetensors");
  }

  @Test
  void aFolderThatVanishesIsUnreadableAndTheOthersAreSearched() throws IOException {
    Path vanishing = Files.createDirectory(folder.resolve("a"));
    file("b/m.safetensors");
    AtomicInteger visits = new AtomicInteger();
    Cancellation deleting =
        () -> {
          if (visits.incrementAndGet() == 2) {
            delete(vanishing);
          }
          return false;
        };
    List<Found> found = CheckpointFinder.find(folder, deleting);
    assertThat(found.stream().map(this::text))
        .containsExactly("unreadable a", "file b/m.safetensors");
    assertThat(((Unreadable) found.getFirst()).cause()).isInstanceOf(NoSuchFileException.class);
  }

  private static void delete(Path path) {
    try {
      Files.delete(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aFolderWithoutPermissionIsUnreadable() throws IOException {
    Path locked = Files.createDirectory(folder.resolve("locked"));
    file("open/m.safetensors");
    Assumptions.assumeTrue(
        Files.getFileStore(folder).supportsFileAttributeView("posix"), "no POSIX permissions");
    Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("---------"));
    try {
      Assumptions.assumeFalse(Files.isReadable(locked), "this user may read everything");
      assertThat(found()).containsExactly("unreadable locked", "file open/m.safetensors");
    } finally {
      Files.setPosixFilePermissions(locked, PosixFilePermissions.fromString("rwx------"));
    }
  }

  @Test
  void aFolderThatIsNotThereIsUnreadable() {
    Path none = folder.resolve("none");
    assertThat(CheckpointFinder.find(none, Cancellation.NEVER))
        .singleElement()
        .isInstanceOfSatisfying(
            Unreadable.class, unreadable -> assertThat(unreadable.path()).isEqualTo(none));
  }

  @Test
  void stopsWhenCancelled() throws IOException {
    file("a/m.safetensors");
    file("b/m.safetensors");
    AtomicInteger visits = new AtomicInteger();
    assertThatThrownBy(() -> CheckpointFinder.find(folder, () -> visits.incrementAndGet() == 2))
        .isInstanceOf(CancellationException.class);
    assertThat(visits).hasValue(2);
  }

  private ShardSet onlySet() {
    return ((FoundSet) CheckpointFinder.find(folder, Cancellation.NEVER).getFirst()).set();
  }

  @ParameterizedTest
  @CsvSource({
    "m-00001-of-00002, m-00002-of-00002, m, m-*-of-00002.safetensors",
    "m_00001_of_00002, m_00002_of_00002, m, m_*_of_00002.safetensors",
    "m-000001-of-000002, m-000002-of-000002, m, m-*-of-000002.safetensors",
    "m.fp16-00001-of-00002, m.fp16-00002-of-00002, m.fp16, m.fp16-*-of-00002.safetensors",
    "m-00001-of-00002.fp16, m-00002-of-00002.fp16, m.fp16, m-*-of-00002.fp16.safetensors",
  })
  void filesNamedLikeShardsAreASetWithoutIndex(
      String first, String second, String baseName, String name) throws IOException {
    Path shard1 = file(first + ".safetensors");
    Path shard2 = file(second + ".safetensors");
    assertThat(found()).containsExactly("set " + baseName + ".safetensors.index.json");
    assertThat(onlySet().shards()).containsExactly(shard1, shard2);
    assertThat(onlySet().hasIndex()).isFalse();
    assertThat(onlySet().name()).isEqualTo(name);
    assertThat(onlySet().findings()).isEmpty();
    assertThat(onlySet().isRefused()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "m-0001-of-0002",
        "m-00001of00002",
        "-00001-of-00002",
        "m00001-of-00002",
        "m-00001-of-00001"
      })
  void otherNamesWithNumbersAreLoneFiles(String name) throws IOException {
    file(name + ".safetensors");
    assertThat(found()).containsExactly("file " + name + ".safetensors");
  }

  @Test
  void missingNumbersOfASetWithoutIndexAreNamed() throws IOException {
    file("m-00001-of-00003.safetensors");
    file("m-00003-of-00003.safetensors");
    assertThat(onlySet().findings())
        .extracting(Finding::message)
        .containsExactly(
            "According to the file names in the folder "
                + folder.getFileName()
                + ", 1 of 3 shards is missing: m-00002-of-00003.safetensors. Download the missing"
                + " shards again; their tensors cannot be loaded.");
    assertThat(onlySet().isRefused()).isTrue();
  }

  @Test
  void variantsAndTotalsMakeSetsOfTheirOwn() throws IOException {
    for (String name : new String[] {"m-%d-of-00002", "m.fp16-%d-of-00002", "m-%d-of-00003"}) {
      file(name.replace("%d", "00001") + ".safetensors");
      file(name.replace("%d", "00002") + ".safetensors");
    }
    assertThat(found())
        .containsExactly(
            "set m.fp16.safetensors.index.json",
            "set m.safetensors.index.json",
            "set m-of-00003.safetensors.index.json");
  }

  @Test
  void whatIsLeftOfAnotherVersionOfAnIndexedSetIsNoSetOfItsOwn() throws IOException {
    file("m-00001-of-00005.safetensors");
    file("m-00001-of-00002.safetensors");
    file("m-00002-of-00002.safetensors");
    SampleFiles.writeIndex(
        folder.resolve("m.safetensors.index.json"),
        "m-00001-of-00002.safetensors",
        "m-00002-of-00002.safetensors");
    assertThat(found())
        .containsExactly("set m.safetensors.index.json", "file m-00001-of-00005.safetensors");
  }

  @Test
  void aFileNamedLikeTheShardsOfAnIndexedSetIsALoneFile() throws IOException {
    file("m-00001-of-00002.safetensors");
    file("m-00002-of-00002.safetensors");
    SampleFiles.writeIndex(
        folder.resolve("m.safetensors.index.json"), "m-00001-of-00002.safetensors");
    assertThat(found())
        .containsExactly("set m.safetensors.index.json", "file m-00002-of-00002.safetensors");
  }
}
