package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.desktop.control.table.LazyRow;
import io.github.tensorloupe.desktop.pane.metadata.JsonEdit.JsonPath;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonBoolean;
import io.github.tensorloupe.edit.JsonValue.JsonNull;
import io.github.tensorloupe.edit.JsonValue.JsonNumber;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import io.github.tensorloupe.format.DisplayText;

/// A line of the JSON tree: a value with its name, or a range of the children of a large value.
///
/// @param name a member's name, an element's index, or a range of indices
/// @param value the value, or the parent value of the range
/// @param begin the index of the first child below this line
/// @param end the exclusive end index of the children below this line
/// @param kind [Kind#RANGE] if the line represents a range of the value's children
record JsonEntry(JsonPath path, String name, JsonValue value, int begin, int end, Kind kind)
    implements LazyRow<JsonEntry> {

  /// The kind of line. Only members have editable names.
  enum Kind {
    ROOT,
    MEMBER,
    ELEMENT,
    RANGE
  }

  private static final int SHOWN_CHARACTERS = 500;

  static JsonEntry of(JsonValue root) {
    return of(JsonPath.ROOT, "", root, Kind.ROOT);
  }

  private static JsonEntry of(JsonPath path, String name, JsonValue value, Kind kind) {
    int count =
        switch (value) {
          case JsonObject(List<Member> members) -> members.size();
          case JsonArray(List<JsonValue> elements) -> elements.size();
          default -> 0;
        };
    return new JsonEntry(path, name, value, 0, count, kind);
  }

  boolean isScalar() {
    return !isRange() && value.isScalar();
  }

  boolean isRange() {
    return kind == Kind.RANGE;
  }

  boolean isMember() {
    return kind == Kind.MEMBER;
  }

  @Override
  public boolean hasChildren() {
    return end > begin;
  }

  @Override
  public List<JsonEntry> children() {
    return LazyRow.rows(begin, end, this::child, this::range);
  }

  private JsonEntry child(int index) {
    if (value instanceof JsonObject(List<Member> members)) {
      Member member = members.get(index);
      return of(path.child(index), member.name(), member.value(), Kind.MEMBER);
    }
    JsonValue element = ((JsonArray) value).elements().get(index);
    return of(path.child(index), Integer.toString(index), element, Kind.ELEMENT);
  }

  private JsonEntry range(int rangeBegin, int rangeEnd) {
    String name = rangeBegin + " … " + (rangeEnd - 1);
    return new JsonEntry(path, name, value, rangeBegin, rangeEnd, Kind.RANGE);
  }

  String shownName(Messages messages) {
    if (isRange()) {
      return messages.count(begin) + " … " + messages.count(end - 1);
    }
    return name.isEmpty()
        ? messages.text("metadata.json.empty-name")
        : DisplayText.of(name, SHOWN_CHARACTERS);
  }

  /// Returns the value for display on one line; for objects and arrays the number of children.
  String shownValue(Messages messages) {
    if (isRange()) {
      return "";
    }
    return switch (value) {
      case JsonObject _ -> messages.count("metadata.json.object", end);
      case JsonArray _ -> messages.count("metadata.json.array", end);
      case JsonString(String text) -> '"' + DisplayText.of(text, SHOWN_CHARACTERS) + '"';
      default -> DisplayText.of(value.scalarText(), SHOWN_CHARACTERS);
    };
  }

  String styleClass() {
    return switch (value) {
      case JsonObject _, JsonArray _ -> "json-container";
      case JsonString _ -> "json-string";
      case JsonNumber _ -> "json-number";
      case JsonBoolean _, JsonNull _ -> "json-keyword";
    };
  }
}
