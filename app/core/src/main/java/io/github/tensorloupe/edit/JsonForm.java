package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;

/// A layout of JSON text. All layouts preserve the order of members, repeated names and the text of
/// numbers. They escape only the characters that JSON requires, and unpaired surrogates so that the
/// text can be encoded as UTF-8.
public enum JsonForm {
  COMPACT,
  /// One member or element per line, indented by two spaces per level.
  PRETTY;

  private static final String INDENT = "  ";
  private static final String SHORT_ESCAPES = "\b\t\n\f\r\"\\";
  private static final String SHORT_LETTERS = "btnfr\"\\";

  /// Formats a value without a trailing line break.
  public String write(JsonValue value) {
    StringBuilder text = new StringBuilder();
    new Writer(this, text).value(value, 0);
    return text.toString();
  }

  private record Writer(JsonForm form, StringBuilder text) {

    void value(JsonValue value, int depth) {
      switch (value) {
        case JsonObject(var members) -> {
          Consumer<Member> writeMember =
              member -> {
                string(member.name());
                text.append(form == PRETTY ? ": " : ":");
                value(member.value(), depth + 1);
              };
          sequence('{', '}', members, depth, writeMember);
        }
        case JsonArray(var elements) ->
            sequence('[', ']', elements, depth, element -> value(element, depth + 1));
        case JsonString(String string) -> string(string);
        case JsonNumber _, JsonBoolean _, JsonNull _ -> text.append(value.scalarText());
      }
    }

    private <T> void sequence(
        char open, char close, List<T> items, int depth, Consumer<T> writeItem) {
      text.append(open);
      String separator = "";
      for (T item : items) {
        text.append(separator);
        lineBreak(depth + 1);
        writeItem.accept(item);
        separator = ",";
      }
      if (!items.isEmpty()) {
        lineBreak(depth);
      }
      text.append(close);
    }

    private void lineBreak(int depth) {
      if (form == PRETTY) {
        text.append('\n').repeat(INDENT, depth);
      }
    }

    private void string(String string) {
      text.append('"');
      string.codePoints().forEach(this::character);
      text.append('"');
    }

    private void character(int codePoint) {
      int shortEscape = SHORT_ESCAPES.indexOf(codePoint);
      if (shortEscape >= 0) {
        text.append('\\').append(SHORT_LETTERS.charAt(shortEscape));
      } else if (codePoint < ' ' || Character.getType(codePoint) == Character.SURROGATE) {
        text.append("\\u%04x".formatted(codePoint));
      } else {
        text.appendCodePoint(codePoint);
      }
    }
  }
}
