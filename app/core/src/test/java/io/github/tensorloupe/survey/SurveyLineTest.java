package io.github.tensorloupe.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.tensorloupe.survey.SurveyRecord.ErrorLine;
import io.github.tensorloupe.survey.SurveyRecord.FileLine;
import io.github.tensorloupe.survey.SurveyRecord.TensorLine;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SurveyLineTest {

  @ParameterizedTest
  @ValueSource(classes = {FileLine.class, TensorLine.class, ErrorLine.class})
  void lineIsReadAsItWasWritten(Class<? extends Record> kind) throws IOException {
    SurveyRecord full = full(kind);
    SurveyRecord empty = SurveyLine.parse(nameOf(full));

    assertThat(SurveyLine.parse(SurveyLine.of(full))).isEqualTo(full);
    assertThat(SurveyLine.parse(SurveyLine.of(empty))).isEqualTo(empty);
  }

  @ParameterizedTest
  @ValueSource(classes = {FileLine.class, TensorLine.class, ErrorLine.class})
  void linesOfOneKindHaveTheSameMembersInTheSameOrder(Class<? extends Record> kind)
      throws IOException {
    SurveyRecord record = full(kind);
    JsonNode full = new ObjectMapper().readTree(SurveyLine.of(record));
    SurveyRecord nothing = SurveyLine.parse(nameOf(record));
    JsonNode empty = new ObjectMapper().readTree(SurveyLine.of(nothing));

    assertThat(empty.fieldNames()).toIterable().containsExactlyElementsOf(full::fieldNames);
    assertThat(full).noneMatch(JsonNode::isNull);
    assertThat(full.fieldNames().next()).isEqualTo("record");
  }

  @Test
  void columnsAreInTheDocumentedOrder() throws IOException {
    assertThat(columns(FileLine.class))
        .isEqualTo(
            "record path set size modified sameAs kind verdict error headerLength dataLength"
                + " tensorCount dtype count model family headerSha256 expectedSha256 values"
                + " findings severity nan posInf negInf zero subnormal min max tensors");
    assertThat(columns(TensorLine.class))
        .isEqualTo(
            "record path modified name dtype shape begin end count findings severity nan posInf"
                + " negInf zero subnormal min max mean std q01 q05 q25 q50 q75 q95 q99"
                + " quantilesExact entropyBits");
    assertThat(columns(ErrorLine.class))
        .isEqualTo("record path set verdict message findings severity");
  }

  private static String columns(Class<? extends Record> kind) throws IOException {
    JsonNode line = new ObjectMapper().readTree(SurveyLine.of(full(kind)));
    return String.join(" ", line.propertyStream().map(Map.Entry::getKey).toList());
  }

  /// Returns a line with only the kind of a record.
  private static byte[] nameOf(SurveyRecord record) {
    String kind = record.getClass().getSimpleName().replace("Line", "").toLowerCase(Locale.ROOT);
    return "{\"record\":\"%s\"}".formatted(kind).getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void nothingInATextBreaksTheLine() throws IOException {
    String text = "a\nb\r\u2028\u202E\u0000\u0085\"\\ü😀\uD800";
    byte[] line = SurveyLine.of(new ErrorLine(text, null, null, null, null, null));

    assertThat(new String(line, StandardCharsets.ISO_8859_1)).matches("[ -~]+\n");
    assertThat(SurveyLine.parse(line).path()).isEqualTo(text.replace('\uD800', '\uFFFD'));
  }

  @Test
  void membersInOtherOrderAndUnknownOnesAreRead() throws IOException {
    String line = "{\"new\":[{\"path\":1}],\"zero\":3,\"path\":\"p\",\"record\":\"tensor\"}";

    var read = (TensorLine) SurveyLine.parse(line.getBytes(StandardCharsets.UTF_8));

    assertThat(read.figures().zero()).isEqualTo(3);
    assertThat(read.path()).isEqualTo("p");
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
            "{\"record\":\"tensor\",\"zero\":\"1\"}",
            "{\"record\":\"tensor\",\"shape\":[-1]}",
            "{\"record\":\"file\",\"findings\":\"x\"}",
            "{\"record\":\"file\",\"path\":{\"path\":\"x\"}}",
            "{\"record\":\"file\"} {")) {
      assertThatThrownBy(() -> SurveyLine.parse(line.getBytes(StandardCharsets.UTF_8)))
          .as(line)
          .isInstanceOf(IOException.class);
    }
  }

  @Test
  void readerStopsAtAnIncompleteLine(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("survey.jsonl");
    byte[] first = SurveyLine.of(full(TensorLine.class));
    byte[] second = SurveyLine.of(new ErrorLine("n".repeat(200_000), null, null, null, null, null));
    byte[] begin = Arrays.copyOf(second, 150_000);
    Files.write(file, first);
    Files.write(file, second, StandardOpenOption.APPEND);
    Files.write(file, begin, StandardOpenOption.APPEND);
    try (SurveyReader reader = SurveyReader.open(file)) {
      assertThat(SurveyLine.parse(reader.nextLine())).isEqualTo(full(TensorLine.class));
      assertThat(reader.end()).isEqualTo(first.length);

      assertThat(reader.nextLine()).isEqualTo(second);
      assertThat(reader.nextLine()).isNull();
      assertThat(reader.end()).isEqualTo(first.length + second.length);
      assertThat(reader.incompleteLine()).isEqualTo(begin);
    }
  }

  private static SurveyRecord full(Class<? extends Record> kind) {
    return (SurveyRecord) fullRecord(kind);
  }

  private static Object fullRecord(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    Object[] values = new Object[components.length];
    for (int i = 0; i < values.length; i++) {
      Class<?> of = components[i].getType();
      String generic = components[i].getGenericType().getTypeName();
      values[i] =
          of.isRecord()
              ? fullRecord(of)
              : of.isEnum()
                  ? of.getEnumConstants()[0]
                  : switch (generic.replace("java.lang.", "").replace("java.util.", "")) {
                    case "String" -> "text \"" + components[i] + "\"";
                    case "Long" -> Long.MAX_VALUE - i;
                    case "Double" -> -1.5e-300 * (i + 1);
                    case "Boolean" -> true;
                    case "List<String>" -> List.of("a", "ß");
                    case "List<Long>" -> List.of(0L, Long.MAX_VALUE);
                    default -> throw new AssertionError(generic);
                  };
    }
    try {
      Class<?>[] types =
          Arrays.stream(components).map(RecordComponent::getType).toArray(Class[]::new);
      return type.getDeclaredConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }
}
