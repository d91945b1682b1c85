package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CheckpointTest {

  @TempDir Path folder;

  private static Checkpoint open(Path path) throws IOException {
    return Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
  }

  private Path file(String name, String... tensors) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return SampleFiles.write(file, tensors);
  }

  private Path index(String name, String... shardNames) throws IOException {
    return SampleFiles.writeIndex(folder.resolve(name), shardNames);
  }

  private static List<String> names(Checkpoint checkpoint) {
    return checkpoint.tensors().stream().map(tensor -> tensor.info().name()).toList();
  }

  private static List<FindingCode> codes(Checkpoint checkpoint) {
    return checkpoint.findings().stream().map(Finding::code).toList();
  }

  @Test
  void aFileIsACheckpointOfOneFile() throws IOException {
    Path path = file("m.safetensors", "b", "a");
    try (Checkpoint checkpoint = open(path)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.SAFETENSORS);
      assertThat(checkpoint.path()).isEqualTo(path);
      assertThat(checkpoint.files()).singleElement().extracting(TensorFile::path).isEqualTo(path);
      assertThat(names(checkpoint)).containsExactly("b", "a");
      assertThat(checkpoint.findings()).isEmpty();
    }
  }

  @Test
  void aTensorOfACheckpointHasItsBytes() throws IOException {
    file("m1.safetensors", "a");
    file("m2.safetensors", "b", "c");
    Path index = index("m.safetensors.index.json", "m1.safetensors", "m2.safetensors");
    try (Checkpoint checkpoint = open(index)) {
      TensorData data = checkpoint.tensor("c").orElseThrow().data().orElseThrow();
      assertThat(data.file().readLittleEndian(data.range().begin(), 2)).isEqualTo(0x0403);
      assertThat(checkpoint.tensor("d")).isEmpty();
    }
  }

  /// Writes an index that is large enough to be read while shards are opened.
  private Path largeIndex(String... shardNames) throws IOException {
    Path index = index("m.safetensors.index.json", shardNames);
    String padding = " ".repeat((int) CheckpointOpener.LARGE_INDEX_BYTES);
    return Files.writeString(index, Files.readString(index) + padding);
  }

  @Test
  void largeIndexYieldsTheSameFilesInTheSameOrder() throws IOException {
    file("m-00001-of-00002.safetensors", "b");
    file("m-00002-of-00002.safetensors", "a");
    file("other.safetensors", "c");
    Path index =
        largeIndex(
            "m-00002-of-00002.safetensors", "other.safetensors", "m-00001-of-00002.safetensors");
    for (Path path : List.of(index, folder)) {
      try (Checkpoint checkpoint = open(path)) {
        assertThat(checkpoint.kind()).isEqualTo(FileKind.SET);
        assertThat(checkpoint.path()).isEqualTo(index);
        assertThat(names(checkpoint)).containsExactly("b", "a", "c");
        assertThat(checkpoint.parts()).hasSize(1);
        assertThat(checkpoint.tensor("a").orElseThrow().data()).isPresent();
      }
    }
  }

  @Test
  void aShardThatALargeIndexDoesNotNameIsNoneOfTheSet() throws IOException {
    file("m-00001-of-00002.safetensors", "b");
    file("m-00002-of-00002.safetensors", "a");
    file("sub/m.safetensors", "c");
    Path index = largeIndex("m-00002-of-00002.safetensors");
    try (Checkpoint checkpoint = open(index)) {
      assertThat(names(checkpoint)).containsExactly("a");
    }
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(names(checkpoint)).containsExactly("a", "b", "c");
      assertThat(checkpoint.tensor("b").orElseThrow().data()).isPresent();
    }
  }

  @Test
  void aLargeIndexThatIsNoJsonStillOpensItsShards() throws IOException {
    file("m-00001-of-00001.safetensors", "b");
    Path index =
        Files.writeString(
            folder.resolve("m.safetensors.index.json"),
            "x".repeat((int) CheckpointOpener.LARGE_INDEX_BYTES));
    try (Checkpoint checkpoint = open(index)) {
      assertThat(names(checkpoint)).containsExactly("b");
      assertThat(codes(checkpoint)).containsExactly(FindingCode.INDEX_UNUSABLE);
    }
  }

  @Test
  void everyTensorIsFoundAtItsIndex() throws IOException {
    file("a.safetensors", "z", "y", "x");
    file("b.safetensors", "x", "y");
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(checkpoint.files()).hasSize(2);
      for (int index = 0; index < checkpoint.tensors().size(); index++) {
        assertThat(checkpoint.indexOf(checkpoint.tensors().get(index))).isEqualTo(index);
      }
    }
  }

  @Test
  void aTensorOfAnotherCheckpointHasNoIndex() throws IOException {
    try (Checkpoint one = open(file("a.safetensors", "x"));
        Checkpoint other = open(file("b.safetensors", "x"))) {
      assertThat(one.indexOf(other.tensors().getFirst())).isEqualTo(-1);
    }
  }

  @Test
  void aSetHoldsItsShardsInNaturalOrder() throws IOException {
    file("m10.safetensors", "c");
    file("m9.safetensors", "b");
    file("other.safetensors", "not of the set");
    Path index = index("m.safetensors.index.json", "m10.safetensors", "m9.safetensors");
    try (Checkpoint checkpoint = open(index)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.SET);
      assertThat(checkpoint.path()).isEqualTo(index);
      assertThat(names(checkpoint)).containsExactly("b", "c");
    }
  }

  @Test
  void aFolderOfOneSetIsThatSet() throws IOException {
    file("m1.safetensors", "a");
    Path index = index("m.safetensors.index.json", "m1.safetensors");
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.SET);
      assertThat(checkpoint.path()).isEqualTo(index);
    }
  }

  @Test
  void aFolderHoldsSetsFirstThenLoneFiles() throws IOException {
    file("a.safetensors", "lone");
    file("m1.safetensors", "in a set");
    file("sub/b.safetensors", "below");
    index("m.safetensors.index.json", "m1.safetensors", "missing.safetensors");
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.DIRECTORY);
      assertThat(checkpoint.path()).isEqualTo(folder);
      assertThat(names(checkpoint)).containsExactly("in a set", "lone", "below");
      assertThat(codes(checkpoint)).containsExactly(FindingCode.SHARD_MISSING);
    }
  }

  @Test
  void aShardOfTwoSetsIsOpenedOnce() throws IOException {
    file("m1.safetensors", "a");
    index("x.safetensors.index.json", "m1.safetensors");
    index("y.safetensors.index.json", "m1.safetensors");
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(names(checkpoint)).containsExactly("a");
      assertThat(SampleFiles.openCount(folder)).isEqualTo(1);
    }
  }

  @Test
  void aFolderWithNothingInItSaysSo() throws IOException {
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(codes(checkpoint)).containsExactly(FindingCode.NO_SAFETENSORS);
      assertThat(checkpoint.tensors()).isEmpty();
    }
  }

  @Test
  void aFolderWhoseOnlyFileCannotBeReadSaysOnlyThat() throws IOException {
    Files.createSymbolicLink(folder.resolve("gone.safetensors"), Path.of("nowhere"));
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(codes(checkpoint)).containsExactly(FindingCode.NOT_FOUND);
    }
  }

  @Test
  void aRefusedShardIsAFindingOfTheSetAndStaysOpen() throws IOException {
    file("m1.safetensors", "a", "b");
    SampleFiles.setLength(folder.resolve("m1.safetensors"), 130);
    Path index = index("m.safetensors.index.json", "m1.safetensors");
    try (Checkpoint checkpoint = open(index)) {
      assertThat(checkpoint.files()).hasSize(1);
      assertThat(checkpoint.findings())
          .extracting(Finding::message)
          .containsExactly(
              "The shard m1.safetensors is refused: MetadataIncompleteBuffer; the file continues"
                  + " after its last tensor: expected 117 bytes in all, found 130, 13 too many.");
      assertThat(names(checkpoint)).containsExactly("a", "b");
    }
  }

  @Test
  void aShardThatIsAFolderIsAFinding() throws IOException {
    file("m1.safetensors", "a");
    Files.createDirectory(folder.resolve("m2.safetensors"));
    Path index = index("m.safetensors.index.json", "m1.safetensors", "m2.safetensors");
    try (Checkpoint checkpoint = open(index)) {
      assertThat(names(checkpoint)).containsExactly("a");
      assertThat(checkpoint.findings())
          .singleElement()
          .satisfies(
              finding -> {
                assertThat(finding.code()).isEqualTo(FindingCode.SHARD_REFUSED);
                assertThat(finding.message())
                    .isEqualTo("The shard m2.safetensors cannot be read: it is a folder.");
              });
    }
  }

  @Test
  void anUnusableIndexOpensWithoutFiles() throws IOException {
    Path index = Files.writeString(folder.resolve("m.safetensors.index.json"), "no JSON");
    try (Checkpoint checkpoint = open(index)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.SET);
      assertThat(codes(checkpoint)).containsExactly(FindingCode.INDEX_UNUSABLE);
    }
  }

  @Test
  void nothingAtThePathIsAFailure() {
    assertThatThrownBy(() -> open(folder.resolve("m.safetensors")))
        .isInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(() -> open(folder.resolve("m.safetensors.index.json")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void reportsEveryFileAlsoTheUnreadableOnes() throws IOException {
    Files.createSymbolicLink(folder.resolve("a.safetensors"), Path.of("nowhere"));
    file("b.safetensors", "b");
    file("c.safetensors", "c");
    List<String> reports = new ArrayList<>();
    Checkpoint.open(folder, Cancellation.NEVER, (done, total) -> reports.add(done + " of " + total))
        .close();
    assertThat(reports).containsExactly("1 of 3", "2 of 3", "3 of 3");
  }

  @Test
  void cancellingClosesTheFilesThatWereOpen() throws IOException {
    file("a.safetensors", "a");
    file("b.safetensors", "b");
    file("c.safetensors", "c");
    AtomicInteger questions = new AtomicInteger();
    // The first check is before the search of the folder.
    assertThatThrownBy(
            () -> Checkpoint.open(folder, () -> questions.incrementAndGet() == 4, Progress.NONE))
        .isInstanceOf(CancellationException.class);
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void aFailureInTheMiddleClosesTheFilesThatWereOpen() throws IOException {
    file("a.safetensors", "a");
    file("b.safetensors", "b");
    Progress failing =
        (done, total) -> {
          throw new OutOfMemoryError("for the test");
        };
    assertThatThrownBy(() -> Checkpoint.open(folder, Cancellation.NEVER, failing))
        .isInstanceOf(OutOfMemoryError.class);
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void aSingleFileIsNotOpenedWhenCancelled() throws IOException {
    Path path = file("a.safetensors", "a");
    assertThatThrownBy(() -> Checkpoint.open(path, () -> true, Progress.NONE))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void closingClosesAllFiles() throws IOException {
    file("a.safetensors", "a");
    file("b.safetensors", "b");
    Checkpoint checkpoint = open(folder);
    assertThat(SampleFiles.openCount(folder)).isEqualTo(2);
    checkpoint.close();
    assertThat(SampleFiles.openCount(folder)).isZero();
    checkpoint.close();
  }

  @Test
  void whatItHoldsCannotBeChanged() throws IOException {
    try (Checkpoint checkpoint = open(file("a.safetensors", "a"))) {
      assertThatThrownBy(() -> checkpoint.tensors().clear())
          .isInstanceOf(UnsupportedOperationException.class);
      assertThatThrownBy(() -> checkpoint.files().clear())
          .isInstanceOf(UnsupportedOperationException.class);
    }
  }

  @Test
  void filesNamedLikeShardsOpenAsASetWithoutIndex() throws IOException {
    file("m-00003-of-00003.safetensors", "c");
    file("m-00001-of-00003.safetensors", "a");
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.SET);
      assertThat(checkpoint.path()).isEqualTo(folder);
      assertThat(names(checkpoint)).containsExactly("a", "c");
      assertThat(codes(checkpoint)).containsExactly(FindingCode.SHARD_NUMBER_GAP);
      CheckpointPart part = checkpoint.parts().getFirst();
      assertThat(part.isSet()).isTrue();
      assertThat(part.index()).isEmpty();
      assertThat(part.path()).isEqualTo(folder.resolve("m.safetensors.index.json"));
    }
  }

  @Test
  void missingNumbersThatTheIndexDoesNotNameAreNoRefusal() throws IOException {
    Path shard = file("m-00002-of-00003.safetensors", "b");
    Path index = folder.resolve("m.safetensors.index.json");
    SampleFiles.writeIndex(index, shard.getFileName().toString());
    try (Checkpoint checkpoint = open(index)) {
      assertThat(codes(checkpoint)).containsExactly(FindingCode.SHARD_NUMBER_GAP);
      assertThat(checkpoint.isBroken()).isTrue();
      assertThat(checkpoint.isRefused()).isFalse();
    }
  }

  @Test
  void aShardOpenedByItselfIsASingleFile() throws IOException {
    Path shard = file("m-00001-of-00003.safetensors", "a");
    try (Checkpoint checkpoint = open(shard)) {
      assertThat(checkpoint.kind()).isEqualTo(FileKind.SAFETENSORS);
      assertThat(checkpoint.parts().getFirst().isSet()).isFalse();
      assertThat(checkpoint.findings()).isEmpty();
    }
  }

  @Test
  void partsOfAFolderHaveTheirOwnFilesAndFindings() throws IOException {
    file("m-00001-of-00002.safetensors", "a");
    file("m-00002-of-00002.safetensors", "b");
    SampleFiles.setLength(folder.resolve("m-00002-of-00002.safetensors"), 20);
    index("m.safetensors.index.json", "m-00001-of-00002.safetensors", "missing.safetensors");
    file("sub/b.safetensors", "below");
    try (Checkpoint checkpoint = open(folder)) {
      assertThat(checkpoint.parts())
          .extracting(CheckpointPart::label)
          .containsExactly("m", "m-00002-of-00002.safetensors", "sub/b.safetensors");
      assertThat(checkpoint.parts().getFirst().findings())
          .extracting(Finding::code)
          .containsExactly(FindingCode.SHARD_MISSING);
      assertThat(checkpoint.parts().getLast().findings()).isEmpty();
      assertThat(checkpoint.parts().getLast().files())
          .containsExactly(checkpoint.files().getLast());
    }
  }
}
