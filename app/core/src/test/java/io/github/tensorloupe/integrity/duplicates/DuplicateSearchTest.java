package io.github.tensorloupe.integrity.duplicates;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup.Filling;
import io.github.tensorloupe.integrity.duplicates.Duplicates.SharedName;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DuplicateSearchTest {

  private static final int LARGE = 200_000;

  @TempDir private Path folder;
  private final List<Checkpoint> opened = new ArrayList<>();

  @AfterEach
  void close() throws IOException {
    for (Checkpoint checkpoint : opened) {
      checkpoint.close();
    }
  }

  private static byte[] random(int seed, int count) {
    byte[] bytes = new byte[count];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private Duplicates search(Path path) throws IOException {
    return search(path, Cancellation.NEVER, Progress.NONE);
  }

  private Duplicates search(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    opened.add(checkpoint);
    return DuplicateSearch.run(checkpoint.files(), 2, cancellation, progress);
  }

  private Path write(TensorFiles files) throws IOException {
    return files.write(folder.resolve("m.safetensors"));
  }

  private static List<String> names(DuplicateGroup group) {
    return group.tensors().stream().map(tensor -> tensor.info().name()).sorted().toList();
  }

  @Test
  void tiedWeightsWrittenTwiceWasteTheirBytes() throws IOException {
    byte[] tied = random(1, LARGE);
    Duplicates found =
        search(
            write(
                new TensorFiles()
                    .tensor("embed", Dtype.U8, tied, LARGE)
                    .tensor("head", Dtype.U8, tied, LARGE)
                    .tensor("other", Dtype.U8, random(2, LARGE), LARGE)));

    assertThat(found.groups()).hasSize(1);
    assertThat(names(found.groups().getFirst())).containsExactly("embed", "head");
    assertThat(found.wastedBytes()).isEqualTo(LARGE);
  }

  @Test
  void aFileThatChangesAfterItsTensorsWereComparedIsAFailure() throws IOException {
    byte[] bytes = random(1, 64);
    Path file =
        write(new TensorFiles().tensor("a", Dtype.U8, bytes, 64).tensor("b", Dtype.U8, bytes, 64));
    AtomicInteger checks = new AtomicInteger();
    Cancellation counting =
        () -> {
          checks.incrementAndGet();
          return false;
        };
    assertThat(search(file, counting, Progress.NONE).groups()).hasSize(1);

    // The filling is determined last, after all tensors have been compared.
    int last = checks.getAndSet(0);
    Cancellation changing =
        () -> {
          if (checks.incrementAndGet() == last) {
            file.toFile().setLastModified(0);
          }
          return false;
        };
    assertThatThrownBy(() -> search(file, changing, Progress.NONE))
        .isInstanceOf(FileChangedException.class);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5_000, LARGE / 2 + 77, LARGE - 9_000, LARGE - 1})
  void tensorsThatDifferInOneBitAreNotDuplicates(int byteOffset) throws IOException {
    byte[] one = random(1, LARGE);
    byte[] other = one.clone();
    other[byteOffset] ^= 1;

    Duplicates found =
        search(
            write(
                new TensorFiles()
                    .tensor("a", Dtype.U8, one, LARGE)
                    .tensor("b", Dtype.U8, other, LARGE)));

    assertThat(found.groups()).isEmpty();
    assertThat(found.wastedBytes()).isZero();
  }

  @Test
  void sameBytesOfAnotherDtypeOrShapeAreEqualAndSaidToBe() throws IOException {
    byte[] bytes = random(1, 64);
    DuplicateGroup group =
        search(
                write(
                    new TensorFiles()
                        .tensor("a", Dtype.BF16, bytes, 32)
                        .tensor("b", Dtype.F32, bytes, 4, 4)))
            .groups()
            .getFirst();

    assertThat(group.hasOneDtype()).isFalse();
    assertThat(group.tensors()).extracting(tensor -> tensor.info().shape()).doesNotHaveDuplicates();
    assertThat(group.wastedBytes()).isEqualTo(64);
  }

  @Test
  void constantTensorsAreNamedAndNoWaste() throws IOException {
    byte[] ones = new byte[LARGE];
    for (int i = 0; i < LARGE; i += 2) {
      ones[i] = (byte) 0x80;
      ones[i + 1] = 0x3f;
    }
    Duplicates found =
        search(
            write(
                new TensorFiles()
                    .tensor("norm.1", Dtype.BF16, ones, LARGE / 2)
                    .tensor("norm.2", Dtype.BF16, ones, LARGE / 2)
                    .tensor("bias.1", Dtype.F32, new byte[400], 100)
                    .tensor("bias.2", Dtype.BF16, new byte[400], 200)
                    .tensor("scale.1", Dtype.F32, new byte[] {1, 2, 3, 4})
                    .tensor("scale.2", Dtype.F32, new byte[] {1, 2, 3, 4})));

    assertThat(found.groups())
        .extracting(DuplicateGroup::filling)
        .containsExactly(Filling.CONSTANT, Filling.ZEROS, Filling.CONSTANT);
    assertThat(found.wastedBytes()).isZero();
  }

  @Test
  void whatIsConstantForOneDtypeOnlyIsWaste() throws IOException {
    byte[] bytes = {1, 2, 1, 2, 1, 2, 1, 2};

    DuplicateGroup group =
        search(
                write(
                    new TensorFiles()
                        .tensor("a", Dtype.U16, bytes, 4)
                        .tensor("b", Dtype.U8, bytes, 8)))
            .groups()
            .getFirst();

    assertThat(group.filling()).isEqualTo(Filling.VALUES);
  }

  @Test
  void narrowElementsAreConstantByTheirBits() throws IOException {
    // 6-bit elements, each with the value 5: 000101 repeated.
    byte[] fives = {0x45, 0x51, 0x14, 0x45, 0x51, 0x14};
    byte[] nibbles = new byte[30];
    Arrays.fill(nibbles, (byte) 0x77);
    Duplicates found =
        search(
            write(
                new TensorFiles()
                    .tensor("a", Dtype.F6_E2M3, fives, 8)
                    .tensor("b", Dtype.F6_E2M3, fives, 8)
                    .tensor("c", Dtype.F4, nibbles, 60)
                    .tensor("d", Dtype.F4, nibbles, 60)));

    assertThat(found.groups())
        .extracting(DuplicateGroup::filling)
        .containsExactly(Filling.CONSTANT, Filling.CONSTANT);
  }

  @Test
  void emptyAndCutTensorsAreLeftOut() throws IOException {
    Path path =
        write(
            new TensorFiles()
                .floats("e1")
                .floats("e2")
                .tensor("a", Dtype.U8, new byte[] {1, 2}, 2)
                .tensor("b", Dtype.U8, new byte[] {1, 2}, 2));
    try (RandomAccessFile access = new RandomAccessFile(path.toFile(), "rw")) {
      access.setLength(access.length() - 1);
    }

    assertThat(search(path).groups()).isEmpty();
  }

  @Test
  void fileUnderTwoNamesWastesNothing() throws IOException {
    Path path = write(new TensorFiles().tensor("a", Dtype.U8, random(1, 100), 100));
    Files.createLink(folder.resolve("hard.safetensors"), path);
    Files.createSymbolicLink(folder.resolve("soft.safetensors"), path.getFileName());

    Duplicates linked = search(folder);
    assertThat(linked.groups().getFirst().tensors()).hasSize(3);
    assertThat(linked.groups().getFirst().storedCount()).isEqualTo(1);
    assertThat(linked.wastedBytes()).isZero();

    Files.copy(path, folder.resolve("copy.safetensors"));
    assertThat(search(folder).wastedBytes()).isEqualTo(100);
  }

  @Test
  void namesDroppedBySaveModelAreReported() throws IOException {
    Path path =
        write(
            new TensorFiles()
                .floats("embed.weight", 1)
                .floats("b", 2)
                .metadata("lm_head.weight", "embed.weight")
                .metadata("b", "embed.weight")
                .metadata("format", "pt"));

    assertThat(search(path).sharedNames())
        .extracting(SharedName::dropped, shared -> shared.kept().info().name())
        .containsExactly(tuple("lm_head.weight", "embed.weight"));
  }

  @Test
  void onlyTensorsOfTheSameLengthAreReadAndProgressEndsAtAllOfThem() throws IOException {
    AtomicLong last = new AtomicLong(-1);
    AtomicLong all = new AtomicLong();

    search(
        write(
            new TensorFiles()
                .tensor("a", Dtype.U8, random(1, LARGE), LARGE)
                .tensor("b", Dtype.U8, random(2, LARGE), LARGE)
                .tensor("c", Dtype.U8, random(3, LARGE + 1), LARGE + 1)),
        Cancellation.NEVER,
        (done, total) -> {
          last.accumulateAndGet(done, Math::max);
          all.set(total);
        });

    assertThat(all).hasValue(2L * LARGE);
    assertThat(last).hasValue(2L * LARGE);
  }

  @Test
  void cancellationEndsTheSearch() throws IOException {
    Path path =
        write(
            new TensorFiles()
                .tensor("a", Dtype.U8, random(1, LARGE), LARGE)
                .tensor("b", Dtype.U8, random(1, LARGE), LARGE));

    assertThatThrownBy(() -> search(path, () -> true, Progress.NONE))
        .isInstanceOf(CancellationException.class);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void groupsAreThoseOfEqualBytesInRandomCheckpoints(long seed) throws IOException {
    Random random = new Random(seed);
    Map<List<Byte>, List<String>> expected = new HashMap<>();
    for (int file = 0; file < 3; file++) {
      TensorFiles tensors = new TensorFiles();
      for (int i = 0; i < 15; i++) {
        byte[] bytes = random(random.nextInt(8), random.nextInt(4) == 0 ? 100 : 40_000);
        if (random.nextInt(3) == 0) {
          bytes[random.nextInt(bytes.length)] ^= 1;
        }
        String name = "t" + file + "." + i;
        tensors.tensor(name, Dtype.U8, bytes, bytes.length);
        List<Byte> key = new ArrayList<>();
        for (byte each : bytes) {
          key.add(each);
        }
        expected.computeIfAbsent(key, _ -> new ArrayList<>()).add(name);
      }
      tensors.write(folder.resolve(file + ".safetensors"));
    }

    Set<Set<String>> found =
        search(folder).groups().stream()
            .map(
                group ->
                    group.tensors().stream()
                        .map(TensorRef::info)
                        .map(info -> info.name())
                        .collect(Collectors.toSet()))
            .collect(Collectors.toSet());

    assertThat(found)
        .isEqualTo(
            expected.values().stream()
                .filter(names -> names.size() > 1)
                .map(Set::copyOf)
                .collect(Collectors.toSet()));
  }
}
