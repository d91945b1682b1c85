package io.github.tensorloupe.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// Headers crafted to consume time or memory. The limits are far above the time of a linear reader,
/// and far below the time of a quadratic one.
@Timeout(180)
class HostileHeaderTest {

  private static final String EMPTY_ENTRY =
      "\"%s\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0]}";

  @Test
  void namesWithEqualHashCodesAreDistinguished() {
    List<String> names = collidingNames(18);
    assertThat(names.stream().mapToInt(String::hashCode).distinct().count()).isOne();
    String entries =
        Stream.concat(names.stream(), names.stream().limit(3))
            .map(EMPTY_ENTRY::formatted)
            .collect(Collectors.joining(",", "{", "}"));

    HeaderReading reading = HeaderFiles.read(entries, 0);

    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.header().tensors()).hasSize(names.size());
    assertThat(reading.findings())
        .filteredOn(finding -> finding.code() == FindingCode.DUPLICATE_NAME)
        .extracting(finding -> finding.tensor().orElseThrow())
        .isEqualTo(names.subList(0, 3));
  }

  @Test
  void collidingMetadataKeysAreDistinguished() {
    String entries =
        collidingNames(16).stream()
            .map("\"%s\":\"\""::formatted)
            .collect(Collectors.joining(",", "{\"__metadata__\":{", "}}"));

    assertThat(HeaderFiles.read(entries, 0).header().metadata().orElseThrow().entries())
        .hasSize(1 << 16);
  }

  @Test
  void tensorsThatAllBeginTogetherAreSorted() {
    String entries =
        IntStream.range(0, 200_000)
            .mapToObj(i -> EMPTY_ENTRY.formatted(Integer.toString(i * 7919 % 200_000 + 1_000_000)))
            .collect(Collectors.joining(",", "{", "}"));

    HeaderReading reading = HeaderFiles.read(entries, 0);

    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.header().tensors())
        .hasSize(200_000)
        .isSortedAccordingTo(Comparator.naturalOrder());
  }

  @Test
  void nameOfThirtyMegabytesIsRead() {
    HeaderReading reading =
        HeaderFiles.read("{" + EMPTY_ENTRY.formatted("n".repeat(30_000_000)) + "}", 0);

    assertThat(reading.header().tensors().getFirst().name()).hasSize(30_000_000);
    assertThat(reading.findings()).allMatch(finding -> finding.message().length() < 1000);
  }

  @Test
  void valueOfManyEscapesIsRead() {
    HeaderReading reading =
        HeaderFiles.read("{\"__metadata__\":{\"k\":\"" + "\\u00e9".repeat(2_000_000) + "\"}}", 0);

    assertThat(reading.header().metadata().orElseThrow().entries().get("k"))
        .isEqualTo("\u00e9".repeat(2_000_000));
  }

  @Test
  void shapeOfAMillionDimensionsIsRead() {
    String shape = "1,".repeat(999_999) + "1";

    HeaderReading reading =
        HeaderFiles.read(
            "{\"t\":{\"dtype\":\"U8\",\"shape\":[" + shape + "],\"data_offsets\":[0,1]}}", 1);

    assertThat(reading.loadError()).isEmpty();
    assertThat(reading.header().tensors().getFirst().shape().rank()).isEqualTo(1_000_000);
  }

  @Test
  void unclosedBracketsByTheMillionAreRefused() {
    for (String open :
        List.of("[", "{\"a\":", "{\"a\":{", "\"", "\\\"", "\\ud800", "0", "-", "1e")) {
      String header = "{\"t\":{\"x\":" + open.repeat(3_000_000 / open.length());

      assertThat(HeaderFiles.read(header, 0).loadError())
          .contains(LoadError.INVALID_HEADER_DESERIALIZATION);
    }
  }

  @Test
  void numberOfThreeMillionDigitsIsReadOrRefusedByItsValue() {
    String field = "{\"t\":{\"dtype\":\"U8\",\"shape\":[0],\"data_offsets\":[0,0],\"x\":%s}}";

    assertThat(HeaderFiles.read(field.formatted("1".repeat(3_000_000)), 0).loadError())
        .contains(LoadError.INVALID_HEADER_DESERIALIZATION);
    assertThat(HeaderFiles.read(field.formatted("0." + "1".repeat(3_000_000)), 0).loadError())
        .isEmpty();
    assertThat(
            HeaderFiles.read(field.formatted("1".repeat(3_000_000) + "e-2999999"), 0).loadError())
        .isEmpty();
  }

  /// Returns 2^exponent different names with the same hash code.
  private static List<String> collidingNames(int exponent) {
    List<String> names = List.of("");
    for (int i = 0; i < exponent; i++) {
      List<String> longer = new ArrayList<>(names.size() * 2);
      for (String name : names) {
        longer.add(name + "Aa");
        longer.add(name + "BB");
      }
      names = longer;
    }
    return names;
  }
}
