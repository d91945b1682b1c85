package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Spelled;

/// Prints JSON Lines: one object per line in UTF-8, with LF.
///
/// Escapes characters that terminals or readers of lines may interpret: U+0000 to U+001F, U+007F to
/// U+009F, bidirectional and other format characters, line and paragraph separators, and
/// surrogates.
///
/// Does not use Jackson, which slows down the statistics of a million small tensors by a third,
/// mainly for formatting fractions, and the start of short commands by 0.2 s.
final class JsonPrinter {

  /// The initial capacity in characters, sufficient for the statistics of most tensors.
  private static final int LINE_LENGTH = 3000;

  /// The maximum number of buffered characters. Longer lines are written in several parts.
  private static final int MAX_BUFFERED_CHARACTERS = 1 << 16;

  private final OutputStream out;
  private final StringBuilder text = new StringBuilder(LINE_LENGTH);

  /// @param out never closed
  JsonPrinter(OutputStream out) {
    this.out = out;
  }

  /// Prints an object as a line and flushes the stream.
  void print(JsonObject result) {
    write(result);
    text.append('\n');
    printText();
    flush();
  }

  /// Prints a line returned by [#line] without flushing the stream.
  void print(byte[] line) {
    OutputException.convert(() -> out.write(line));
  }

  void flush() {
    OutputException.convert(out::flush);
  }

  /// Returns the line for an object, including its LF. Thread-safe.
  static byte[] line(JsonObject result) {
    ByteArrayOutputStream line = new ByteArrayOutputStream(LINE_LENGTH);
    new JsonPrinter(line).print(result);
    return line.toByteArray();
  }

  private void printText() {
    print(text.toString().getBytes(StandardCharsets.UTF_8));
    text.setLength(0);
  }

  /// Tests the most frequent types first: strings, shapes, and histogram bounds. A pattern switch
  /// is 50 % slower.
  private void write(Object value) {
    if (value instanceof String string) {
      writeString(string);
    } else if (value instanceof Shape shape) {
      writeNumbers(shape.dimensions());
    } else if (value instanceof Double number && Double.isFinite(number)) {
      text.append(number.doubleValue());
    } else if (value instanceof Optional<?> optional) {
      write(optional.orElse(null));
    } else {
      writeOther(value);
    }
  }

  private void writeOther(Object value) {
    switch (value) {
      case null -> text.append("null");
      case JsonObject object -> writeMembers(object.members);
      case Long number -> text.append(number.longValue());
      case Boolean _, Integer _, BigInteger _, BigDecimal _ -> text.append(value);
      // NaN and infinities
      case Double _ -> text.append("null");
      case Number number -> write(number.doubleValue());
      case OptionalLong number when number.isPresent() -> writeUnsigned(number.getAsLong());
      case OptionalLong _ -> text.append("null");
      case OptionalInt number -> write(number.isPresent() ? number.getAsInt() : null);
      case OptionalDouble number -> write(number.isPresent() ? number.getAsDouble() : null);
      case Enum<?> constant -> writeString(Spelled.of(constant));
      case Map<?, ?> object -> writeMembers(object);
      case long[] array -> writeNumbers(array);
      case Consumer<?> elements -> writeElements(elements);
      case List<?> array -> writeArray(array.iterator());
      case Stream<?> array -> writeArray(array.iterator());
      default -> throw new IllegalArgumentException("no JSON for " + value.getClass());
    }
  }

  private void writeUnsigned(long value) {
    if (value >= 0) {
      text.append(value);
    } else {
      text.append(Quantities.exact(value));
    }
  }

  private void writeMembers(Map<?, ?> object) {
    text.append('{');
    boolean isFirst = true;
    for (Map.Entry<?, ?> entry : object.entrySet()) {
      begin(isFirst);
      isFirst = false;
      writeString((String) entry.getKey());
      text.append(':');
      write(entry.getValue());
    }
    text.append('}');
  }

  private void writeArray(Iterator<?> elements) {
    text.append('[');
    for (boolean isFirst = true; elements.hasNext(); isFirst = false) {
      begin(isFirst);
      write(elements.next());
    }
    text.append(']');
  }

  private void writeNumbers(long[] numbers) {
    text.append('[');
    for (int i = 0; i < numbers.length; i++) {
      begin(i == 0);
      writeUnsigned(numbers[i]);
    }
    text.append(']');
  }

  @SuppressWarnings("unchecked")
  private void writeElements(Consumer<?> elements) {
    text.append('[');
    ((Consumer<StringBuilder>) elements).accept(text);
    text.append(']');
  }

  private void begin(boolean isFirst) {
    if (text.length() >= MAX_BUFFERED_CHARACTERS) {
      printText();
    }
    if (!isFirst) {
      text.append(',');
    }
  }

  private void writeString(String string) {
    text.append('"');
    int begin = 0;
    for (int i = 0; i < string.length(); i++) {
      if (!isPlain(string.charAt(i))) {
        text.append(string, begin, i).append(escaped(string.charAt(i)));
        begin = i + 1;
      }
    }
    text.append(begin == 0 ? string : string.substring(begin)).append('"');
  }

  private static boolean isPlain(char character) {
    return character >= ' ' && character <= '~'
        ? character != '"' && character != '\\'
        : !DisplayText.mustEscape(character);
  }

  private static String escaped(char character) {
    return switch (character) {
      case '"' -> "\\\"";
      case '\\' -> "\\\\";
      case '\b' -> "\\b";
      case '\t' -> "\\t";
      case '\n' -> "\\n";
      case '\f' -> "\\f";
      case '\r' -> "\\r";
      default -> "\\u%04X".formatted((int) character);
    };
  }
}
