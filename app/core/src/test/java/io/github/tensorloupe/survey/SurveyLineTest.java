package io.github.tensorloupe.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.survey.SurveyRecord.Kind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SurveyLineTest {

  @ParameterizedTest
  @EnumSource(Kind.class)
  void lineIsReadAsItWasWritten(Kind kind) throws IOException {
    SurveyRecord full = full(kind);
    SurveyRecord empty = new SurveyRecord(kind, Map.of());

    assertThat(SurveyLine.parse(SurveyLine.of(full))).isEqualTo(full);
    assertThat(SurveyLine.parse(SurveyLine.of(empty))).isEqualTo(empty);
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void linesOfOneKindHaveTheSameMembersInTheSameOrder(Kind kind) throws IOException {
    JsonNode full = new ObjectMapper().readTree(SurveyLine.of(full(kind)));
    JsonNode empty = new ObjectMapper().readTree(SurveyLine.of(new SurveyRecord(kind, Map.of())));

    assertThat(empty.fieldNames()).toIterable().containsExactlyElementsOf(full::fieldNames);
    assertThat(full).noneMatch(JsonNode::isNull);
    assertThat(full.fieldNames().next()).isEqualTo("record");
  }

  @Test
  void columnsAreSpelledAsTheMembersOfOtherCommands() {
    assertThat(SurveyColumn.values())
        .extracting(SurveyColumn::spelling)
        .contains(
            "path",
            "dtype",
            "posInf",
            "negInf",
            "headerLength",
            "error",
            "verdict",
            "std",
            "begin");
  }

  @Test
  void nothingInATextBreaksTheLine() throws IOException {
    String text = "a\nb\r\u2028\u202E\u0000\u0085\"\\ü😀\uD800";
    byte[] line = SurveyLine.of(new SurveyRecord(Kind.TENSOR, Map.of(SurveyColumn.NAME, text)));

    assertThat(new String(line, StandardCharsets.ISO_8859_1)).matches("[ -~]+\n");
    assertThat(SurveyLine.parse(line).text(SurveyColumn.NAME))
        .contains(text.replace('\uD800', '\uFFFD'));
  }

  @Test
  void membersInOtherOrderAndUnknownOnesAreRead() throws IOException {
    String line = "{\"new\":[{\"path\":1}],\"zero\":3,\"path\":\"p\",\"record\":\"tensor\"}";

    SurveyRecord read = SurveyLine.parse(line.getBytes(StandardCharsets.UTF_8));

    assertThat(read.number(SurveyColumn.ZERO)).hasValue(3);
    assertThat(read.text(SurveyColumn.PATH)).contains("p");
  }

  @Test
  void otherLinesAreRefused() {
    for (String line :
        List.of(
            "",
            "{",
            "[]",
            "{}",
            "{\"record\":\"x\"}",
            "{\"record\":\"file\",\"size\":-1}",
            "{\"record\":\"file\",\"size\":\"1\"}",
            "{\"record\":\"file\",\"name\":\"1\"}",
            "{\"record\":\"file\",\"findings\":\"x\"}",
            "{\"record\":\"file\",\"path\":{\"path\":\"x\"}}",
            "{\"record\":\"file\"} {")) {
      assertThatThrownBy(() -> SurveyLine.parse(line.getBytes(StandardCharsets.UTF_8)))
          .as(line)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void readerContinuesInAGrowingFileAndSeeksToALine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("survey.jsonl");
    byte[] first = SurveyLine.of(full(Kind.TENSOR));
    byte[] second =
        SurveyLine.of(
            new SurveyRecord(Kind.TENSOR, Map.of(SurveyColumn.NAME, "n".repeat(200_000))));
    Files.write(file, first);
    Files.write(file, Arrays.copyOf(second, 150_000), StandardOpenOption.APPEND);
    try (SurveyReader reader = SurveyReader.open(file)) {
      assertThat(reader.next()).contains(full(Kind.TENSOR));
      assertThat(reader.offset()).isZero();
      assertThat(reader.next()).isEmpty();
      Files.write(
          file, Arrays.copyOfRange(second, 150_000, second.length), StandardOpenOption.APPEND);

      assertThat(reader.next()).contains(SurveyLine.parse(second));
      assertThat(reader.offset()).isEqualTo(first.length);
      assertThat(reader.next()).isEqualTo(Optional.empty());
      reader.seek(0);
      assertThat(reader.next()).contains(full(Kind.TENSOR));
    }
  }

  private static SurveyRecord full(Kind kind) {
    Map<SurveyColumn, Object> values = new EnumMap<>(SurveyColumn.class);
    for (SurveyColumn column : SurveyColumn.values()) {
      if (column.isOf(kind) && column != SurveyColumn.RECORD) {
        values.put(
            column,
            switch (column.type()) {
              case TEXT -> "text \"" + column + "\"";
              case LONG -> Long.MAX_VALUE - column.ordinal();
              case DOUBLE -> -1.5e-300 * column.ordinal();
              case BOOLEAN -> true;
              case TEXTS -> List.of("a", "ß");
              case LONGS -> List.of(0L, Long.MAX_VALUE);
            });
      }
    }
    return new SurveyRecord(kind, values);
  }
}
