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

  /// The usual length of the figures of a tensor.
  private static final int LINE_BYTES = 2048;

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

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .characterEscapes(new Escapes())
          .rootValueSeparator((SerializableString) null)
          .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
          .build();

  private final OutputStream out;
  private final JsonGenerator json;

  /// @param out flushed after every line, never closed
  JsonPrinter(OutputStream out) {
    this.out = out;
    try {
      json = FACTORY.createGenerator(out, JsonEncoding.UTF8);
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

  /// Prints what [#line] has made, not flushed.
  ///
  /// @throws OutputException if the stream takes no more
  void print(byte[] line) {
    try {
      out.write(line);
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// Hands on the lines printed so far.
  void flush() {
    try {
      json.flush();
    } catch (IOException e) {
      throw new OutputException(e);
    }
  }

  /// The line for an object, its LF included; on any thread.
  static byte[] line(JsonObject result) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(LINE_BYTES);
    JsonPrinter printer = new JsonPrinter(line);
    printer.print(result);
    try {
      // Gives its buffers to the next one of the thread.
      printer.json.close();
    } catch (IOException e) {
      throw new OutputException(e);
    }
    return line.toByteArray();
  }

  /// Most members of half a million tensors are texts, shapes and edges of histograms: they are
  /// tested first, because a switch over patterns takes half as long again.
  private void write(Object value) throws IOException {
    if (value instanceof String text) {
      json.writeString(text);
    } else if (value instanceof Shape shape) {
      writeShape(shape);
    } else if (value instanceof Double number && Double.isFinite(number)) {
      json.writeNumber(number);
    } else if (value instanceof Optional<?> optional) {
      write(optional.orElse(null));
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
      case Enum<?> constant -> json.writeString(CommandLineInterface.word(constant));
      case Map<?, ?> object -> writeMembers(object);
      case long[] array -> json.writeArray(array, 0, array.length);
      case List<?> array when array.stream().allMatch(JsonPrinter::isPlain) -> writePlain(array);
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

  /// True for numbers that Java writes as JSON does.
  private static boolean isPlain(Object value) {
    return value instanceof Double number && Double.isFinite(number) || value instanceof Long;
  }

  /// Writes an array of plain numbers in one piece, which takes half as long as one by one: the
  /// edges of a histogram are most of what there is of a small tensor.
  private void writePlain(List<?> numbers) throws IOException {
    StringBuilder text = new StringBuilder(20 * numbers.size() + 2).append('[');
    for (Object number : numbers) {
      text.append(text.length() > 1 ? "," : "");
      if (number instanceof Double fraction) {
        text.append(fraction.doubleValue());
      } else {
        text.append(number);
      }
    }
    json.writeRawValue(text.append(']').toString());
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
