package io.github.tensorloupe.cache;

import module java.base;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.BeanProperty;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import io.github.tensorloupe.analysis.distribution.TensorSummary;
import io.github.tensorloupe.analysis.distribution.ValueCounts;
import io.github.tensorloupe.analysis.health.Occurrences;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.health.ZeroPages;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.library.HeaderCache.Contents;
import io.github.tensorloupe.library.HeaderCache.FileSummary;
import io.github.tensorloupe.library.HeaderCache.StoredFile;
import io.github.tensorloupe.library.HeaderCache.StoredSet;
import io.github.tensorloupe.library.ModelFacts;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// The mapper between records and Smile (binary JSON), with support for times, optional components
/// and sentences.
final class CacheMapper {

  static final ObjectMapper SMILE =
      SmileMapper.builder(
              SmileFactory.builder().disable(SmileGenerator.Feature.ENCODE_BINARY_AS_7BIT).build())
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .addModule(
              new SimpleModule()
                  .addDeserializer(Number.class, new NumberDeserializer())
                  .addSerializer(FileTime.class, new TimeSerializer())
                  .addDeserializer(FileTime.class, new TimeDeserializer())
                  .addSerializer(Sentence.class, new SentenceSerializer())
                  .addDeserializer(Sentence.class, new SentenceDeserializer())
                  .addSerializer(Optional.class, new OptionalSerializer())
                  .addDeserializer(Optional.class, new OptionalDeserializer(null)))
          .build();

  static {
    // Arrays without component names are faster to parse.
    for (Class<?> type :
        List.of(
            Contents.class,
            StoredFile.class,
            StoredSet.class,
            FileSummary.class,
            FileIdentity.class,
            ModelFacts.class,
            ScanCache.Scan.class,
            TensorHealth.class,
            Occurrences.class,
            ZeroPages.class,
            ByteRange.class,
            TensorSummary.class,
            ValueCounts.class)) {
      SMILE.configOverride(type).setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY));
    }
  }

  private CacheMapper() {}

  private static final class NumberDeserializer extends JsonDeserializer<Number> {
    @Override
    public Number deserialize(JsonParser in, DeserializationContext context) throws IOException {
      // Smile stores small values of type long as int.
      return in.currentToken() == JsonToken.VALUE_NUMBER_INT
              && in.getNumberType() != JsonParser.NumberType.BIG_INTEGER
          ? (Number) in.getLongValue()
          : in.getNumberValue();
    }
  }

  private static final class TimeSerializer extends JsonSerializer<FileTime> {
    @Override
    public void serialize(FileTime time, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      Instant instant = time.toInstant();
      out.writeArray(new long[] {instant.getEpochSecond(), instant.getNano()}, 0, 2);
    }
  }

  private static final class TimeDeserializer extends JsonDeserializer<FileTime> {
    @Override
    public FileTime deserialize(JsonParser in, DeserializationContext context) throws IOException {
      long[] parts = context.readValue(in, long[].class);
      try {
        return FileTime.from(Instant.ofEpochSecond(parts[0], parts[1]));
      } catch (DateTimeException | ArithmeticException | ArrayIndexOutOfBoundsException e) {
        throw JsonMappingException.from(in, "invalid time", e);
      }
    }
  }

  private static final class OptionalSerializer extends JsonSerializer<Object> {
    @Override
    public void serialize(Object value, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      provider.defaultSerializeValue(((Optional<?>) value).orElse(null), out);
    }
  }

  private static final class OptionalDeserializer extends JsonDeserializer<Optional<?>>
      implements ContextualDeserializer {

    private final JsonDeserializer<?> component;

    OptionalDeserializer(JsonDeserializer<?> component) {
      this.component = component;
    }

    @Override
    public JsonDeserializer<?> createContextual(
        DeserializationContext context, BeanProperty property) throws JsonMappingException {
      JavaType type = property.getType().containedType(0);
      return new OptionalDeserializer(context.findContextualValueDeserializer(type, property));
    }

    @Override
    public Optional<?> deserialize(JsonParser in, DeserializationContext context)
        throws IOException {
      return Optional.of(component.deserialize(in, context));
    }

    @Override
    public Optional<?> getNullValue(DeserializationContext context) {
      return Optional.empty();
    }
  }

  private static final class SentenceSerializer extends JsonSerializer<Sentence> {

    @Override
    public void serialize(Sentence sentence, JsonGenerator out, SerializerProvider provider)
        throws IOException {
      write(sentence, out);
    }

    private static void write(Sentence sentence, JsonGenerator out) throws IOException {
      out.writeStartArray();
      out.writeString(sentence.key());
      for (Object argument : sentence.arguments()) {
        switch (argument) {
          case Sentence inner -> write(inner, out);
          case Integer number -> out.writeNumber(number);
          case BigInteger number -> out.writeNumber(number);
          case Clause(Sentence inner) -> {
            out.writeStartObject();
            out.writeFieldName("clause");
            write(inner, out);
            out.writeEndObject();
          }
          case Long number -> writeObject(out, "long", number);
          case ByteSize(long byteCount) -> writeObject(out, "bytes", byteCount);
          case Decimal(double value, int decimals) -> {
            out.writeStartObject();
            out.writeNumberField("decimals", decimals);
            out.writeNumberField("value", value);
            out.writeEndObject();
          }
          default -> out.writeString(argument.toString());
        }
      }
      out.writeEndArray();
    }

    private static void writeObject(JsonGenerator out, String name, long number)
        throws IOException {
      out.writeStartObject();
      out.writeNumberField(name, number);
      out.writeEndObject();
    }
  }

  private static final class SentenceDeserializer extends JsonDeserializer<Sentence> {

    @Override
    public Sentence deserialize(JsonParser in, DeserializationContext context) throws IOException {
      require(in, in.currentToken(), JsonToken.START_ARRAY);
      require(in, in.nextToken(), JsonToken.VALUE_STRING);
      String key = in.getText();
      List<Object> arguments = new ArrayList<>();
      while (in.nextToken() != JsonToken.END_ARRAY) {
        arguments.add(
            switch (in.currentToken()) {
              case START_ARRAY -> deserialize(in, context);
              case START_OBJECT -> object(in, context);
              case VALUE_STRING -> in.getText();
              case VALUE_NUMBER_INT -> in.getNumberValue();
              default -> throw JsonMappingException.from(in, "invalid argument");
            });
      }
      return new Sentence(key, arguments);
    }

    private Object object(JsonParser in, DeserializationContext context) throws IOException {
      String name = in.nextFieldName();
      in.nextToken();
      Object argument =
          switch (name) {
            case "clause" -> new Clause(deserialize(in, context));
            case "long" -> in.getLongValue();
            case "bytes" -> new ByteSize(in.getLongValue());
            case "decimals" -> {
              int decimals = in.getIntValue();
              in.nextFieldName();
              in.nextToken();
              yield new Decimal(in.getDoubleValue(), decimals);
            }
            case null, default -> throw JsonMappingException.from(in, "invalid argument");
          };
      require(in, in.nextToken(), JsonToken.END_OBJECT);
      return argument;
    }

    private static void require(JsonParser in, JsonToken token, JsonToken expected)
        throws JsonMappingException {
      if (token != expected) {
        throw JsonMappingException.from(in, token + " instead of " + expected);
      }
    }
  }
}
