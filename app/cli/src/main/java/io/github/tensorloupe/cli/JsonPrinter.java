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
import io.github.tensorloupe.text.Quantities;

/// Prints JSON Lines: one object per line, UTF-8, LF.
///
/// Names and strings escape everything that a terminal or a reader of lines could act on: control
/// characters from U+0000 to U+001F and U+007F to U+009F, bidirectional and other format
/// characters, line and paragraph separators and surrogates.
///
/// Jackson's own mapper of objects is not used: setting it up takes half as long as a whole `check`
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
  void print(JsonObject result) {
    try {
      writeMembers(result.members());
      json.writeRaw('\n');
      json.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
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
      case JsonObject object -> writeMembers(object.members());
      case Boolean flag -> json.writeBoolean(flag);
      case Number number -> writeNumber(number);
      case OptionalLong number when number.isEmpty() -> json.writeNull();
      case OptionalLong number -> writeUnsigned(number.getAsLong());
      case Optional<?> optional -> write(optional.orElse(null));
      case Enum<?> constant -> json.writeString(CommandLineInterface.word(constant));
      case Map<?, ?> object -> writeMembers(object);
      case List<?> array -> writeArray(array.iterator());
      case Stream<?> array -> writeArray(array.iterator());
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
      json.writeNumber(Quantities.exact(value));
    }
  }

  private void writeShape(Shape shape) throws IOException {
    json.writeStartArray();
    for (int axis = 0; axis < shape.rank(); axis++) {
      writeUnsigned(shape.dimension(axis));
    }
    json.writeEndArray();
  }

  private void writeMembers(Map<?, ?> object) throws IOException {
    json.writeStartObject();
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      json.writeFieldName((String) entry.getKey());
      write(entry.getValue());
    }
    json.writeEndObject();
  }

  private void writeArray(Iterator<?> elements) throws IOException {
    json.writeStartArray();
    while (elements.hasNext()) {
      write(elements.next());
    }
    json.writeEndArray();
  }
}
