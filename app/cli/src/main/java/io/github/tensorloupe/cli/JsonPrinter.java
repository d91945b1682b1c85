package io.github.tensorloupe.cli;

import module java.base;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;

/// Prints records as JSON Lines: one object per line, UTF-8, LF.
///
/// The components of a record are the members of its object, in their order. A `long` and an
/// [OptionalLong] are unsigned, any other [Number] is signed, and a number that is not finite is
/// null, which JSON has no other word for. Null and an empty `OptionalLong` become null; an empty
/// [Optional] leaves its member out. A [Stream] becomes an array, element by element, so that a
/// file may have any number of tensors. A name that Java reserves has an underscore behind it in
/// the record.
///
/// Names and strings escape everything that a terminal or a reader of lines could act on: control
/// characters from U+0000 to U+001F and U+007F to U+009F, bidirectional and other format
/// characters, line and paragraph separators and surrogates.
///
/// Jackson's own mapper of records is not used: setting it up takes half as long as a whole `check`
/// of a small file.
final class JsonPrinter {

  private static final class Escapes extends CharacterEscapes {

    private static final long serialVersionUID = 1L;

    @Override
    public int[] getEscapeCodesForAscii() {
      int[] codes = standardAsciiEscapesForJSON();
      codes[0x7F] = ESCAPE_STANDARD;
      return codes;
    }

    @Override
    public SerializableString getEscapeSequence(int character) {
      return DisplayText.isUnfit(character)
          ? new SerializedString("\\u%04X".formatted(character))
          : null;
    }
  }

  private record Member(SerializableString name, Method accessor, boolean isUnsigned) {

    static Member of(RecordComponent component) {
      Method accessor = component.getAccessor();
      accessor.setAccessible(true);
      SerializableString name = new SerializedString(component.getName().replace("_", ""));
      return new Member(name, accessor, component.getType() == long.class);
    }

    Object valueIn(Record owner) {
      try {
        return accessor.invoke(owner);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
  }

  private final Map<Class<?>, List<Member>> members = new HashMap<>();
  private final JsonGenerator json;

  /// @param out flushed after every line, never closed
  JsonPrinter(OutputStream out) {
    JsonFactory factory =
        new JsonFactoryBuilder()
            .characterEscapes(new Escapes())
            .rootValueSeparator((SerializableString) null)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .build();
    try {
      json = factory.createGenerator(out, JsonEncoding.UTF8);
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// Prints one line.
  ///
  /// @throws OutputException if the stream takes no more
  void print(Record result) {
    try {
      writeObject(result);
      json.writeRaw('\n');
      json.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  private void writeObject(Record result) throws IOException {
    json.writeStartObject();
    for (Member member : members.computeIfAbsent(result.getClass(), JsonPrinter::membersOf)) {
      Object value = member.valueIn(result);
      if (value instanceof Optional<?> optional) {
        if (optional.isEmpty()) {
          continue;
        }
        value = optional.get();
      }
      json.writeFieldName(member.name());
      if (member.isUnsigned()) {
        writeUnsigned((Long) value);
      } else {
        write(value);
      }
    }
    json.writeEndObject();
  }

  private static List<Member> membersOf(Class<?> type) {
    return Arrays.stream(type.getRecordComponents()).map(Member::of).toList();
  }

  /// Most members of half a million tensors are texts and shapes: they are tested first, because a
  /// switch over patterns takes half as long again.
  private void write(Object value) throws IOException {
    if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Shape shape) {
      writeShape(shape);
    } else {
      writeOther(value);
    }
  }

  private void writeOther(Object value) throws IOException {
    switch (value) {
      case null -> json.writeNull();
      case Record object -> writeObject(object);
      case Boolean flag -> json.writeBoolean(flag);
      case Number number -> writeNumber(number);
      case OptionalLong number when number.isEmpty() -> json.writeNull();
      case OptionalLong number -> writeUnsigned(number.getAsLong());
      case Map<?, ?> object -> writeObject(object);
      case List<?> array -> writeArray(array.stream());
      case Stream<?> array -> writeArray(array);
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void writeNumber(Number value) throws IOException {
    switch (value) {
      case Long integer -> json.writeNumber(integer);
      case Integer integer -> json.writeNumber(integer);
      case BigInteger integer -> json.writeNumber(integer);
      case BigDecimal decimal -> json.writeNumber(decimal);
      case Number number when Double.isFinite(number.doubleValue()) ->
          json.writeNumber(number.doubleValue());
      default -> json.writeNull();
    }
  }

  private void writeUnsigned(long value) throws IOException {
    if (value >= 0) {
      json.writeNumber(value);
    } else {
      json.writeNumber(new BigInteger(Long.toUnsignedString(value)));
    }
  }

  private void writeShape(Shape shape) throws IOException {
    json.writeStartArray();
    for (int axis = 0; axis < shape.rank(); axis++) {
      writeUnsigned(shape.dimension(axis));
    }
    json.writeEndArray();
  }

  private void writeObject(Map<?, ?> object) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      json.writeFieldName((String) entry.getKey());
      write(entry.getValue());
    }
    json.writeEndObject();
  }

  private void writeArray(Stream<?> elements) throws IOException {
    json.writeStartArray();
    elements.forEachOrdered(this::writeElement);
    json.writeEndArray();
  }

  private void writeElement(Object element) {
    try {
      write(element);
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }
}
