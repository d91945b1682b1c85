package io.github.tensorloupe.survey;

import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.github.tensorloupe.survey.SurveyRecord.Kind;

/// Converts records to lines of JSON and back. All lines of a kind have the same members, and all
/// values of a column have the same type, so that databases can load the lines. Lines are ASCII, so
/// that names can contain neither line breaks nor control characters for the text direction.
public final class SurveyLine {

  private static final String REPLACEMENT = "\uFFFD";
  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private static final JsonFactory JSON =
      new JsonFactoryBuilder()
          .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();

  private SurveyLine() {}

  static byte[] beginOf(Kind kind) {
    return "{\"record\":\"%s\"".formatted(kind.spelling()).getBytes(StandardCharsets.US_ASCII);
  }

  /// Returns the line of a record, with its line feed.
  public static byte[] of(SurveyRecord record) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    try (JsonGenerator json = JSON.createGenerator(line)) {
      json.writeStartObject();
      for (SurveyColumn column : SurveyColumn.values()) {
        if (column.isOf(record.kind())) {
          json.writeFieldName(column.spelling());
          write(record.values().get(column), json);
        }
      }
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("memory takes everything", e);
    }
    line.write('\n');
    return line.toByteArray();
  }

  private static void write(Object value, JsonGenerator json) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      // UTF-8 cannot encode a lone surrogate, and readers refuse its escape sequence.
      case String text -> json.writeString(LONE_SURROGATE.matcher(text).replaceAll(REPLACEMENT));
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Boolean flag -> json.writeBoolean(flag);
      case List<?> list -> {
        json.writeStartArray();
        for (Object each : list) {
          write(each, json);
        }
        json.writeEndArray();
      }
      default -> throw new IllegalArgumentException("no value of a column: " + value.getClass());
    }
  }

  /// Parses a line, with or without its line feed. Skips members that are not columns.
  ///
  /// @throws IOException if it is not a line of a survey
  public static SurveyRecord parse(byte[] line) throws IOException {
    try (JsonParser json = JSON.createParser(line)) {
      Map<SurveyColumn, Object> values = new EnumMap<>(SurveyColumn.class);
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("it is not a JSON object");
      }
      for (String name = json.nextFieldName(); name != null; name = json.nextFieldName()) {
        json.nextToken();
        Optional<SurveyColumn> column = SurveyColumn.find(name);
        if (column.isPresent() && json.currentToken() != JsonToken.VALUE_NULL) {
          values.put(column.get(), read(column.get().type(), json));
        } else {
          json.skipChildren();
        }
      }
      if (json.currentToken() != JsonToken.END_OBJECT || json.nextToken() != null) {
        throw new IOException("it is more or less than one JSON object");
      }
      Object word = values.get(SurveyColumn.RECORD);
      Kind kind =
          Arrays.stream(Kind.values())
              .filter(each -> each.spelling().equals(word))
              .findFirst()
              .orElseThrow(() -> new IOException("it is of no kind"));
      return new SurveyRecord(kind, values);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private static String text(JsonParser json) throws IOException {
    require(json, JsonToken.VALUE_STRING);
    return json.getText();
  }

  private static void require(JsonParser json, JsonToken token) throws IOException {
    if (json.currentToken() != token) {
      throw new IOException("a value is of another type");
    }
  }

  private static Object read(SurveyColumn.Type type, JsonParser json) throws IOException {
    return switch (type) {
      case TEXT -> text(json);
      case LONG -> json.getLongValue();
      case DOUBLE -> json.getDoubleValue();
      case BOOLEAN -> json.getBooleanValue();
      case TEXTS, LONGS -> {
        List<Object> list = new ArrayList<>();
        require(json, JsonToken.START_ARRAY);
        while (json.nextToken() != JsonToken.END_ARRAY) {
          list.add(type == SurveyColumn.Type.TEXTS ? text(json) : (Object) json.getLongValue());
        }
        yield List.copyOf(list);
      }
    };
  }
}
