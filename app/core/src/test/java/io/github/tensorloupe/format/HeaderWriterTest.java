package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SequencedMap;
import org.junit.jupiter.api.Test;

class HeaderWriterTest {

  @Test
  void headerIsCompactJsonPaddedWithSpaces() throws UnwritableHeaderException {
    WrittenHeader written =
        HeaderWriter.write(
            List.of(new TensorSpec("a", Dtype.F32, Shape.of(2, 2))),
            Optional.of(Metadata.of(Map.of("k", "v"))));

    assertThat(text(written))
        .isEqualTo(
            "{\"__metadata__\":{\"k\":\"v\"},\"a\":{\"dtype\":\"F32\",\"shape\":[2,2],"
                + "\"data_offsets\":[0,16]}}      ");
    assertThat(written.bytes()).startsWith(88, 0, 0, 0, 0, 0, 0, 0, '{');
    assertThat(written.dataByteCount()).isEqualTo(16);
  }

  @Test
  void headerOfEveryLengthEndsAtAMultipleOfEight() throws UnwritableHeaderException {
    for (int length = 0; length < 16; length++) {
      WrittenHeader written =
          HeaderWriter.write(
              List.of(new TensorSpec("n".repeat(length), Dtype.U8, Shape.of(1))), Optional.empty());

      assertThat(written.bytes().length % 8).isZero();
      assertThat(text(written).length() - text(written).stripTrailing().length()).isLessThan(8);
    }
  }

  @Test
  void tensorsAreSortedByDtypeThenByCodePointsOfTheirNames() throws UnwritableHeaderException {
    List<TensorSpec> specs = new ArrayList<>();
    for (Dtype dtype : Dtype.values()) {
      for (String name : List.of("\ud83d\ude00", "\uffee", "\u00e9", "a", "B")) {
        specs.add(new TensorSpec(dtype + name, dtype, Shape.of(8)));
      }
    }
    List<String> expected = new ArrayList<>();
    for (Dtype dtype : Arrays.asList(Dtype.values()).reversed()) {
      for (String name : List.of("B", "a", "\u00e9", "\uffee", "\ud83d\ude00")) {
        expected.add(dtype + name);
      }
    }
    Collections.shuffle(specs, new Random(1));

    WrittenHeader written = HeaderWriter.write(specs, Optional.empty());

    assertThat(written.header().tensors()).extracting(TensorInfo::name).isEqualTo(expected);
  }

  @Test
  void onlyQuotesBackslashesAndControlsAreEscaped() throws UnwritableHeaderException {
    String name = "\"\\/\b\f\n\r\t\0\u0001\u001f\u007f\u0085\u2028\u00e9\ud83d\ude00<";

    WrittenHeader written =
        HeaderWriter.write(List.of(new TensorSpec(name, Dtype.U8, Shape.of(0))), Optional.empty());

    assertThat(text(written))
        .startsWith(
            "{\"\\\"\\\\/\\b\\f\\n"
                + "\\r"
                + "\\t\\u0000\\u0001\\u001f\u007f\u0085\u2028\u00e9\ud83d\ude00<\":");
    assertThat(reread(written).header().tensors().getFirst().name()).isEqualTo(name);
  }

  @Test
  void metadataKeepsItsOrder() throws UnwritableHeaderException {
    SequencedMap<String, String> entries = new LinkedHashMap<>();
    entries.put("z", "1");
    entries.put("a", "2");
    entries.put("", "\n");

    WrittenHeader written = HeaderWriter.write(List.of(), Optional.of(new Metadata(entries)));

    assertThat(text(written))
        .startsWith("{\"__metadata__\":{\"z\":\"1\",\"a\":\"2\",\"\":\"\\n\"}}");
  }

  @Test
  void emptyMetadataWithoutTensorsCanBeReadAgain() throws UnwritableHeaderException {
    WrittenHeader written = HeaderWriter.write(List.of(), Optional.of(Metadata.EMPTY));

    HeaderReading reading = reread(written);

    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.header().metadata()).contains(Metadata.EMPTY);
  }

  @Test
  void nothingAtAllIsAnEmptyObject() throws UnwritableHeaderException {
    assertThat(text(HeaderWriter.write(List.of(), Optional.empty()))).isEqualTo("{}      ");
  }

  @Test
  void headerOfTheResultIsWhatTheBytesSay() throws UnwritableHeaderException {
    WrittenHeader written =
        HeaderWriter.write(
            List.of(
                new TensorSpec("z", Dtype.F32, Shape.of(0)),
                new TensorSpec("x", Dtype.U8, Shape.of(5)),
                new TensorSpec("a", Dtype.BOOL, Shape.of(0)),
                new TensorSpec("s", Dtype.F64, Shape.SCALAR)),
            Optional.of(Metadata.EMPTY));

    assertThat(reread(written).header()).isEqualTo(written.header());
  }

  @Test
  void tensorNamedLikeTheMetadataIsRefused() {
    assertRefused("__metadata__", new TensorSpec("__metadata__", Dtype.U8, Shape.of(1)));
  }

  @Test
  void repeatedNameIsRefused() {
    assertRefused(
        "Two tensors",
        new TensorSpec("a", Dtype.U8, Shape.of(1)),
        new TensorSpec("a", Dtype.F32, Shape.of(1)));
  }

  @Test
  void tensorThatDoesNotFillWholeBytesIsRefused() {
    assertRefused("whole bytes", new TensorSpec("a", Dtype.F4, Shape.of(3)));
  }

  @Test
  void tensorsTooLargeAreRefused() {
    assertRefused("64 bits", new TensorSpec("a", Dtype.U8, Shape.of(1L << 61)));
    assertRefused("64 bits", new TensorSpec("a", Dtype.U8, Shape.of(1L << 32, 1L << 32)));
    assertRefused("64 bits", new TensorSpec("a", Dtype.U8, Shape.of(1L << 63, 2, 0)));
    assertRefused(
        "file can have",
        new TensorSpec("a", Dtype.F64, Shape.of((1L << 58) - 1)),
        new TensorSpec("b", Dtype.F64, Shape.of((1L << 58) - 1)),
        new TensorSpec("c", Dtype.F64, Shape.of((1L << 58) - 1)),
        new TensorSpec("d", Dtype.F64, Shape.of((1L << 58) - 1)));
  }

  @Test
  void sumThatLeavesSixtyThreeBitsIsRefused() {
    Shape almostAQuarter = Shape.of((1L << 61) - 50_000_000);

    assertRefused(
        "up to \"e\"",
        new TensorSpec("a", Dtype.U8, almostAQuarter),
        new TensorSpec("b", Dtype.U8, almostAQuarter),
        new TensorSpec("c", Dtype.U8, almostAQuarter),
        new TensorSpec("d", Dtype.U8, almostAQuarter),
        new TensorSpec("e", Dtype.U8, almostAQuarter));
  }

  @Test
  void halfASurrogatePairIsRefused() {
    assertRefused("surrogate", new TensorSpec("a\ud83d", Dtype.U8, Shape.of(1)));
  }

  @Test
  void headerOfAHundredMillionBytesIsTheLargest() throws UnwritableHeaderException {
    String frame = "{\"__metadata__\":{\"k\":\"\"}}";
    String largest = "v".repeat(100_000_000 - frame.length());

    assertThat(HeaderWriter.write(List.of(), valueOf(largest)).bytes()).hasSize(100_000_008);
    assertThatThrownBy(() -> HeaderWriter.write(List.of(), valueOf(largest + "v")))
        .isInstanceOf(UnwritableHeaderException.class)
        .hasMessageContaining("100,000,000");
  }

  private static Optional<Metadata> valueOf(String value) {
    return Optional.of(Metadata.of(Map.of("k", value)));
  }

  private static void assertRefused(String why, TensorSpec... specs) {
    assertThatThrownBy(() -> HeaderWriter.write(List.of(specs), Optional.empty()))
        .isInstanceOf(UnwritableHeaderException.class)
        .hasMessageContaining(why);
  }

  private static String text(WrittenHeader written) {
    return new String(written.bytes(), 8, written.bytes().length - 8, UTF_8);
  }

  private static HeaderReading reread(WrittenHeader written) {
    return HeaderFiles.read(
        Arrays.copyOf(written.bytes(), written.bytes().length + (int) written.dataByteCount()));
  }
}
