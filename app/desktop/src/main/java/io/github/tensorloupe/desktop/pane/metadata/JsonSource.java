package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;

/// A JSON text with the positions of its tokens. Writes an edited tree so that unchanged tokens and
/// the white space around them stay as they are.
final class JsonSource {

  private final String text;
  private final JsonValue tree;
  private int at;

  /// @param tree the parsed text
  JsonSource(String text, JsonValue tree) {
    this.text = text;
    this.tree = tree;
  }

  /// A child of an object or array, or the whole value.
  ///
  /// @param begin the begin of the name, or of the value if it has no name
  /// @param valueBegin the begin of the value
  private record Span(int begin, int nameEnd, int valueBegin, int end, List<Span> children) {}

  /// Writes an edited tree in the layout of this text.
  String write(JsonValue edited) {
    at = 0;
    Span root = span(tree);
    StringBuilder written = new StringBuilder(text.length()).append(text, 0, root.begin);
    write(root, tree, edited, written);
    return written.append(text, root.end, text.length()).toString();
  }

  private Span span(JsonValue value) {
    skipSpace();
    return span(at, at, value);
  }

  private Span span(int begin, int nameEnd, JsonValue value) {
    int valueBegin = at;
    List<Span> children = new ArrayList<>();
    switch (value) {
      case JsonObject(List<Member> members) -> {
        for (Member member : members) {
          at++;
          skipSpace();
          int memberBegin = at;
          skipString();
          int memberNameEnd = at;
          skipSpace();
          at++;
          skipSpace();
          children.add(span(memberBegin, memberNameEnd, member.value()));
          skipSpace();
        }
        skipToEnd('}');
      }
      case JsonArray(List<JsonValue> elements) -> {
        for (JsonValue element : elements) {
          at++;
          children.add(span(element));
          skipSpace();
        }
        skipToEnd(']');
      }
      case JsonString _ -> skipString();
      default -> at += value.scalarText().length();
    }
    return new Span(begin, nameEnd, valueBegin, at, children);
  }

  private void skipToEnd(char bracket) {
    at = text.indexOf(bracket, at) + 1;
  }

  private void skipSpace() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private void skipString() {
    at++;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    at++;
  }

  private void write(Span span, JsonValue before, JsonValue now, StringBuilder written) {
    if (before.equals(now)) {
      written.append(text, span.valueBegin, span.end);
    } else if (!span.children.isEmpty() && before.getClass() == now.getClass()) {
      writeChildren(span, children(before), children(now), written);
    } else {
      written.append(JsonForm.COMPACT.write(now));
    }
  }

  /// Returns the members of an object; elements of an array have an empty name.
  private static List<Member> children(JsonValue container) {
    return switch (container) {
      case JsonObject(List<Member> members) -> members;
      case JsonArray(List<JsonValue> elements) ->
          elements.stream().map(element -> new Member("", element)).toList();
      default -> List.of();
    };
  }

  private void writeChildren(
      Span span, List<Member> before, List<Member> now, StringBuilder written) {
    List<Span> spans = span.children;
    int shorter = Math.min(before.size(), now.size());
    int prefix = 0;
    while (prefix < shorter && before.get(prefix).equals(now.get(prefix))) {
      prefix++;
    }
    int suffix = 0;
    while (suffix < shorter - prefix
        && before.get(before.size() - 1 - suffix).equals(now.get(now.size() - 1 - suffix))) {
      suffix++;
    }
    String separator =
        spans.size() > 1
            ? text.substring(spans.get(0).end, spans.get(1).begin)
            : "," + text.substring(span.valueBegin + 1, spans.get(0).begin);
    boolean isEmpty = now.isEmpty();
    written.append(text, span.valueBegin, isEmpty ? span.valueBegin + 1 : spans.getFirst().begin);
    for (int i = 0; i < now.size(); i++) {
      int fromEnd = now.size() - i;
      // Children between the unchanged ones correspond by position.
      int source =
          fromEnd <= suffix ? before.size() - fromEnd : i < before.size() - suffix ? i : -1;
      if (i > 0) {
        written.append(
            source > 0
                ? text.substring(spans.get(source - 1).end, spans.get(source).begin)
                : separator);
      }
      if (source >= 0) {
        writeChild(spans.get(source), before.get(source), now.get(i), written);
      } else {
        writeNew(spans.getFirst(), now.get(i), written);
      }
    }
    written.append(text, isEmpty ? span.end - 1 : spans.getLast().end, span.end);
  }

  private void writeChild(Span span, Member before, Member now, StringBuilder written) {
    if (before.name().equals(now.name())) {
      written.append(text, span.begin, span.nameEnd);
    } else {
      written.append(JsonForm.COMPACT.write(new JsonString(now.name())));
    }
    written.append(text, span.nameEnd, span.valueBegin);
    write(span, before.value(), now.value(), written);
  }

  /// @param sibling a span whose colon is spaced like the new one
  private void writeNew(Span sibling, Member now, StringBuilder written) {
    if (sibling.nameEnd > sibling.begin) {
      written.append(JsonForm.COMPACT.write(new JsonString(now.name())));
      written.append(text, sibling.nameEnd, sibling.valueBegin);
    }
    written.append(JsonForm.COMPACT.write(now.value()));
  }
}
