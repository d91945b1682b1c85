package io.github.tensorloupe.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.TensorInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TensorFileTest {

  @TempDir Path folder;

  private TensorFile open(byte[] bytes) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("file.safetensors"), bytes));
  }

  private static Optional<ByteRange> range(TensorFile file, String tensor) {
    TensorInfo info = file.header().tensor(tensor).orElseThrow();
    return file.data(info).map(TensorData::range);
  }

  @Test
  void intactFileReturnsItsTensorsAndTheirBytes() throws IOException {
    Path path = SampleFiles.write(folder.resolve("m.safetensors"), "a", "b");
    try (TensorFile file = TensorFile.open(path)) {
      long dataStart = Files.size(path) - 4;
      assertThat(file.isRefused()).isFalse();
      assertThat(file.path()).isEqualTo(path);
      assertThat(file.dataLength()).hasValue(4);
      assertThat(range(file, "b")).hasValue(new ByteRange(dataStart + 2, dataStart + 4));
      TensorData b = file.data(file.header().tensors().getLast()).orElseThrow();
      assertThat(b.isComplete()).isTrue();
      assertThat(file.bytes().read(b.range().begin(), 2)).containsExactly(3, 4);
    }
  }

  @Test
  void aTruncatedFileKeepsWhatIsThereOfItsTensors() throws IOException {
    String header =
        "{%s,%s,%s,%s}"
            .formatted(
                SampleFiles.entry("whole", 4, 0, 4),
                SampleFiles.entry("cut", 4, 4, 8),
                SampleFiles.entry("lost", 4, 8, 12),
                SampleFiles.entry("empty", 0, 12, 12));
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[6]))) {
      long dataStart = file.reading().dataStart().orElseThrow();
      assertThat(file.reading().loadError()).hasValue(LoadError.METADATA_INCOMPLETE_BUFFER);
      assertThat(range(file, "whole")).hasValue(new ByteRange(dataStart, dataStart + 4));
      assertThat(range(file, "cut")).hasValue(new ByteRange(dataStart + 4, dataStart + 6));
      assertThat(range(file, "lost")).isEmpty();
      assertThat(range(file, "empty")).isEmpty();
      TensorInfo cut = file.header().tensor("cut").orElseThrow();
      assertThat(file.data(cut).orElseThrow().isComplete()).isFalse();
    }
  }

  @Test
  void aTensorThatBeginsWhereTheFileIsCutIsLost() throws IOException {
    String header =
        "{%s,%s}"
            .formatted(SampleFiles.entry("whole", 4, 0, 4), SampleFiles.entry("lost", 4, 4, 8));
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[4]))) {
      assertThat(range(file, "whole")).isPresent();
      assertThat(range(file, "lost")).isEmpty();
    }
  }

  @Test
  void anEmptyTensorAtTheEndHasItsEmptyRange() throws IOException {
    String header =
        "{%s,%s}"
            .formatted(SampleFiles.entry("whole", 4, 0, 4), SampleFiles.entry("empty", 0, 4, 4));
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[4]))) {
      assertThat(range(file, "empty").map(ByteRange::byteCount)).hasValue(0L);
    }
  }

  @Test
  void invalidDataOffsetsHaveNoData() throws IOException {
    String header =
        "{%s,%s,%s}"
            .formatted(
                SampleFiles.entry("backwards", 4, 4, 0),
                // 2^64 - 1 must not be read as -1.
                SampleFiles.entry("huge", 4, 0, 0).replace("[0,0]", "[18446744073709551615,2]"),
                SampleFiles.entry("far", 1, 0, 0)
                    .replace("[0,0]", "[18446744073709551614,18446744073709551615]"));
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[8]))) {
      assertThat(file.isRefused()).isTrue();
      assertThat(range(file, "backwards")).isEmpty();
      assertThat(range(file, "huge")).isEmpty();
      assertThat(range(file, "far")).isEmpty();
    }
  }

  @Test
  void aTensorOfUnsignedLengthIsCutAtTheEndOfTheFile() throws IOException {
    String header =
        "{" + SampleFiles.entry("t", 4, 0, 0).replace("[0,0]", "[0,18446744073709551615]") + "}";
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[8]))) {
      assertThat(range(file, "t").map(ByteRange::byteCount)).hasValue(8L);
      TensorInfo tensor = file.header().tensors().getFirst();
      assertThat(file.data(tensor).orElseThrow().isComplete()).isFalse();
    }
  }

  @Test
  void overlappingTensorsKeepTheirOwnBytes() throws IOException {
    String header =
        "{%s,%s}".formatted(SampleFiles.entry("a", 4, 0, 4), SampleFiles.entry("b", 4, 2, 6));
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[6]))) {
      assertThat(file.reading().loadError()).hasValue(LoadError.INVALID_OFFSET);
      assertThat(range(file, "a").map(ByteRange::byteCount)).hasValue(4L);
      assertThat(range(file, "b").map(ByteRange::byteCount)).hasValue(4L);
    }
  }

  @Test
  void aHeaderThatBreaksOffKeepsTheTensorsBeforeThePlace() throws IOException {
    String header = "{" + SampleFiles.entry("a", 2, 0, 2) + ",\"b\":nonsense}";
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[4]))) {
      assertThat(file.reading().loadError()).hasValue(LoadError.INVALID_HEADER_DESERIALIZATION);
      assertThat(file.kind()).isEqualTo(FileKind.SAFETENSORS);
      assertThat(range(file, "a")).isPresent();
    }
  }

  @Test
  void aFileCutInItsHeaderKeepsTheNamesButNoData() throws IOException {
    byte[] whole = SampleFiles.bytes(SampleFiles.header("a", "b"), new byte[4]);
    try (TensorFile file = open(Arrays.copyOf(whole, whole.length - 20))) {
      assertThat(file.reading().loadError()).hasValue(LoadError.INVALID_HEADER_LENGTH);
      assertThat(file.header().tensors()).extracting(TensorInfo::name).contains("a");
      assertThat(file.dataLength()).isEmpty();
      assertThat(range(file, "a")).isEmpty();
      assertThat(file.findings()).extracting(Finding::code).contains(FindingCode.TRUNCATED);
    }
  }

  @Test
  void aHeaderAboveTheLimitIsRefusedAndReadAllTheSame() throws IOException {
    String header = SampleFiles.header("a") + " ".repeat(100_000_000);
    try (TensorFile file = open(SampleFiles.bytes(header, new byte[] {1, 2}))) {
      assertThat(file.reading().loadError()).hasValue(LoadError.HEADER_TOO_LARGE);
      assertThat(file.kind()).isEqualTo(FileKind.SAFETENSORS);
      assertThat(range(file, "a").map(ByteRange::byteCount)).hasValue(2L);
    }
  }

  @Test
  void aHeaderThatLoadsButDoesNotFitIntoTheMemoryIsAFailure() throws IOException {
    Path path = SampleFiles.write(folder.resolve("m.safetensors"), "a");
    FileBytes bytes = FileBytes.open(path);
    assertThatThrownBy(() -> TensorFile.read(bytes, byteCount -> byteCount < 10))
        .isInstanceOf(NotEnoughMemoryException.class)
        .hasMessageContaining("read %d bytes".formatted(Files.size(path) - 10));
    assertThat(SampleFiles.openCount(folder)).isZero();
  }

  @Test
  void memoryThatRunsOutOverAHeaderIsAFailure() throws IOException {
    Path path = SampleFiles.write(folder.resolve("m.safetensors"), "a");
    FakeChannel channel = FakeChannel.open(path);
    channel.trouble(
        byteOffset -> {
          if (byteOffset > 0) {
            throw new OutOfMemoryError("for the test");
          }
        });
    FileBytes bytes = channel.asFile(path);
    assertThatThrownBy(() -> TensorFile.read(bytes, byteCount -> true))
        .isInstanceOf(NotEnoughMemoryException.class);
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aRefusedHeaderThatDoesNotFitIntoTheMemoryIsLeftOut() throws IOException {
    byte[] whole = SampleFiles.bytes(SampleFiles.header("a"), new byte[2]);
    Path path = Files.write(folder.resolve("m"), Arrays.copyOf(whole, whole.length - 5));
    try (TensorFile file = TensorFile.read(FileBytes.open(path), byteCount -> false)) {
      assertThat(file.reading().loadError()).hasValue(LoadError.INVALID_HEADER_LENGTH);
      assertThat(file.header().tensors()).isEmpty();
      assertThat(file.findings())
          .extracting(Finding::code)
          .containsExactly(FindingCode.NOT_ENOUGH_MEMORY, FindingCode.INVALID_HEADER_LENGTH);
    }
  }

  @Test
  void bytesThatAreNoHeaderAreNotReadAsOne() throws IOException {
    byte[] text = "some text that is longer than eight bytes".repeat(1000).getBytes(UTF_8);
    Path path = Files.write(folder.resolve("m"), text);
    FakeChannel channel = FakeChannel.open(path);
    try (TensorFile file = TensorFile.read(channel.asFile(path), byteCount -> true)) {
      assertThat(file.kind()).isEqualTo(FileKind.TEXT);
      // Archives and HDF5 files are recognized by a few bytes elsewhere.
      assertThat(channel.bytesRead()).isLessThan(3 * Sample.HEAD_BYTES);
    }
  }

  @Test
  void aFileThatIsNotThereIsAFailure() {
    assertThatThrownBy(() -> TensorFile.open(folder.resolve("none")))
        .isInstanceOf(NoSuchFileException.class);
  }

  @Test
  void aFailureWhileOpeningLeavesNothingOpen() throws IOException {
    Path path = SampleFiles.write(folder.resolve("m.safetensors"), "a");
    FakeChannel channel = FakeChannel.open(path);
    channel.trouble(
        byteOffset -> {
          throw new IOException("Input/output error");
        });
    FileBytes bytes = channel.asFile(path);
    assertThatThrownBy(() -> TensorFile.read(bytes, byteCount -> true))
        .hasMessageContaining("Input/output error");
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void aFileThatShrinksWhileItIsOpenedIsAChangedFile() throws IOException {
    Path path = SampleFiles.write(folder.resolve("m.safetensors"), "a");
    FakeChannel channel = FakeChannel.open(path);
    FileBytes bytes = channel.asFile(path);
    channel.trouble(byteOffset -> SampleFiles.setLength(path, 20));
    assertThatThrownBy(() -> TensorFile.read(bytes, byteCount -> true))
        .isInstanceOf(FileChangedException.class);
    assertThat(channel.isOpen()).isFalse();
  }
}
