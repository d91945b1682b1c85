package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/// Checks the findings about headers that the reference library accepts.
class HeaderFindingsTest {

  private static final String FIELDS = "\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,4]";

  @Test
  void ordinaryHeaderHasNoFindings() {
    HeaderReading reading = readPadded("{\"t\":{" + FIELDS + "}}");

    assertThat(reading.findings()).isEmpty();
  }

  @Test
  void repeatedNameIsAWarningOnTheLaterEntry() {
    String later = "\"\\u0074\":{" + FIELDS + "}";
    String header =
        "{\"t\":{\"dtype\":\"F64\",\"shape\":[7],\"data_offsets\":[1,2]}," + later + "}";

    HeaderReading reading = readPadded(header);

    Finding finding = only(reading, FindingCode.DUPLICATE_NAME);
    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.tensor()).contains("t");
    assertThat(textAt(header, finding)).isEqualTo(later);
    assertThat(reading.header().tensors())
        .containsExactly(new TensorInfo("t", Dtype.U8, Shape.of(4), 0, 4));
  }

  @Test
  void nameThatOccursThreeTimesIsReportedOnce() {
    String entry = "\"t\":{" + FIELDS + "}";

    HeaderReading reading = readPadded("{" + String.join(",", entry, entry, entry) + "}");

    assertThat(reading.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.DUPLICATE_NAME);
    assertThat(reading.header().tensors()).hasSize(1);
  }

  @Test
  void overwrittenRangesMayLeaveAHole() {
    HeaderReading reading =
        HeaderFiles.read(
            """
            {"a":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},\
            "a":{"dtype":"U8","shape":[4],"data_offsets":[4,8]}}\
            """,
            8);

    assertThat(reading.loadError()).contains(LoadError.INVALID_OFFSET);
    assertThat(reading.findings())
        .extracting(Finding::code)
        .contains(FindingCode.INVALID_OFFSET, FindingCode.DUPLICATE_NAME);
  }

  @Test
  void metadataKeyThatOccursThreeTimesIsReportedOnce() {
    HeaderReading reading = readPadded("{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\",\"a\":\"3\"}}");

    assertThat(reading.findings())
        .extracting(Finding::code)
        .containsExactly(FindingCode.DUPLICATE_METADATA_KEY);
  }

  @Test
  void repeatedMetadataKeyIsAWarningAndKeepsItsFirstPlace() {
    String header = "{\"__metadata__\":{\"a\":\"1\",\"b\":\"2\",\"a\":\"3\"}}";

    HeaderReading reading = readPadded(header);

    assertThat(textAt(header, only(reading, FindingCode.DUPLICATE_METADATA_KEY)))
        .isEqualTo("\"a\":\"3\"");
    assertThat(reading.header().metadata().orElseThrow().entries().toString())
        .isEqualTo("{a=3, b=2}");
  }

  @Test
  void leadingWhiteSpaceIsAWarning() {
    String header = " \t\n{\"t\":{" + FIELDS + "}}";

    Finding finding = only(readPadded(header), FindingCode.LEADING_WHITESPACE);

    assertThat(finding.severity()).isEqualTo(Severity.WARNING);
    assertThat(finding.range()).contains(new ByteRange(8, 11));
  }

  @Test
  void arrayFormAndDtypeObjectAreUnusual() {
    HeaderReading reading =
        readPadded(
            """
            {"a":["U8",[4],[0,4]],"b":{"dtype":{"U8":null},"shape":[0],"data_offsets":[4,4]}}\
            """);

    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.findings())
        .extracting(finding -> finding.code() + " " + finding.tensor().orElseThrow())
        .containsExactly("UNUSUAL_ENTRY a", "UNUSUAL_ENTRY b");
  }

  @Test
  void paddingOtherThanSpacesIsAnInfo() {
    String header = "{\"t\":{" + FIELDS + "}}  ";

    HeaderReading reading = readPadded(header + "\t\n");

    Finding finding = only(reading, FindingCode.NON_SPACE_PADDING);
    assertThat(finding.severity()).isEqualTo(Severity.INFO);
    assertThat(finding.message()).contains("0x09");
    assertThat(finding.range().orElseThrow())
        .isEqualTo(new ByteRange(8 + header.length(), reading.dataStart().orElseThrow()));
  }

  @Test
  void dataThatDoesNotStartAtAMultipleOfEightIsAnInfo() {
    HeaderReading reading = HeaderFiles.read("{} ", 0);

    Finding finding = only(reading, FindingCode.MISALIGNED_DATA);
    assertThat(finding.severity()).isEqualTo(Severity.INFO);
    assertThat(finding.range()).contains(new ByteRange(0, 8));
  }

  @Test
  void headerAboveTwentyFiveMillionBytesIsAnInfo() {
    byte[] header = new byte[25_000_008];
    Arrays.fill(header, (byte) ' ');
    header[0] = '{';
    header[1] = '}';

    HeaderReading above = HeaderFiles.read(HeaderFiles.file(header, 0));
    HeaderReading limit = HeaderFiles.read(HeaderFiles.file(Arrays.copyOf(header, 25_000_000), 0));

    assertThat(only(above, FindingCode.LARGE_HEADER).severity()).isEqualTo(Severity.INFO);
    assertThat(limit.findings()).isEmpty();
  }

  @Test
  void unknownFieldsAreOneInfoWithTheirNumberAndFirstNames() {
    String header =
        """
        {"a":{"dtype":"U8","x":1,"shape":[4],"y\\u202e":2,"data_offsets":[0,4],"x":3,"z":4,"w":5}}\
        """;

    HeaderReading reading = readPadded(header);

    Finding finding = only(reading, FindingCode.UNKNOWN_FIELD);
    assertThat(finding.severity()).isEqualTo(Severity.INFO);
    assertThat(finding.message()).contains("5 fields", "\"x\", \"y\\u{202E}\", \"z\"");
    assertThat(textAt(header, finding)).isEqualTo("\"x\"");
  }

  @Test
  void metadataValuesAreNoUnknownFields() {
    assertThat(readPadded("{\"__metadata__\":{\"x\":\"1\"},\"t\":{" + FIELDS + "}}").findings())
        .isEmpty();
  }

  @Test
  void manyRepetitionsAreCountedNotListed() {
    String empty = "\"%d\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";
    String entries =
        IntStream.range(0, 3000)
            .mapToObj(i -> empty.formatted(i % 1500))
            .collect(Collectors.joining(",", "{", "}"));

    HeaderReading reading = HeaderFiles.read(entries, 0);

    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.findings().stream().filter(f -> f.code() == FindingCode.DUPLICATE_NAME))
        .hasSize(201)
        .allMatch(f -> f.severity() == Severity.WARNING);
    assertThat(reading.findings())
        .anySatisfy(finding -> assertThat(finding.message()).contains("1,300 more"));
  }

  @Test
  void errorsComeBeforeWarningsAndInfos() {
    HeaderReading reading =
        HeaderFiles.read(
            " {\"t\":{\"dtype\":\"U8\",\"shape\":[4],\"x\":0,\"data_offsets\":[0,3]}}", 9);

    assertThat(reading.findings())
        .extracting(finding -> finding.code().spelling())
        .containsExactly(
            "size-mismatch",
            "trailing-bytes",
            "leading-whitespace",
            "misaligned-data",
            "unknown-field");
  }

  @Test
  void namesInMessagesAreCutAndEscaped() {
    String name = "\\u202e" + "n".repeat(1000);

    HeaderReading reading =
        HeaderFiles.read(
            "{\"" + name + "\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[0,3]}}", 3);

    assertThat(reading.findings().getFirst().message())
        .contains("\"\\u{202E}" + "n".repeat(59) + "…" + "n".repeat(60) + "\"")
        .hasSizeLessThan(300);
  }

  private static HeaderReading readPadded(String header) {
    byte[] bytes = header.getBytes(java.nio.charset.StandardCharsets.UTF_8);
    byte[] padded = Arrays.copyOf(bytes, bytes.length + 7 & ~7);
    Arrays.fill(padded, bytes.length, padded.length, (byte) ' ');
    return HeaderFiles.read(HeaderFiles.file(padded, header.contains("[0,4]") ? 4 : 0));
  }

  private static Finding only(HeaderReading reading, FindingCode code) {
    List<Finding> found = reading.findings().stream().filter(f -> f.code() == code).toList();
    assertThat(found).as("findings %s", reading.findings()).hasSize(1);
    return found.getFirst();
  }

  private static String textAt(String header, Finding finding) {
    ByteRange range = finding.range().orElseThrow();
    return header.substring((int) range.begin() - 8, (int) range.end() - 8);
  }
}
