package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Checks the readable content and the findings of files that the reference library refuses.
class BrokenFileTest {

  private static final String HEADER =
      """
      {"__metadata__":{"a":"1"},\
      "t0":{"dtype":"U8","shape":[4],"data_offsets":[0,4]},\
      "t1":{"dtype":"U8","shape":[4],"data_offsets":[4,8]},\
      "t2":{"dtype":"U8","shape":[4],"data_offsets":[8,12]}}\
      """;
  private static final byte[] FILE = HeaderFiles.file(HEADER, 12);

  @Test
  void emptyFileIsTooSmall() {
    HeaderReading reading = HeaderFiles.read(new byte[0]);

    assertThat(reading.loadError()).contains(LoadError.HEADER_TOO_SMALL);
    assertThat(codes(reading)).containsExactly("header-too-small");
    assertThat(reading.findings().getFirst().range()).contains(new ByteRange(0, 0));
    assertThat(reading.dataStart()).isEmpty();
  }

  @Test
  void tensorsBeforeASyntaxErrorAreKept() {
    String broken = HEADER.replace("\"shape\":[4],\"data_offsets\":[8", "\"shape\":[4}");

    HeaderReading reading = HeaderFiles.read(broken, 12);

    assertThat(reading.loadError()).contains(LoadError.INVALID_HEADER_DESERIALIZATION);
    assertThat(reading.headerParsed()).isFalse();
    assertThat(names(reading)).containsExactly("t0", "t1");
    assertThat(reading.header().metadata()).contains(Metadata.of(Map.of("a", "1")));
    assertThat(codes(reading)).containsExactly("invalid-json");
    Finding finding = reading.findings().getFirst();
    int place = broken.indexOf("[4}") + 2;
    assertThat(finding.range()).contains(new ByteRange(8 + place, 8 + place + 1));
    assertThat(finding.message())
        .contains("byte %,d of".formatted(8 + place), "',' or ']'", "found '}'");
  }

  @Test
  void metadataEntriesBeforeASyntaxErrorAreKept() {
    HeaderReading reading = HeaderFiles.read("{\"__metadata__\":{\"a\":\"1\",\"b\":2}}", 0);

    assertThat(reading.header().metadata()).contains(Metadata.of(Map.of("a", "1")));
  }

  @Test
  void errorAtTheEndOfTheHeaderIsAnEmptyRangeThere() {
    HeaderReading reading = HeaderFiles.read("{\"__metadata__\":{}", 0);

    Finding finding = reading.findings().getFirst();
    assertThat(finding.range()).contains(new ByteRange(26, 26));
    assertThat(finding.message()).contains("found the end of the text");
  }

  @Test
  void characterThatIsWrongIsShownWhole() {
    HeaderReading reading = HeaderFiles.read("{}\u2028", 0);

    Finding finding = reading.findings().getFirst();
    assertThat(finding.range()).contains(new ByteRange(10, 13));
    assertThat(finding.message()).contains("found '\\u{2028}'");
  }

  @Test
  void tensorsBeforeMalformedUtf8AreKept() {
    byte[] file = FILE.clone();
    int place = 8 + HEADER.indexOf("t2");
    file[place] = (byte) 0xff;

    HeaderReading reading = HeaderFiles.read(file);

    assertThat(reading.loadError()).contains(LoadError.INVALID_HEADER);
    assertThat(reading.headerParsed()).isFalse();
    assertThat(names(reading)).containsExactly("t0", "t1");
    assertThat(codes(reading)).containsExactly("invalid-utf8");
    assertThat(reading.findings().getFirst().range()).contains(new ByteRange(place, place + 1));
    assertThat(reading.findings().getFirst().message()).contains("0xFF");
  }

  @Test
  void messageHasLineAndColumnAsCountedByEditors() {
    byte[] header = "{\n \"\u00e9\": {\"x\": 1,}}".getBytes(UTF_8);

    assertThat(HeaderFiles.read(HeaderFiles.file(header, 0)).findings().getFirst().message())
        .contains("at byte %d of the file (line 2, column 15)".formatted(8 + header.length - 2));
  }

  @Test
  void aLengthThatNoHeaderHasIsNoTruncation() {
    byte[] file = HeaderFiles.file("{\"a\":1".getBytes(UTF_8), 0);
    file[7] = 1;

    assertThat(codes(HeaderFiles.read(file))).doesNotContain("truncated");
  }

  @Test
  void utf8IsCheckedBeforeJson() {
    byte[] header = "{]\u00e9".getBytes(UTF_8);

    assertThat(HeaderFiles.read(HeaderFiles.file(header, 0)).loadError())
        .contains(LoadError.INVALID_HEADER_DESERIALIZATION);
    assertThat(HeaderFiles.read(HeaderFiles.file(Arrays.copyOf(header, 3), 0)).loadError())
        .contains(LoadError.INVALID_HEADER);
  }

  @Test
  void fileCutInItsDataNamesTheTensorsThatSuffer() {
    HeaderReading reading = HeaderFiles.read(Arrays.copyOf(FILE, FILE.length - 6));
    long dataStart = reading.dataStart().orElseThrow();

    assertThat(reading.loadError()).contains(LoadError.METADATA_INCOMPLETE_BUFFER);
    assertThat(names(reading)).containsExactly("t0", "t1", "t2");
    Finding finding = reading.findings().getFirst();
    assertThat(finding.code()).isEqualTo(FindingCode.TRUNCATED);
    assertThat(finding.message())
        .contains(
            "expected %d bytes, found %d; 6 bytes (".formatted(FILE.length, FILE.length - 6),
            " %) are missing; 1 of 3 tensors is whole;",
            "; 1 tensor is cut: \"t1\"; 1 is lost: \"t2\".");
    assertThat(finding.range()).contains(new ByteRange(dataStart + 4, dataStart + 6));
  }

  @Test
  void howMuchIsMissingIsNeverNothing() {
    byte[] whole = HeaderFiles.file(tensorOf(20_000), 20_000);

    assertThat(
            HeaderFiles.read(Arrays.copyOf(whole, whole.length - 1))
                .findings()
                .getFirst()
                .message())
        .contains("; 1 byte (0.1 %) is missing;");
  }

  private static byte[] tensorOf(int byteCount) {
    return "{\"t\":{\"dtype\":\"U8\",\"shape\":[%1$d],\"data_offsets\":[0,%1$d]}}"
        .formatted(byteCount)
        .getBytes(UTF_8);
  }

  @Test
  void fileCutBetweenTwoTensorsHasNoCutTensor() {
    HeaderReading reading = HeaderFiles.read(Arrays.copyOf(FILE, FILE.length - 8));

    Finding finding = reading.findings().getFirst();
    assertThat(finding.message()).contains("2 tensors are lost: \"t1\", \"t2\"");
    assertThat(finding.range()).contains(new ByteRange(FILE.length - 8, FILE.length - 8));
  }

  @Test
  void bytesAfterTheLastTensorAreFound() {
    HeaderReading reading = HeaderFiles.read(Arrays.copyOf(FILE, FILE.length + 5));

    assertThat(reading.loadError()).contains(LoadError.METADATA_INCOMPLETE_BUFFER);
    Finding finding = reading.findings().getFirst();
    assertThat(finding.code()).isEqualTo(FindingCode.TRAILING_BYTES);
    assertThat(finding.message())
        .contains(
            "expected %d bytes".formatted(FILE.length), "found %d".formatted(FILE.length + 5));
    assertThat(finding.range()).contains(new ByteRange(FILE.length, FILE.length + 5));
  }

  @Test
  void fileCutInItsHeaderIsTruncatedAndKeepsTheTensorsBefore() {
    int cut = 8 + HEADER.indexOf("\"t2\"") + 20;

    HeaderReading reading = HeaderFiles.read(Arrays.copyOf(FILE, cut));

    assertThat(reading.loadError()).contains(LoadError.INVALID_HEADER_LENGTH);
    assertThat(codes(reading)).containsExactly("invalid-header-length", "truncated");
    assertThat(names(reading)).containsExactly("t0", "t1");
    assertThat(reading.dataStart()).isEmpty();
    assertThat(reading.findings().get(1).message())
        .contains(
            "expected at least %d bytes, found %d".formatted(8 + HEADER.length(), cut), "\"t0\"");
  }

  @ParameterizedTest
  @ValueSource(ints = {9, 10, 20, 30, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 100, 184})
  void whereTheHeaderIsCutDoesNotMatter(int length) {
    HeaderReading reading = HeaderFiles.read(Arrays.copyOf(FILE, length));

    assertThat(codes(reading)).containsExactly("invalid-header-length", "truncated");
  }

  @Test
  void headerCutInsideACharacterIsOnlyTruncated() {
    byte[] header = "{\"\ud83d\ude00\":{}}".getBytes(UTF_8);
    byte[] file = HeaderFiles.file(header, 0);

    for (int length = 9; length < file.length; length++) {
      assertThat(codes(HeaderFiles.read(Arrays.copyOf(file, length))))
          .as("cut at %d", length)
          .first()
          .isEqualTo("invalid-header-length");
      assertThat(codes(HeaderFiles.read(Arrays.copyOf(file, length))))
          .doesNotContain("invalid-utf8", "invalid-json");
    }
  }

  @Test
  void wrongLengthInFrontOfOtherBytesIsNotCalledTruncated() {
    byte[] notAHeader = "PK\003\004 and so on".getBytes(UTF_8);

    HeaderReading reading = HeaderFiles.read(HeaderFiles.withLength(1000, notAHeader, 0));

    assertThat(reading.loadError()).contains(LoadError.INVALID_HEADER_LENGTH);
    assertThat(codes(reading)).containsExactly("invalid-header-length");
    assertThat(reading.header()).isEqualTo(Header.EMPTY);
  }

  @Test
  void wrongLengthInFrontOfAWholeHeaderIsNotCalledTruncated() {
    byte[] file = HeaderFiles.withLength(1000, HEADER.getBytes(UTF_8), 12);

    HeaderReading reading = HeaderFiles.read(file);

    assertThat(reading.loadError()).contains(LoadError.INVALID_HEADER_LENGTH);
    assertThat(codes(reading)).containsExactly("invalid-header-length", "invalid-json");
    assertThat(names(reading)).containsExactly("t0", "t1", "t2");
  }

  @Test
  void tooLargeHeaderKeepsItsVerdictAndIsReadAllTheSame() {
    byte[] header = Arrays.copyOf(HEADER.getBytes(UTF_8), 100_000_001);
    Arrays.fill(header, HEADER.length(), header.length, (byte) ' ');
    Preface preface =
        Preface.of(8 + header.length + 12, HeaderFiles.withLength(header.length, new byte[0], 0));

    HeaderReading reading = HeaderReader.read(preface, header);

    assertThat(reading.loadError()).contains(LoadError.HEADER_TOO_LARGE);
    assertThat(reading.headerParsed()).isTrue();
    assertThat(names(reading)).containsExactly("t0", "t1", "t2");
    assertThat(codes(reading)).contains("header-too-large").doesNotContain("truncated");
  }

  @Test
  void textInsteadOfAHeaderIsNothingButTooLarge() {
    byte[] pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\n".getBytes(UTF_8);

    HeaderReading reading = HeaderFiles.read(pointer);

    assertThat(reading.loadError()).contains(LoadError.HEADER_TOO_LARGE);
    assertThat(codes(reading)).containsExactly("header-too-large");
  }

  @Test
  void offsetsThatLeaveSixtyFourBitsAreSpelledOut() {
    HeaderReading reading =
        HeaderFiles.read(
            "{\"t\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[0,18446744073709551615]}}",
            4);

    assertThat(reading.findings())
        .extracting(Finding::message)
        .anyMatch(message -> message.contains("expected 18,446,744,073,709,551,695 bytes"));
  }

  private static List<String> names(HeaderReading reading) {
    return reading.header().tensors().stream().map(TensorInfo::name).toList();
  }

  private static List<String> codes(HeaderReading reading) {
    return reading.findings().stream().map(finding -> finding.code().spelling()).toList();
  }
}
