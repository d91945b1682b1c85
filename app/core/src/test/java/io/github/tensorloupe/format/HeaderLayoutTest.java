package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Checks of offsets and sizes. Tensors are specified as `DTYPE [shape] begin end`.
class HeaderLayoutTest {

  private static final String TWO_TO_63 = "9223372036854775808";
  private static final String TWO_TO_64_LESS_1 = "18446744073709551615";

  @ParameterizedTest(name = "{0}")
  @MethodSource
  void layoutDecides(String rule, LoadError expected, int dataByteCount, List<String> tensors) {
    HeaderReading reading = HeaderFiles.read(header(tensors), dataByteCount);

    assertThat(reading.loadError().orElse(null)).isEqualTo(expected);
    assertThat(reading.headerParsed()).isTrue();
    assertThat(reading.header().tensors()).hasSize(tensors.size());
  }

  static Stream<Arguments> layoutDecides() {
    return Stream.of(
        ok("nothing", 0),
        ok("scalar", 4, "F32 [] 0 4"),
        ok("JSON order reversed", 8, "U8 [4] 4 8", "U8 [4] 0 4"),
        ok("unaligned", 9, "U8 [1] 0 1", "F64 [1] 1 9"),
        ok(
            "empty tensor first, in the middle and last",
            8,
            "U8 [0] 0 0",
            "U8 [4] 0 4",
            "F64 [3,0] 4 4",
            "U8 [4] 4 8",
            "U8 [0] 8 8"),
        ok("empty tensor at 0 named last", 4, "U8 [4] 0 4", "U8 [0] 0 0"),
        bad(LoadError.INVALID_OFFSET, "empty tensor inside another", 4, "U8 [4] 0 4", "U8 [0] 2 2"),
        bad(LoadError.INVALID_OFFSET, "empty tensor beyond the end", 4, "U8 [4] 0 4", "U8 [0] 5 5"),
        bad(LoadError.INVALID_OFFSET, "hole at the start", 8, "U8 [4] 4 8"),
        bad(LoadError.INVALID_OFFSET, "hole between", 12, "U8 [4] 0 4", "U8 [4] 8 12"),
        bad(LoadError.INVALID_OFFSET, "overlap", 6, "U8 [4] 0 4", "U8 [4] 2 6"),
        bad(LoadError.INVALID_OFFSET, "shared range", 4, "U8 [4] 0 4", "U8 [4] 0 4"),
        bad(LoadError.INVALID_OFFSET, "end before begin", 4, "U8 [4] 0 4", "U8 [0] 4 3"),
        bad(LoadError.INVALID_OFFSET, "begin of 2^63", 4, "U8 [4] " + TWO_TO_63 + " " + TWO_TO_63),
        bad(LoadError.TENSOR_INVALID_INFO, "too many bytes", 5, "U8 [4] 0 5"),
        bad(LoadError.TENSOR_INVALID_INFO, "too few bytes", 3, "U8 [4] 0 3"),
        bad(LoadError.TENSOR_INVALID_INFO, "scalar without bytes", 0, "U8 [] 0 0"),
        bad(LoadError.TENSOR_INVALID_INFO, "end of 2^64-1", 4, "U8 [4] 0 " + TWO_TO_64_LESS_1),
        bad(LoadError.TENSOR_INVALID_INFO, "largest U8 tensor", 0, "U8 [2305843009213693951] 0 0"),
        bad(
            LoadError.VALIDATION_OVERFLOW,
            "U8 tensor with a byte more",
            0,
            "U8 [2305843009213693952] 0 0"),
        bad(LoadError.VALIDATION_OVERFLOW, "product of shape", 0, "U8 [4294967296,4294967296] 0 0"),
        bad(
            LoadError.VALIDATION_OVERFLOW,
            "overflow before a zero",
            0,
            "U8 [" + TWO_TO_63 + ",2,0] 0 0"),
        ok("zero before an overflow", 0, "U8 [0," + TWO_TO_63 + ",2] 0 0"),
        ok("largest dimension, then zero", 0, "F64 [" + TWO_TO_64_LESS_1 + ",0] 0 0"),
        bad(
            LoadError.VALIDATION_OVERFLOW,
            "product that wraps to a small number",
            16,
            "F32 [4194305,4194305,211106198978564] 0 16"),
        ok("two F4 in a byte", 1, "F4 [2] 0 1"),
        bad(LoadError.MISALIGNED_SLICE, "three F4", 2, "F4 [3] 0 2"),
        bad(LoadError.MISALIGNED_SLICE, "F4 scalar", 1, "F4 [] 0 1"),
        ok("four F6 in three bytes", 3, "F6_E2M3 [2,2] 0 3"),
        bad(LoadError.MISALIGNED_SLICE, "two F6", 2, "F6_E3M2 [2] 0 2"),
        ok("no F6", 0, "F6_E3M2 [0] 0 0"),
        bad(LoadError.METADATA_INCOMPLETE_BUFFER, "a byte more", 5, "U8 [4] 0 4"),
        bad(LoadError.METADATA_INCOMPLETE_BUFFER, "a byte less", 3, "U8 [4] 0 4"),
        bad(LoadError.METADATA_INCOMPLETE_BUFFER, "bytes but no tensors", 1),
        bad(LoadError.METADATA_INCOMPLETE_BUFFER, "bytes but empty tensors", 1, "U8 [0] 0 0"),
        // The first failed check of the first invalid tensor is reported.
        bad(LoadError.INVALID_OFFSET, "offset before overflow", 0, "U8 [" + TWO_TO_63 + ",2] 1 1"),
        bad(
            LoadError.VALIDATION_OVERFLOW,
            "overflow before misaligned",
            0,
            "F4 [" + TWO_TO_63 + ",3] 0 0"),
        bad(LoadError.MISALIGNED_SLICE, "misaligned before size", 9, "F4 [3] 0 9"),
        bad(LoadError.TENSOR_INVALID_INFO, "size before file length", 9, "U8 [3] 0 4"),
        bad(LoadError.TENSOR_INVALID_INFO, "first tensor by begin", 9, "U8 [1] 7 8", "U8 [3] 0 4"));
  }

  @Test
  void tensorsAreSortedByOffsetThenByCodePointsOfTheirNames() {
    HeaderReading reading =
        HeaderFiles.read(
            """
            {"b":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},
             "\ud83d\ude00":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},
             "\uffee":{"dtype":"U8","shape":[0],"data_offsets":[0,0]},
             "a":{"dtype":"U8","shape":[0],"data_offsets":[4,4]},
             "\u007a":{"dtype":"U8","shape":[0],"data_offsets":[0,0]}}\
            """,
            4);

    assertThat(reading.header().tensors())
        .extracting(TensorInfo::name)
        .containsExactly("z", "\uffee", "\ud83d\ude00", "b", "a");
  }

  @Test
  void offsetsAreUnsignedInTheOrder() {
    HeaderReading reading =
        HeaderFiles.read(
            header(
                List.of(
                    "U8 [1] " + TWO_TO_64_LESS_1 + " 0",
                    "U8 [1] " + TWO_TO_63 + " 0",
                    "U8 [1] 5 0",
                    "U8 [1] 5 " + TWO_TO_63)),
            0);

    assertThat(reading.header().tensors())
        .extracting(TensorInfo::name)
        .containsExactly("t2", "t3", "t1", "t0");
  }

  @Test
  void everyOffendingTensorHasAFinding() {
    HeaderReading reading =
        HeaderFiles.read(
            header(
                List.of(
                    "U8 [4] 0 4",
                    "U8 [3] 4 8",
                    "F4 [3] 8 12",
                    "U8 [4] 13 17",
                    "U8 [" + TWO_TO_63 + ",2] 17 20",
                    "U8 [2] 20 22")),
            22);

    assertThat(reading.loadError()).contains(LoadError.TENSOR_INVALID_INFO);
    assertThat(reading.findings())
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .extracting(finding -> finding.code().spelling() + " " + finding.tensor().orElseThrow())
        .containsExactly(
            "size-mismatch t1", "misaligned-slice t2", "invalid-offset t3", "size-overflow t4");
  }

  @Test
  void tensorInsideAnotherIsNotHeldAgainstTheNext() {
    HeaderReading reading =
        HeaderFiles.read(header(List.of("U8 [8] 0 8", "U8 [2] 2 4", "U8 [4] 8 12")), 12);

    assertThat(reading.findings())
        .filteredOn(finding -> finding.severity() == Severity.ERROR)
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.tensor()).contains("t1");
              assertThat(finding.message()).contains("they overlap");
            });
  }

  @Test
  void truncationIsOnTheBytesFromTheFirstTensorThatIsCut() {
    HeaderReading reading = HeaderFiles.read(header(List.of("U8 [4] 0 4", "U8 [4] 2 6")), 3);
    long dataStart = reading.dataStart().orElseThrow();

    assertThat(reading.findings())
        .filteredOn(finding -> finding.code() == FindingCode.TRUNCATED)
        .extracting(finding -> finding.range().orElseThrow())
        .containsExactly(new ByteRange(dataStart, dataStart + 3));
  }

  @Test
  void findingOfATensorIsOnItsBytesInsideTheFile() {
    HeaderReading reading = HeaderFiles.read(header(List.of("U8 [3] 0 4", "U8 [3] 4 80")), 9);
    long dataStart = reading.dataStart().orElseThrow();

    assertThat(reading.findings())
        .filteredOn(finding -> finding.code() == FindingCode.SIZE_MISMATCH)
        .extracting(finding -> finding.range().orElseThrow())
        .containsExactly(
            new ByteRange(dataStart, dataStart + 4), new ByteRange(dataStart + 4, dataStart + 9));
  }

  @Test
  void findingOfATensorWithoutBytesIsOnItsEntry() {
    String header = header(List.of("U8 [4] 0 4", "U8 [0] 4 3"));

    HeaderReading reading = HeaderFiles.read(header, 4);

    Finding finding = reading.findings().getFirst();
    assertThat(finding.message()).contains("ends before it begins", "4", "3");
    ByteRange range = finding.range().orElseThrow();
    assertThat(header.substring((int) range.begin() - 8, (int) range.end() - 8))
        .isEqualTo("\"t1\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[4,3]}");
  }

  @Test
  void manyOffendingTensorsAreCountedNotListed() {
    List<String> tensors =
        IntStream.range(0, 1250).mapToObj(i -> "U8 [2] " + i + " " + (i + 1)).toList();

    HeaderReading reading = HeaderFiles.read(header(tensors), 1250);

    assertThat(reading.findings())
        .filteredOn(finding -> finding.code() == FindingCode.SIZE_MISMATCH)
        .hasSize(200);
    assertThat(reading.findings())
        .filteredOn(finding -> finding.code() == FindingCode.MORE_FINDINGS)
        .singleElement()
        .satisfies(finding -> assertThat(finding.message()).contains("1,050"));
  }

  private static Arguments ok(String rule, int dataByteCount, String... tensors) {
    return arguments(rule, null, dataByteCount, List.of(tensors));
  }

  private static Arguments bad(
      LoadError expected, String rule, int dataByteCount, String... tensors) {
    return arguments(rule, expected, dataByteCount, List.of(tensors));
  }

  private static String header(List<String> tensors) {
    return IntStream.range(0, tensors.size())
        .mapToObj(i -> entry(i, tensors.get(i).split(" ")))
        .collect(Collectors.joining(",", "{", "}"));
  }

  private static String entry(int index, String[] words) {
    return "\"t%d\":{\"dtype\":\"%s\",\"shape\":%s,\"data_offsets\":[%s,%s]}"
        .formatted(index, words[0], words[1], words[2], words[3]);
  }
}
