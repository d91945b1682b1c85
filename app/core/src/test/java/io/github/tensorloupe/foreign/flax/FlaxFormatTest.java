package io.github.tensorloupe.foreign.flax;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlaxFormatTest {

  private static final byte[] NIL = {(byte) 0xc0};
  private static final byte[] TRUE = {(byte) 0xc3};

  @TempDir private Path folder;

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
    return bytes.toByteArray();
  }

  private static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static byte[] text(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    return joined(bytes(0xd9, utf8.length), utf8);
  }

  /// @param keysAndValues encoded
  private static byte[] map(byte[]... keysAndValues) {
    return joined(bytes(0x80 | keysAndValues.length / 2), joined(keysAndValues));
  }

  private static byte[] extension(int type, byte[] payload) {
    return joined(bytes(0xc8, payload.length >> 8, payload.length, type), payload);
  }

  private static byte[] array(int type, String dtype, int[] shape, int... values) {
    byte[] dimensions = joined(bytes(0x90 | shape.length), bytes(shape));
    byte[] data = joined(bytes(0xc4, values.length), bytes(values));
    return extension(type, joined(bytes(0x93), dimensions, text(dtype), data));
  }

  private static byte[] small() {
    return array(1, "uint8", new int[] {3}, 7, 8, 9);
  }

  /// Returns a file with arrays of all kinds.
  static byte[] tree() {
    byte[] shape = map(text("0"), bytes(2), text("1"), bytes(3));
    byte[] parts = map(text("0"), array(1, "uint8", new int[] {6}, 0, 1, 2, 3, 4, 5));
    byte[] chunked =
        map(text("__msgpack_chunked_array__"), TRUE, text("shape"), shape, text("chunks"), parts);
    byte[] layers =
        map(text("w"), array(1, "bfloat16", new int[] {1, 2}, 1, 2, 3, 4), text("b"), small());
    byte[] step = array(3, "int32", new int[0], 5, 0, 0, 0);
    return map(text("z"), layers, text("step"), step, text("c"), chunked, text("n"), NIL);
  }

  private TensorFile open(byte[] bytes) throws IOException {
    return TensorFile.open(Files.write(folder.resolve("flax_model.msgpack"), bytes));
  }

  private static List<String> names(TensorFile file) {
    return file.tensorsInFileOrder().stream().map(TensorInfo::name).toList();
  }

  private static byte[] values(TensorFile file, int index) throws IOException {
    TensorData data = file.data(file.tensorsInFileOrder().get(index)).orElseThrow();
    return data.file().read(data.range().begin(), (int) data.range().byteCount());
  }

  private static List<FindingCode> codes(TensorFile file) {
    return file.findings().stream().map(Finding::code).toList();
  }

  private void assertMalformed(byte[] bytes, String message) throws IOException {
    try (TensorFile file = open(bytes)) {
      assertThat(file.kind()).isEqualTo(FileKind.FLAX_MSGPACK);
      assertThat(file.isIntact()).isFalse();
      assertThat(codes(file)).containsExactly(FindingCode.FLAX_MALFORMED);
      assertThat(file.findings().getFirst().message()).contains(message);
    }
  }

  @Test
  void arraysAreTensorsInTheOrderOfTheMaps() throws IOException {
    byte[] kernel = array(1, "bfloat16", new int[] {1, 2}, 1, 2, 3, 4);
    byte[] step = array(3, "int32", new int[0], 5, 0, 0, 0);
    byte[] layers = map(text("w"), kernel, text("b"), small());
    try (TensorFile file = open(map(text("z"), layers, text("step"), step))) {
      assertThat(file.isIntact()).isTrue();
      assertThat(names(file)).containsExactly("z.w", "z.b", "step");
      TensorInfo first = file.tensorsInFileOrder().getFirst();
      assertThat(first.dtype()).isEqualTo(Dtype.BF16);
      assertThat(first.shape()).isEqualTo(Shape.of(1, 2));
      assertThat(file.foreign(first).orElseThrow().sourceDtype()).isEqualTo("bfloat16");
      assertThat(values(file, 0)).containsExactly(1, 2, 3, 4);
      assertThat(values(file, 2)).containsExactly(5, 0, 0, 0);
    }
  }

  @Test
  void partsOfALargeArrayAreOneTensor() throws IOException {
    byte[] shape = map(text("0"), bytes(2), text("1"), bytes(3));
    byte[] parts =
        map(
            text("0"),
            array(1, "uint8", new int[] {4}, 0, 1, 2, 3),
            text("1"),
            array(1, "uint8", new int[] {0}),
            text("2"),
            array(1, "uint8", new int[] {2}, 4, 5));
    byte[] chunked =
        map(text("__msgpack_chunked_array__"), TRUE, text("shape"), shape, text("chunks"), parts);
    try (TensorFile file = open(map(text("w"), chunked, text("b"), small()))) {
      assertThat(names(file)).containsExactly("w", "b");
      TensorInfo tensor = file.tensorsInFileOrder().getFirst();
      assertThat(tensor.shape()).isEqualTo(Shape.of(2, 3));
      assertThat(file.foreign(tensor).orElseThrow().begin()).isEmpty();
      assertThat(values(file, 0)).containsExactly(0, 1, 2, 3, 4, 5);
      TensorData data = file.data(tensor).orElseThrow();
      assertThat(data.file().read(data.range().begin() + 3, 2)).containsExactly(3, 4);
      assertThat(file.header().metadata().orElseThrow().entries()).isEmpty();
    }
  }

  @Test
  void partsThatDoNotFillTheShapeAreMalformed() throws IOException {
    byte[] shape = map(text("0"), bytes(9));
    byte[] chunked =
        map(
            text("__msgpack_chunked_array__"),
            TRUE,
            text("shape"),
            shape,
            text("chunks"),
            map(text("0"), small()));
    assertMalformed(map(text("w"), chunked), "\"w\" are incomplete");
  }

  @Test
  void numbersAndTextsAreMetadata() throws IOException {
    byte[] list = joined(bytes(0x92), bytes(7), text("x"));
    byte[] rate = bytes(0xcb, 0x3f, 0xe0, 0, 0, 0, 0, 0, 0);
    byte[] file =
        map(
            text("step"),
            bytes(0xff),
            text("rate"),
            rate,
            text("list"),
            list,
            text("on"),
            TRUE,
            text("none"),
            NIL,
            text("raw"),
            bytes(0xc4, 1, 65),
            text("complex"),
            extension(2, bytes(1, 2, 3)),
            text("w"),
            small());
    try (TensorFile opened = open(file)) {
      assertThat(opened.header().metadata().orElseThrow().entries())
          .containsExactly(
              entry("step", "-1"),
              entry("rate", "0.5"),
              entry("list.0", "7"),
              entry("list.1", "x"),
              entry("on", "true"));
      assertThat(names(opened)).containsExactly("w");
    }
  }

  @Test
  void keysThatAreNoTextsHaveNamesToo() throws IOException {
    byte[] file = map(bytes(5), small(), TRUE, small(), NIL, small());
    try (TensorFile opened = open(file)) {
      assertThat(names(opened)).containsExactly("5", "true", "2");
    }
  }

  @Test
  void aRepeatedNameGetsANumber() throws IOException {
    byte[] file = map(text("a"), small(), text("a"), small(), text("a"), small());
    try (TensorFile opened = open(file)) {
      assertThat(names(opened)).containsExactly("a", "a#2", "a#3");
      assertThat(opened.isIntact()).isTrue();
      assertThat(codes(opened))
          .containsExactly(
              FindingCode.NAME_COLLISION, FindingCode.NAME_COLLISION, FindingCode.FOREIGN_FORMAT);
    }
  }

  @Test
  void arraysOfUnknownDtypesAreReportedAndOthersStayReadable() throws IOException {
    byte[] file = map(text("c"), array(1, "complex128", new int[] {0}), text("w"), small());
    try (TensorFile opened = open(file)) {
      assertThat(names(opened)).containsExactly("w");
      assertThat(opened.isIntact()).isTrue();
      assertThat(codes(opened)).contains(FindingCode.TENSOR_UNSUPPORTED);
    }
  }

  @Test
  void sizesThatContradictTheBytesAreMalformed() throws IOException {
    String message = "The array \"w\" has 3 bytes, which contradicts its dtype \"uint8\" and shape";
    assertMalformed(map(text("w"), array(1, "uint8", new int[] {4}, 1, 2, 3)), message + " [4]");
    assertMalformed(
        map(text("w"), array(1, "uint8", new int[] {0xfd}, 1, 2, 3)), message + " [-3]");
  }

  @Test
  void lengthsBeyondTheEndAreMalformed() throws IOException {
    byte[] file = map(text("a"), small());
    assertMalformed(Arrays.copyOf(file, file.length - 1), "more bytes at");
    assertMalformed(bytes(0xdf, 0x7f, 0xff, 0xff, 0xff), "expected 4,294,967,294 more bytes");
    assertMalformed(bytes(0x81, 0xdb, 0x7f, 0xff, 0xff, 0xff), "expected 2,147,483,647 more bytes");
    assertMalformed(joined(file, NIL), "1 bytes follow the end of the map");
    assertMalformed(bytes(0x93, 1, 2, 3), "expected a map at the beginning");
  }

  @Test
  void moreThan512NestedMapsAreMalformed() throws IOException {
    byte[] nested = new byte[2 * 600 + 1];
    for (int i = 0; i < 600; i++) {
      nested[2 * i] = (byte) 0x81;
    }
    nested[nested.length - 1] = (byte) 0xc0;
    assertMalformed(nested, "more than 512 nested maps");
  }

  @Test
  void aCompleteMapWithAnArrayIsRecognizedUnderAnyName() throws IOException {
    byte[] file = map(text("w"), small());
    assertThat(kindOf("checkpoint_10", file)).isEqualTo(FileKind.FLAX_MSGPACK);
    assertThat(kindOf("checkpoint_10", map(text("w"), NIL))).isEqualTo(FileKind.UNKNOWN);
    assertThat(kindOf("checkpoint_10", joined(file, NIL))).isEqualTo(FileKind.UNKNOWN);
    assertThat(kindOf("a.msgpack", map(text("w"), NIL))).isEqualTo(FileKind.FLAX_MSGPACK);
  }

  @Test
  void textUnderTheNameOfACheckpointStaysText() throws IOException {
    byte[] page = "<!doctype html><title>Sign in</title>".getBytes(StandardCharsets.UTF_8);
    assertThat(kindOf("flax_model.msgpack", page)).isEqualTo(FileKind.HTML);
  }

  private FileKind kindOf(String name, byte[] bytes) throws IOException {
    try (TensorFile file = TensorFile.open(Files.write(folder.resolve(name), bytes))) {
      return file.kind();
    }
  }

  @Test
  void dataOfArraysIsSkipped() throws IOException {
    Path path = folder.resolve("large.msgpack");
    int size = 0x7fff_0000;
    byte[] shape = bytes(0x91, 0xce, 0x7f, 0xff, 0, 0);
    byte[] data = bytes(0xc6, 0x7f, 0xff, 0, 0);
    byte[] inner = joined(bytes(0x93), shape, text("uint8"), data);
    int length = inner.length + size;
    byte[] header = bytes(0xc9, length >> 24, length >> 16, length >> 8, length, 1);
    try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "rw")) {
      file.write(joined(bytes(0x82), text("big"), header, inner));
      file.seek(file.getFilePointer() + size);
      file.write(joined(text("w"), small()));
    }
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(names(file)).containsExactly("big", "w");
      assertThat(values(file, 1)).containsExactly(7, 8, 9);
    }
  }

  @Test
  void aMapMayAlsoBeAPickle() throws IOException {
    // 15 keys and values: small integers, and an array.
    byte[] pickle = "cos\nsystem\n(S'id'\ntR.".getBytes(StandardCharsets.ISO_8859_1);
    byte[] file = joined(bytes(0x8f), pickle, new byte[28 - pickle.length], text("w"), small());

    try (TensorFile opened = open(file)) {
      assertThat(opened.kind()).isEqualTo(FileKind.FLAX_MSGPACK);
      assertThat(opened.findings())
          .extracting(Finding::code)
          .contains(FindingCode.PICKLE_DANGEROUS_GLOBAL);
    }
  }

  @Test
  void readingCanBeCancelled() throws IOException {
    Path path = Files.write(folder.resolve("a.msgpack"), map(text("w"), small()));
    Cancellation cancelled = () -> true;
    assertThatThrownBy(
            () ->
                ScopedValue.where(Cancellation.OF_WORK, cancelled)
                    .call(() -> TensorFile.open(path)))
        .isInstanceOf(CancellationException.class);
  }

  @Test
  void damagedFilesOpenOrAreRefusedWithFindings() throws IOException {
    byte[] intact =
        map(text("a"), map(text("w"), small(), bytes(5), small()), text("s"), text("x"));
    Random random = new Random(5);
    for (int round = 0; round < 500; round++) {
      byte[] bytes = intact.clone();
      for (int i = random.nextInt(4); i >= 0; i--) {
        bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
      }
      try (TensorFile file = open(bytes)) {
        for (int i = 0; i < file.tensorsInFileOrder().size(); i++) {
          values(file, i);
        }
      }
    }
  }
}
