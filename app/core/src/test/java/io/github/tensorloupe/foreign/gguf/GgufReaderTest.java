package io.github.tensorloupe.foreign.gguf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.GgufBuilder;
import io.github.tensorloupe.testing.SparseFiles;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class GgufReaderTest {

  private static final int F32 = 0;
  private static final int Q8_0 = 8;
  private static final int I16 = 25;

  @TempDir private Path folder;

  private TensorFile open(GgufBuilder builder) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("a.bin"), builder.bytes()));
  }

  private static byte[] bytes(TensorFile file, String name) throws IOException {
    TensorInfo info = file.header().tensor(name).orElseThrow();
    TensorData data = file.data(info).orElseThrow();
    return data.file().read(data.range().begin(), (int) data.range().byteCount());
  }

  private static byte[] counting(int count) {
    byte[] bytes = new byte[count];
    for (int i = 0; i < count; i++) {
      bytes[i] = (byte) i;
    }
    return bytes;
  }

  @Test
  void dimensionsAreReversedAndBytesAreThoseInTheFile() throws IOException {
    GgufBuilder builder = new GgufBuilder(2, 0).tensor("b", F32, 32, 3, 2).tensor("a", I16, 0, 5);
    builder.align(32).raw(counting(32)).raw(counting(24));
    try (TensorFile file = open(builder)) {
      assertThat(file.kind()).isEqualTo(FileKind.GGUF);
      assertThat(file.isIntact()).isTrue();
      assertThat(file.tensorsInFileOrder()).extracting(TensorInfo::name).containsExactly("b", "a");
      TensorInfo matrix = file.header().tensor("b").orElseThrow();
      assertThat(matrix.shape()).isEqualTo(Shape.of(2, 3));
      assertThat(file.foreign(matrix).orElseThrow().begin()).hasValue(builder.size() - 24);
      assertThat(bytes(file, "b")).isEqualTo(counting(24));
      assertThat(bytes(file, "a")).isEqualTo(counting(10));
    }
  }

  @Test
  void blocksAreBytesWithTheLogicalShapeNextToThem() throws IOException {
    GgufBuilder builder = new GgufBuilder(1, 0).tensor("q", Q8_0, 0, 64, 3).align(32);
    try (TensorFile file = open(builder.raw(counting(204)))) {
      TensorInfo info = file.header().tensor("q").orElseThrow();
      assertThat(info.shape()).isEqualTo(Shape.of(3, 68));
      assertThat(file.foreign(info).orElseThrow().sourceShape()).contains(Shape.of(3, 64));
      assertThat(file.foreign(info).orElseThrow().sourceDtype()).isEqualTo("Q8_0");
    }
  }

  @Test
  void numbersOfBigEndianFilesAreReversedOnAccess() throws IOException {
    GgufBuilder builder = new GgufBuilder(ByteOrder.BIG_ENDIAN, 3, 3, 1).entry("n", 4).u32(7);
    builder.tensor("x", I16, 0, 3).tensor("i", 24, 32, 3).tensor("q", Q8_0, 64, 32);
    builder.align(32).raw(counting(6)).align(32).raw(counting(3)).align(32).raw(counting(34));
    try (TensorFile file = open(builder)) {
      assertThat(file.header().metadata().orElseThrow().entries()).containsEntry("n", "7");
      assertThat(bytes(file, "x")).isEqualTo(new byte[] {1, 0, 3, 2, 5, 4});
      assertThat(bytes(file, "i")).isEqualTo(counting(3));
      byte[] block = counting(34);
      block[0] = 1;
      block[1] = 0;
      assertThat(bytes(file, "q")).isEqualTo(block);
      TensorInfo bytes = file.header().tensor("i").orElseThrow();
      assertThat(file.foreign(bytes).orElseThrow().begin()).isPresent();
      TensorInfo numbers = file.header().tensor("x").orElseThrow();
      assertThat(file.foreign(numbers).orElseThrow().begin()).isEmpty();
    }
  }

  @Test
  void allValueTypesAreMetadata() throws IOException {
    GgufBuilder builder = new GgufBuilder(0, 16);
    builder.entry("u8", 0).u8(200).entry("i8", 1).u8(-5).entry("u16", 2).u16(-1);
    builder.entry("i16", 3).u16(-2).entry("u32", 4).u32(-1).entry("i32", 5).u32(-3);
    builder.entry("f32", 6).u32(Float.floatToIntBits(0.1f)).entry("yes", 7).u8(1);
    builder.entry("text", "ä\n").entry("u64", 10).u64(-1).entry("i64", 11).u64(-4);
    builder.entry("f64", 12).u64(Double.doubleToLongBits(0.1)).entry("no", 7).u8(0);
    builder.entry("list", 9).u32(8).u64(2).text("a").text("b");
    builder.entry("nested", 9).u32(9).u64(1).u32(1).u64(1).u8(-1);
    builder.entry("long", 9).u32(8).u64(101);
    IntStream.range(0, 101).forEach(i -> builder.text("token" + i));
    try (TensorFile file = open(builder)) {
      assertThat(file.isIntact()).isTrue();
      Map<String, String> entries = file.header().metadata().orElseThrow().entries();
      assertThat(entries)
          .hasToString(
              "{u8=200, i8=-5, u16=65535, i16=-2, u32=4294967295, i32=-3, f32=0.1, yes=true,"
                  + " text=ä\n, u64=18446744073709551615, i64=-4, f64=0.1, no=false, list.0=a,"
                  + " list.1=b, nested.0.0=-1}");
    }
  }

  @Test
  void longTextsAreCutAndTheNumberOfEntriesIsLimited() throws IOException {
    GgufBuilder builder = new GgufBuilder(0, 10_002).entry("text", "x".repeat(70_000));
    IntStream.range(0, 10_001).forEach(i -> builder.entry("k" + i, 0).u8(i));
    try (TensorFile file = open(builder)) {
      Map<String, String> entries = file.header().metadata().orElseThrow().entries();
      assertThat(entries).hasSize(10_000);
      assertThat(entries.get("text")).hasSize(1 << 16);
    }
  }

  @Test
  void descriptionNamesVersionArchitectureAndModelEvenOfAnIncompleteFile() throws IOException {
    GgufBuilder builder = new GgufBuilder(291, 24).entry("general.architecture", "llama");
    try (TensorFile file = open(builder.entry("general.name", "Tiny\nModel"))) {
      assertThat(file.isIntact()).isFalse();
      assertThat(file.reading().headerParsed()).isFalse();
      assertThat(file.description())
          .hasToString(
              "a GGUF file of version 3 with 291 tensors and 24 metadata entries, architecture"
                  + " \"llama\", name \"Tiny Model\"");
    }
  }

  @Test
  void declaredAlignmentMovesTheData() throws IOException {
    GgufBuilder builder = new GgufBuilder(1, 1).entry("general.alignment", 4).u32(256);
    builder.tensor("x", I16, 0, 2).align(256).raw(counting(4));
    try (TensorFile file = open(builder)) {
      assertThat(file.header().tensor("x").orElseThrow().begin()).isEqualTo(256);
      assertThat(bytes(file, "x")).isEqualTo(counting(4));
    }
  }

  static Stream<Arguments> unlistedFiles() {
    GgufBuilder deep = new GgufBuilder(0, 1).entry("k", 9);
    IntStream.range(0, 9).forEach(_ -> deep.u32(9).u64(1));
    GgufBuilder notUtf8 = new GgufBuilder(1, 0).u64(1).raw((byte) 0xff).u32(0).u32(0).u64(0);
    FindingCode malformed = FindingCode.GGUF_MALFORMED;
    return Stream.of(
        Arguments.of(FindingCode.GGUF_VERSION, "version 1", version(ByteOrder.LITTLE_ENDIAN, 1)),
        Arguments.of(FindingCode.GGUF_VERSION, "version 4", version(ByteOrder.LITTLE_ENDIAN, 4)),
        Arguments.of(FindingCode.GGUF_VERSION, "version 1", version(ByteOrder.BIG_ENDIAN, 1)),
        Arguments.of(FindingCode.GGUF_VERSION, "version 0", version(ByteOrder.BIG_ENDIAN, 0)),
        Arguments.of(malformed, "remain for all tensors", new GgufBuilder(Long.MAX_VALUE, 0)),
        Arguments.of(malformed, "remain for all tensors", new GgufBuilder(-1, 0)),
        Arguments.of(malformed, "before the end of the file", new GgufBuilder(0, -1)),
        Arguments.of(malformed, "found 2 before", new GgufBuilder(0, 1).u64(Long.MIN_VALUE).u16(0)),
        Arguments.of(malformed, "type 13 is unknown", new GgufBuilder(0, 1).entry("k", 13)),
        Arguments.of(malformed, "nested more than 8 deep", deep),
        Arguments.of(
            malformed, "only 0 bytes remain", new GgufBuilder(0, 1).entry("k", 9).u32(4).u64(1)),
        Arguments.of(
            malformed,
            "the key \"k\" is repeated",
            new GgufBuilder(0, 2).entry("k", "a").entry("k", "b")),
        Arguments.of(malformed, "the name is not UTF-8", notUtf8),
        Arguments.of(
            malformed,
            "at most 4 dimensions, found 5",
            new GgufBuilder(1, 0).tensor("x", F32, 0, 1, 1, 1, 1, 1)),
        Arguments.of(
            malformed,
            "more than 2⁶³ bytes",
            new GgufBuilder(1, 0).tensor("x", F32, 0, 1L << 31, 1L << 30)),
        Arguments.of(
            malformed,
            "more than 2⁶³ bytes",
            new GgufBuilder(1, 0).tensor("x", F32, 0, 1L << 32, 1L << 32)),
        Arguments.of(
            malformed, "not a multiple of 32", new GgufBuilder(1, 0).tensor("x", Q8_0, 0, 48)),
        Arguments.of(malformed, "not a multiple of 32", new GgufBuilder(1, 0).tensor("x", Q8_0, 0)),
        Arguments.of(
            FindingCode.DUPLICATE_TENSOR,
            "the name \"x\" is repeated",
            new GgufBuilder(2, 0).tensor("x", F32, 0, 1).tensor("x", F32, 32, 1)),
        Arguments.of(
            FindingCode.GGUF_ALIGNMENT,
            "not a power of two",
            new GgufBuilder(0, 1).entry("general.alignment", 4).u32(24)),
        Arguments.of(
            FindingCode.GGUF_ALIGNMENT,
            "not a power of two",
            new GgufBuilder(0, 1).entry("general.alignment", 10).u64(32)));
  }

  private static GgufBuilder version(ByteOrder order, int version) {
    return new GgufBuilder(order, version, 0, 0);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("unlistedFiles")
  void structuralErrorsLeaveNoTensors(FindingCode code, String part, GgufBuilder builder)
      throws IOException {
    try (TensorFile file = open(builder)) {
      assertThat(file.kind()).isEqualTo(FileKind.GGUF);
      assertThat(file.isIntact()).isFalse();
      assertThat(file.header().tensors()).isEmpty();
      assertThat(file.reading().headerParsed()).isFalse();
      Finding only = file.findings().getFirst();
      assertThat(file.findings()).hasSize(1);
      assertThat(only.code()).isEqualTo(code);
      assertThat(only.message()).contains(part);
    }
  }

  private static GgufBuilder two(int type, long offset) {
    GgufBuilder builder = new GgufBuilder(2, 0).tensor("x", F32, 0, 8);
    return builder.tensor("y", type, offset, 8).align(32).raw(counting(64));
  }

  static Stream<Arguments> damagedTensors() {
    return Stream.of(
        Arguments.of(FindingCode.GGUF_TENSOR_TYPE, two(4, 32), List.of("x")),
        Arguments.of(FindingCode.GGUF_ALIGNMENT, two(F32, 4), List.of("x", "y")),
        Arguments.of(FindingCode.TRUNCATED, two(F32, 64), List.of("x", "y")),
        Arguments.of(FindingCode.TRUNCATED, two(28, 32), List.of("x", "y")),
        Arguments.of(FindingCode.TRUNCATED, two(F32, -32), List.of("x", "y")),
        Arguments.of(FindingCode.TRUNCATED, two(F32, Long.MAX_VALUE - 31), List.of("x", "y")),
        Arguments.of(FindingCode.GGUF_OVERLAP, two(F32, 0), List.of("x", "y")));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("damagedTensors")
  void errorsOfOneTensorLeaveTheOthersReadable(
      FindingCode code, GgufBuilder builder, List<String> names) throws IOException {
    try (TensorFile file = open(builder)) {
      assertThat(file.isIntact()).isFalse();
      assertThat(file.findings()).extracting(Finding::code).containsExactly(code);
      assertThat(file.findings().getFirst().tensor()).contains("y");
      assertThat(file.tensorsInFileOrder())
          .extracting(TensorInfo::name)
          .containsExactlyElementsOf(names);
      assertThat(bytes(file, "x")).isEqualTo(counting(32));
    }
  }

  @Test
  void manyFindingsAreCounted() throws IOException {
    int count = 3000;
    GgufBuilder builder = new GgufBuilder(count, 0);
    IntStream.range(0, count).forEach(i -> builder.tensor("t" + i, F32, 1, 1));
    try (TensorFile file = open(builder)) {
      assertThat(file.header().tensors()).hasSize(count);
      assertThat(file.findings()).hasSize(1001);
      assertThat(file.findings().getLast().code()).isEqualTo(FindingCode.MORE_FINDINGS);
    }
  }

  @Test
  void metadataOfAHostileFileIsNotReadToTheEnd() throws IOException {
    int count = (1 << 17) + 1;
    GgufBuilder builder = new GgufBuilder(0, count);
    IntStream.range(0, count).forEach(i -> builder.entry("k" + i, 0).u8(0));
    try (TensorFile file = open(builder)) {
      assertThat(file.findings().getFirst().message()).contains("more than 131,072 entries");
    }
    GgufBuilder texts = new GgufBuilder(0, 1).entry("k", 9).u32(8).u64(1L << 28);
    Path sparse = folder.resolve("sparse");
    SparseFiles.create(sparse, texts.bytes(), 1L << 32);
    try (TensorFile file = TensorFile.open(sparse)) {
      assertThat(file.findings().getFirst().message()).contains("more than 67,108,864 bytes");
    }
  }

  @Test
  void otherFilesAreNotGguf() throws IOException {
    byte[] head = "GGUX".getBytes(StandardCharsets.US_ASCII);
    try (TensorFile file = open(new GgufBuilder(0, 0))) {
      assertThat(new GgufFormat().read(file.bytes(), head, Cancellation.NEVER)).isEmpty();
      assertThat(new GgufFormat().read(file.bytes(), new byte[3], Cancellation.NEVER)).isEmpty();
    }
  }

  @Test
  void longListsAreCancellable() throws IOException {
    GgufBuilder builder = new GgufBuilder(0, 1).entry("k", 9).u32(8).u64(10_000);
    IntStream.range(0, 10_000).forEach(_ -> builder.text(""));
    try (TensorFile file = open(builder)) {
      int[] calls = {0};
      Cancellation third = () -> ++calls[0] > 3;
      GgufFormat format = new GgufFormat();
      byte[] head = GgufFormat.MAGIC;
      assertThatThrownBy(() -> format.read(file.bytes(), head, third))
          .isInstanceOf(CancellationException.class);
      ForeignContent content = format.read(file.bytes(), head, Cancellation.NEVER).orElseThrow();
      assertThat(content.isParsed()).isTrue();
    }
  }
}
