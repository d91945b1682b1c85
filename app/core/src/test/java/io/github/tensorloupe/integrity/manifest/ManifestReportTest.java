package io.github.tensorloupe.integrity.manifest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.integrity.manifest.ManifestReport.FileChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange.Kind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SampleBytes;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ManifestReportTest {

  @TempDir private Path folder;

  private Path file() throws IOException {
    return abc().write(folder.resolve("m.safetensors"));
  }

  private static TensorFiles abc() {
    return new TensorFiles().floats("a", 1, 2).floats("b", 3, 4).floats("c", 5);
  }

  private static void flipByteOf(String name, Path path) throws IOException {
    long offset;
    try (TensorFile file = TensorFile.open(path)) {
      offset =
          file.data(file.header().tensor(name).orElseThrow()).orElseThrow().range().begin() + 1;
    }
    try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
      access.seek(offset);
      int value = access.read();
      access.seek(offset);
      access.write(value ^ 0x10);
    }
  }

  @Test
  void untouchedFileIsEqualThroughout() throws IOException {
    ManifestReport report = Manifests.check(Manifests.manifest(file()), file());

    assertThat(report.isEqual()).isTrue();
    assertThat(report.isIntact()).isTrue();
    assertThat(report.count(Kind.EQUAL)).isEqualTo(3);
    assertThat(Manifests.files(report)).containsExactly(FileChange.Kind.EQUAL);
  }

  @Test
  void flippedBitIsFoundByTheNameOfItsTensor() throws IOException {
    Manifest manifest = Manifests.manifest(file());
    flipByteOf("b", folder.resolve("m.safetensors"));

    ManifestReport report = Manifests.check(manifest, folder.resolve("m.safetensors"));

    assertThat(Manifests.differences(report)).containsExactly(Map.entry("b", Kind.CHANGED));
    assertThat(report.isIntact()).isFalse();
    assertThat(Manifests.files(report)).containsExactly(FileChange.Kind.EQUAL);
  }

  @Test
  void damagedFileIsNotReportedAsAnotherModel() throws IOException {
    Manifest manifest = Manifests.manifest(file());
    for (String name : List.of("a", "b", "c")) {
      flipByteOf(name, folder.resolve("m.safetensors"));
      ManifestReport report = Manifests.check(manifest, folder.resolve("m.safetensors"));
      assertThat(report.describesOtherCheckpoint()).isFalse();
    }
  }

  @Test
  void manifestOfAnotherFileIsKnownByNameOrByContent() throws IOException {
    Manifest manifest = Manifests.manifest(file());
    TensorFiles others = new TensorFiles().floats("a", 7, 8).floats("x", 9);

    ManifestReport named =
        Manifests.check(manifest, abc().floats("d", 1).write(folder.resolve("n.safetensors")));
    assertThat(named.describesOtherCheckpoint()).as("nothing is lost").isFalse();
    ManifestReport report =
        Manifests.check(manifest, others.write(folder.resolve("o.safetensors")));
    assertThat(report.describesOtherCheckpoint()).isTrue();
    assertThat(report.oldNames()).containsExactly("m.safetensors");
    assertThat(report.currentNames()).containsExactly("o.safetensors");
    ManifestReport sameName =
        Manifests.check(manifest, others.write(folder.resolve("m.safetensors")));
    assertThat(sameName.describesOtherCheckpoint()).isTrue();
  }

  @Test
  void editedMetadataLeaveAllTensorsEqual() throws IOException {
    Manifest manifest = Manifests.manifest(file());
    Path edited = abc().metadata("title", "long ".repeat(100)).write(folder.resolve("e"));

    ManifestReport report = Manifests.check(manifest, edited);

    assertThat(report.isEqual()).isTrue();
    assertThat(Manifests.files(report)).containsExactly(FileChange.Kind.HEADER_CHANGED);
  }

  @Test
  void sameContentUnderAnotherNameIsRenamed() throws IOException {
    Manifest manifest = Manifests.manifest(file());
    Path renamed =
        new TensorFiles()
            .floats("a", 1, 2)
            .floats("z", 3, 4)
            .floats("c", 5)
            .write(folder.resolve("m.safetensors"));

    ManifestReport report = Manifests.check(manifest, renamed);

    assertThat(Manifests.differences(report)).containsOnlyKeys("c", "z");
    assertThat(Manifests.differences(report)).containsEntry("z", Kind.RENAMED);
    assertThat(Manifests.differences(report)).containsEntry("c", Kind.MOVED);
    assertThat(report.isIntact()).isTrue();
  }

  @Test
  void anotherDtypeOrShapeOfTheSameBytesIsAChange() throws IOException {
    Manifest manifest = Manifests.manifest(file());
    Path other =
        new TensorFiles()
            .tensor("a", Dtype.F32, new byte[] {0, 0, (byte) 0x80, 0x3f, 0, 0, 0, 0x40}, 2, 1)
            .floats("b", 3, 4)
            .floats("c", 5)
            .write(folder.resolve("m.safetensors"));

    assertThat(Manifests.differences(Manifests.check(manifest, other)))
        .containsExactly(Map.entry("a", Kind.CHANGED));
  }

  @Test
  void lostShardLosesItsTensorsAndNoOthers() throws IOException {
    Path set = set();
    Manifest manifest = Manifests.manifest(set);
    Files.delete(set.resolve("m-2.safetensors"));

    ManifestReport report = Manifests.check(manifest, set);

    assertThat(Manifests.differences(report)).containsExactly(Map.entry("y", Kind.MISSING));
    assertThat(Manifests.files(report))
        .containsExactly(FileChange.Kind.EQUAL, FileChange.Kind.MISSING);
  }

  private Path set() throws IOException {
    Path set = Files.createDirectory(folder.resolve("set"));
    Files.write(
        set.resolve("m.safetensors.index.json"),
        SampleBytes.index("x", "m-1.safetensors", "y", "m-2.safetensors"));
    new TensorFiles().floats("x", 1).write(set.resolve("m-1.safetensors"));
    new TensorFiles().floats("y", 2).write(set.resolve("m-2.safetensors"));
    return set;
  }

  /// The names are not valid UTF-8, so that both are displayed as the same text.
  @Test
  void filesWithIdenticallyDisplayedNamesAreDistinguished() throws IOException {
    Path set = Files.createDirectory(folder.resolve("names"));
    Path first = Path.of(URI.create(set.toUri() + "m%fe.safetensors"));
    Path second = Path.of(URI.create(set.toUri() + "m%ff.safetensors"));
    assumeThat(first.getFileName().toString()).isEqualTo(second.getFileName().toString());
    new TensorFiles().floats("x", 1).write(first);
    new TensorFiles().floats("x", 2).metadata("k", "v").write(second);
    Manifest manifest = Manifests.manifest(set);

    ManifestReport equal = Manifests.check(manifest, set);
    Files.delete(first);
    new TensorFiles().floats("x", 1).write(set.resolve("n.safetensors"));
    ManifestReport moved = Manifests.check(manifest, set);

    assertThat(equal.isEqual()).isTrue();
    assertThat(Manifests.files(equal))
        .containsExactly(FileChange.Kind.EQUAL, FileChange.Kind.EQUAL);
    assertThat(moved.tensors())
        .extracting(TensorChange::kind)
        .containsExactlyInAnyOrder(Kind.EQUAL, Kind.MOVED);
    assertThat(Manifests.files(moved))
        .containsExactlyInAnyOrder(
            FileChange.Kind.EQUAL, FileChange.Kind.MISSING, FileChange.Kind.NEW);
  }

  @Test
  void namesWithTheSameHashCodeAreMatchedInTime() throws IOException {
    TensorFiles tensors = new TensorFiles();
    for (int i = 0; i < 1 << 16; i++) {
      String bits = Integer.toBinaryString(i + (1 << 16));
      tensors.floats(bits.replace("0", "Aa").replace("1", "BB"), 1);
    }
    Path path = tensors.write(folder.resolve("m.safetensors"));
    Manifest manifest = Manifests.manifest(path);

    ManifestReport report =
        assertTimeoutPreemptively(Duration.ofSeconds(30), () -> Manifests.check(manifest, path));

    assertThat(report.isEqual()).isTrue();
  }

  @Test
  void tensorInAnotherShardIsMoved() throws IOException {
    Path set = set();
    Manifest manifest = Manifests.manifest(set);
    new TensorFiles().floats("x", 1).floats("y", 2).write(set.resolve("m-1.safetensors"));
    new TensorFiles().floats("n", 3).write(set.resolve("m-2.safetensors"));

    ManifestReport report = Manifests.check(manifest, set);

    assertThat(Manifests.differences(report))
        .containsExactlyInAnyOrderEntriesOf(Map.of("y", Kind.MOVED, "n", Kind.NEW));
  }

  @Test
  void tensorsWithTheSameNameAreDistinguishedByContent() throws IOException {
    Path before = Files.createDirectory(folder.resolve("before"));
    new TensorFiles().floats("x", 1).write(before.resolve("a.safetensors"));
    new TensorFiles().floats("x", 2).write(before.resolve("b.safetensors"));
    Path after = Files.createDirectory(folder.resolve("after"));
    new TensorFiles().floats("x", 2).write(after.resolve("c.safetensors"));
    new TensorFiles().floats("x", 1).write(after.resolve("d.safetensors"));

    ManifestReport report = Manifests.check(Manifests.manifest(before), after);

    assertThat(report.count(Kind.MOVED)).isEqualTo(2);
    assertThat(report.isIntact()).isTrue();
  }

  @Test
  void truncatedTensorIsNotReportedAsChanged() throws IOException {
    Path path = file();
    Manifest manifest = Manifests.manifest(path);
    try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
      access.setLength(access.length() - 1);
    }

    ManifestReport report = Manifests.check(manifest, path);

    assertThat(Manifests.differences(report)).containsExactly(Map.entry("c", Kind.CUT));
    assertThat(Manifests.files(report)).containsExactly(FileChange.Kind.LENGTH_CHANGED);
    assertThat(Manifests.manifest(path).tensorCount()).isEqualTo(2);
  }

  @Test
  void loneFileMayHaveAnotherNameAndShardsMayNot() throws IOException {
    Manifest manifest = Manifests.manifest(file());

    assertThat(Manifests.check(manifest, abc().write(folder.resolve("copy"))).isEqual()).isTrue();

    Path set = set();
    Manifest ofSet = Manifests.manifest(set);
    Files.move(set.resolve("m-1.safetensors"), set.resolve("n.safetensors"));
    Files.write(
        set.resolve("m.safetensors.index.json"),
        SampleBytes.index("x", "n.safetensors", "y", "m-2.safetensors"));
    assertThat(Manifests.differences(Manifests.check(ofSet, set)))
        .containsExactly(Map.entry("x", Kind.MOVED));
  }

  @Test
  void sameNameInTwoFilesOfAFolderIsTwoTensors() throws IOException {
    Path many = Files.createDirectories(folder.resolve("many/sub")).getParent();
    new TensorFiles().floats("x", 1).write(many.resolve("a.safetensors"));
    new TensorFiles().floats("x", 2).write(many.resolve("sub/a.safetensors"));
    Manifest manifest = Manifests.manifest(many);
    flipByteOf("x", many.resolve("sub/a.safetensors"));

    ManifestReport report = Manifests.check(manifest, many);

    assertThat(report.tensors())
        .filteredOn(tensor -> tensor.kind() == Kind.CHANGED)
        .extracting(TensorChange::file)
        .containsExactly("sub/a.safetensors");
  }

  @Test
  void lossOfOneOfTwoEqualTensorsIsReported() throws IOException {
    Manifest manifest =
        Manifests.manifest(
            new TensorFiles().floats("a", 1, 2).floats("b", 1, 2).write(folder.resolve("m")));

    for (String left : new String[] {"a", "b"}) {
      Path now = new TensorFiles().floats(left, 1, 2).write(folder.resolve("m"));
      ManifestReport report = Manifests.check(manifest, now);

      assertThat(report.count(Kind.MISSING)).as(left).isEqualTo(1);
      assertThat(report.count(Kind.RENAMED)).as(left).isZero();
      assertThat(report.isIntact()).as(left).isFalse();
    }
  }

  @Test
  void copyOfATensorIsNewAndTheTensorIsEqual() throws IOException {
    Manifest manifest =
        Manifests.manifest(new TensorFiles().floats("a", 1, 2).write(folder.resolve("m")));
    Path now = new TensorFiles().floats("a", 1, 2).floats("b", 1, 2).write(folder.resolve("m"));

    ManifestReport report = Manifests.check(manifest, now);

    assertThat(Manifests.differences(report)).containsExactly(Map.entry("b", Kind.NEW));
    assertThat(report.count(Kind.EQUAL)).isEqualTo(1);
  }

  @Test
  void otherContentUnderTheSameNameInAnotherShardIsAChange() throws IOException {
    Path set = set();
    Manifest manifest = Manifests.manifest(set);
    new TensorFiles().floats("x", 1).floats("y", 3).write(set.resolve("m-1.safetensors"));
    Files.delete(set.resolve("m-2.safetensors"));

    assertThat(Manifests.differences(Manifests.check(manifest, set)))
        .containsExactly(Map.entry("y", Kind.CHANGED));
  }

  @Test
  void emptyTensorsAreNotKnownAgainByTheirContent() throws IOException {
    Manifest manifest =
        Manifests.manifest(new TensorFiles().floats("a").write(folder.resolve("m")));
    Path now = new TensorFiles().floats("b").write(folder.resolve("m"));

    assertThat(Manifests.differences(Manifests.check(manifest, now)))
        .containsExactlyInAnyOrderEntriesOf(Map.of("a", Kind.MISSING, "b", Kind.NEW));
  }

  /// A generated checkpoint in one or two files of a folder.
  private record GeneratedCheckpoint(Map<String, byte[]> first, Map<String, byte[]> second) {

    static GeneratedCheckpoint random(Random random) {
      GeneratedCheckpoint generated =
          new GeneratedCheckpoint(new LinkedHashMap<>(), new LinkedHashMap<>());
      int count = 1 + random.nextInt(12);
      for (int i = 0; i < count; i++) {
        byte[] bytes = new byte[1 + random.nextInt(3000)];
        random.nextBytes(bytes);
        (random.nextBoolean() ? generated.first : generated.second)
            .put("\u202e" + random.nextInt(1000) + "." + i, bytes);
      }
      return generated;
    }

    GeneratedCheckpoint copy() {
      return new GeneratedCheckpoint(new LinkedHashMap<>(first), new LinkedHashMap<>(second));
    }

    void write(Path folder, Random random) throws IOException {
      write(first, folder.resolve("a.safetensors"), random);
      write(second, folder.resolve("b.safetensors"), random);
    }

    private static void write(Map<String, byte[]> tensors, Path file, Random random)
        throws IOException {
      TensorFiles files = new TensorFiles();
      tensors.forEach((name, bytes) -> files.tensor(name, Dtype.U8, bytes, bytes.length));
      files.metadata("k", "v".repeat(random.nextInt(300))).write(file);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12})
  void everyKindOfDifferenceIsFoundInRandomCheckpoints(long seed) throws IOException {
    Random random = new Random(seed);
    GeneratedCheckpoint generated = GeneratedCheckpoint.random(random);
    generated.write(folder, random);
    Manifest manifest = Manifests.manifest(folder);
    GeneratedCheckpoint changed = generated.copy();
    Map<String, Kind> expected = new HashMap<>();
    Set<String> names = new HashSet<>(generated.first.keySet());
    names.addAll(generated.second.keySet());
    for (String name : names) {
      Map<String, byte[]> home = changed.first.containsKey(name) ? changed.first : changed.second;
      Map<String, byte[]> other = home == changed.first ? changed.second : changed.first;
      byte[] bytes = home.get(name);
      switch (random.nextInt(6)) {
        case 0 -> {
          byte[] flipped = bytes.clone();
          flipped[random.nextInt(flipped.length)] ^= (byte) (1 << random.nextInt(8));
          home.put(name, flipped);
          expected.put(name, Kind.CHANGED);
        }
        case 1 -> {
          home.remove(name);
          expected.put(name, Kind.MISSING);
        }
        case 2 -> {
          home.remove(name);
          home.put("renamed " + name, bytes);
          expected.put("renamed " + name, Kind.RENAMED);
        }
        case 3 -> {
          home.remove(name);
          other.put(name, bytes);
          expected.put(name, Kind.MOVED);
        }
        default -> {}
      }
    }
    changed.second.put("new", new byte[4000]);
    expected.put("new", Kind.NEW);
    changed.write(folder, random);

    ManifestReport report = Manifests.check(manifest, folder);

    // Tensors that stay in their file may have different data offsets.
    Map<String, Kind> found = new TreeMap<>(Manifests.differences(report));
    found.entrySet().removeIf(e -> e.getValue() == Kind.MOVED && !expected.containsKey(e.getKey()));
    assertThat(found).containsExactlyInAnyOrderEntriesOf(expected);
  }

  @Test
  void comparisonIsCancelledBeforeItsEnd() throws IOException {
    Manifest manifest = Manifests.manifest(set());
    AtomicInteger checkCount = new AtomicInteger();
    ManifestReport.of(manifest, manifest, () -> checkCount.incrementAndGet() < 0);
    assertThat(checkCount).hasValueGreaterThan(2 * (int) manifest.tensorCount());

    assertThatThrownBy(
            () -> ManifestReport.of(manifest, manifest, () -> checkCount.decrementAndGet() <= 0))
        .isInstanceOf(CancellationException.class);
  }
}
