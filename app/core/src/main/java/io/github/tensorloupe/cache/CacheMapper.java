package io.github.tensorloupe.cache;

import module java.base;

import com.fasterxml.jackson.annotation.JsonFormat;
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
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.deser.ContextualDeserializer;
import com.fasterxml.jackson.databind.deser.std.StdDelegatingDeserializer;
import com.fasterxml.jackson.databind.introspect.Annotated;
import com.fasterxml.jackson.databind.introspect.JacksonAnnotationIntrospector;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.ser.std.StdDelegatingSerializer;
import com.fasterxml.jackson.databind.type.TypeFactory;
import com.fasterxml.jackson.databind.util.Converter;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
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
          .annotationIntrospector(new RecordsAsArrays())
          .addModule(
              new SimpleModule()
                  .addDeserializer(Number.class, new NumberDeserializer())
                  .addSerializer(to(FileTime.class, long[].class, CacheMapper::stored))
                  .addDeserializer(
                      FileTime.class, from(long[].class, FileTime.class, CacheMapper::time))
                  .addSerializer(to(Sentence.class, Object.class, CacheMapper::stored))
                  .addDeserializer(
                      Sentence.class, from(JsonNode.class, Sentence.class, CacheMapper::sentence))
                  .addSerializer(
                      to(
                          Optional.class,
                          Object.class,
                          each -> each.isPresent() ? each.get() : null))
                  .addDeserializer(Optional.class, new OptionalDeserializer(null)))
          .build();

  private CacheMapper() {}

  /// A format of records as arrays, which are faster to parse than objects with component names.
  private static final class RecordsAsArrays extends JacksonAnnotationIntrospector {

    private static final long serialVersionUID = 1L;

    @Override
    public JsonFormat.Value findFormat(Annotated element) {
      JsonFormat.Value format = super.findFormat(element);
      return format == null && element.getRawType().isRecord()
          ? JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY)
          : format;
    }
  }

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

  private static <T, S> JsonSerializer<?> to(
      Class<T> type, Class<S> storedType, Function<T, S> function) {
    return new StdDelegatingSerializer(type, new Conversion<>(type, storedType, function));
  }

  private static <S, T> JsonDeserializer<T> from(
      Class<S> storedType, Class<T> type, Function<S, T> function) {
    return new StdDelegatingDeserializer<>(new Conversion<>(storedType, type, function));
  }

  private record Conversion<A, B>(Class<A> input, Class<B> output, Function<A, B> function)
      implements Converter<A, B> {
    @Override
    public B convert(A value) {
      return function.apply(value);
    }

    @Override
    public JavaType getInputType(TypeFactory types) {
      return types.constructType(input);
    }

    @Override
    public JavaType getOutputType(TypeFactory types) {
      return types.constructType(output);
    }
  }

  private static long[] stored(FileTime time) {
    Instant instant = time.toInstant();
    return new long[] {instant.getEpochSecond(), instant.getNano()};
  }

  private static FileTime time(long[] stored) {
    return FileTime.from(Instant.ofEpochSecond(stored[0], stored[1]));
  }

  /// Returns a sentence as a list of its key and arguments, and an argument as a value that Smile
  /// supports.
  private static Object stored(Object argument) {
    return switch (argument) {
      case Sentence(String key, List<Object> arguments) ->
          Stream.concat(Stream.of(key), arguments.stream().map(CacheMapper::stored)).toList();
      case Clause(Sentence inner) -> Map.of("clause", stored(inner));
      case Long number -> Map.of("long", number);
      case ByteSize(long byteCount) -> Map.of("bytes", byteCount);
      case Decimal(double value, int decimals) -> Map.of("decimals", decimals, "value", value);
      case Integer _, BigInteger _ -> argument;
      default -> argument.toString();
    };
  }

  private static Sentence sentence(JsonNode stored) {
    List<Object> parts = new ArrayList<>();
    stored.forEach(each -> parts.add(argument(each)));
    return new Sentence((String) parts.removeFirst(), parts);
  }

  private static Object argument(JsonNode stored) {
    return switch (stored) {
      case ArrayNode _ -> sentence(stored);
      case TextNode _ -> stored.textValue();
      case NumericNode _ -> stored.numberValue();
      case JsonNode _ when stored.has("clause") -> new Clause(sentence(stored.get("clause")));
      case JsonNode _ when stored.has("long") -> stored.get("long").longValue();
      case JsonNode _ when stored.has("bytes") -> new ByteSize(stored.get("bytes").longValue());
      default -> new Decimal(stored.get("value").doubleValue(), stored.get("decimals").intValue());
    };
  }
}
