package io.github.tensorloupe.survey;

import module com.fasterxml.jackson.databind;
import module java.base;

/// Conversions of records to lines of JSON and back. All lines of a kind have the same members, and
/// all values of a column have the same type, so that databases can load the lines. Lines are
/// ASCII, so that names cannot contain line breaks or bidirectional control characters.
public final class SurveyLine {

  private static final byte[] TENSOR_BEGIN = begin("tensor");

  private static final String REPLACEMENT = "\uFFFD";
  private static final Pattern LONE_SURROGATE = Pattern.compile("\\p{Cs}");

  private static final ObjectMapper JSON =
      JsonMapper.builder(
              new JsonFactoryBuilder()
                  .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
                  .build())
          .enable(EnumFeature.WRITE_ENUMS_TO_LOWERCASE)
          .enable(MapperFeature.ACCEPT_CASE_INSENSITIVE_ENUMS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS, MapperFeature.AUTO_DETECT_IS_GETTERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.READ_UNKNOWN_ENUM_VALUES_AS_NULL)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .addModule(
              new SimpleModule()
                  .addSerializer(String.class, new TextSerializer())
                  .addDeserializer(Long.class, new LongDeserializer()))
          .build();

  private static final String STRING = "\"(?:[ !#-\\[\\]-\\x7f]|\\\\[ -~])*+\"";

  /// A value of a column. Possessive, so that matching takes linear time.
  private static final String VALUE =
      "(?>null|true|false|[-0-9.E]++|%1$s|\\[(?:%1$s|[0-9,])*+])".formatted(STRING);

  private SurveyLine() {}

  /// Returns true if a line that [#of] returns could begin with these bytes.
  static boolean isBegin(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    return Patterns.OF_KINDS.stream()
        .map(pattern -> pattern.matcher(text))
        .anyMatch(line -> line.matches() || line.hitEnd());
  }

  /// Initialized on first use, because only incomplete lines need patterns.
  private static final class Patterns {
    static final List<Pattern> OF_KINDS =
        Stream.of("file", "tensor", "error").map(SurveyLine::pattern).toList();
  }

  /// Returns a pattern of the lines of a kind: all columns in order, with any values.
  private static Pattern pattern(String kind) {
    try {
      String[] columns =
          JSON.writeValueAsString(parse((new String(begin(kind)) + '}').getBytes())).split("null");
      return Pattern.compile(
          Stream.of(columns).map(Pattern::quote).collect(Collectors.joining(VALUE)));
    } catch (IOException e) {
      throw new UncheckedIOException("all columns are optional", e);
    }
  }

  /// Returns true if a line is about a tensor, without parsing it.
  public static boolean isTensor(byte[] line) {
    return Arrays.mismatch(line, TENSOR_BEGIN) == TENSOR_BEGIN.length;
  }

  private static byte[] begin(String kind) {
    return "{\"record\":\"%s\"".formatted(kind).getBytes(StandardCharsets.US_ASCII);
  }

  /// Converts a record to a line with a line feed.
  public static byte[] of(SurveyRecord record) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(1024);
    try {
      JSON.writeValue(line, record);
    } catch (IOException e) {
      throw new UncheckedIOException("all records can be written", e);
    }
    line.write('\n');
    return line.toByteArray();
  }

  /// Parses a line with or without a line feed. Ignores unknown members.
  ///
  /// @throws IOException if the line is not a survey line
  public static SurveyRecord parse(byte[] line) throws IOException {
    try {
      return JSON.readValue(line, SurveyRecord.class);
    } catch (JsonProcessingException e) {
      throw new IOException("not a line of a survey", e);
    }
  }

  private static final class TextSerializer extends JsonSerializer<String> {
    @Override
    public void serialize(String text, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      // UTF-8 cannot encode lone surrogates, and parsers reject their escape sequences.
      out.writeString(LONE_SURROGATE.matcher(text).replaceAll(REPLACEMENT));
    }
  }

  private static final class LongDeserializer extends JsonDeserializer<Long> {
    @Override
    public Long deserialize(JsonParser in, DeserializationContext context) throws IOException {
      if (!in.currentToken().isNumeric() || in.getLongValue() < 0) {
        throw JsonMappingException.from(in, "not a number of at least 0");
      }
      return in.getLongValue();
    }
  }
}
