package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;

/// JSON text that is edited as a tree. Immutable: each edit returns a new object.
///
/// The text of unchanged parts is preserved, including white space and escapes. An edit throws an
/// `IndexOutOfBoundsException` if the path does not exist in the tree, and an
/// `IllegalArgumentException` if the value at the path is of the wrong kind.
final class JsonEdit {

  private final String source;
  private final JsonValue sourceTree;
  private final JsonValue tree;

  private JsonEdit(String source, JsonValue sourceTree, JsonValue tree) {
    this.source = source;
    this.sourceTree = sourceTree;
    this.tree = tree;
  }

  /// Parses a text.
  ///
  /// @throws JsonTextException if it is not JSON
  static JsonEdit of(String source) throws JsonTextException {
    JsonValue tree = EmbeddedJson.read(source);
    return new JsonEdit(source, tree, tree);
  }

  /// Parses user input: a number, string in quotes, `true`, `false` or `null`; any other text
  /// becomes a string.
  static JsonValue typedValue(String text) {
    try {
      JsonValue value = EmbeddedJson.read(text);
      return value.isScalar() ? value : new JsonString(text);
    } catch (JsonTextException e) {
      return new JsonString(text);
    }
  }

  JsonValue tree() {
    return tree;
  }

  /// Returns the text to write. Unchanged tokens and white space stay as in the original text.
  String text() {
    return tree.equals(sourceTree) ? source : new JsonSource(source, sourceTree).write(tree);
  }

  JsonEdit replace(JsonPath at, JsonValue value) {
    if (at.isRoot()) {
      return new JsonEdit(source, sourceTree, value);
    }
    int index = at.index();
    return edited(
        at,
        members -> members.set(index, new Member(members.get(index).name(), value)),
        elements -> elements.set(index, value));
  }

  /// Renames a member of an object.
  JsonEdit rename(JsonPath at, String name) {
    int index = at.index();
    return edited(
        at,
        members -> members.set(index, new Member(name, members.get(index).value())),
        _ -> {
          throw new IllegalArgumentException("elements of an array have no names");
        });
  }

  /// Inserts an empty string into an object or array. A new member gets an unused name.
  ///
  /// @param at the path of the new string
  JsonEdit addEmpty(JsonPath at) {
    JsonString empty = new JsonString("");
    return edited(
        at,
        members -> {
          Stream<String> names = members.stream().map(Member::name);
          String name = MetadataEdits.uniqueName("name", "", names);
          members.add(at.index(), new Member(name, empty));
        },
        elements -> elements.add(at.index(), empty));
  }

  /// Removes a member or an element.
  JsonEdit remove(JsonPath at) {
    int index = at.index();
    return edited(at, members -> members.remove(index), elements -> elements.remove(index));
  }

  /// Returns the path after the last member or element of an object or array, or empty for a
  /// scalar.
  Optional<JsonPath> endOf(JsonPath container) {
    return switch (container.in(tree)) {
      case JsonObject(List<Member> members) -> Optional.of(container.child(members.size()));
      case JsonArray(List<JsonValue> elements) -> Optional.of(container.child(elements.size()));
      default -> Optional.empty();
    };
  }

  private JsonEdit edited(
      JsonPath at, Consumer<List<Member>> ofObject, Consumer<List<JsonValue>> ofArray) {
    JsonPath container = at.parent();
    JsonValue value =
        switch (container.in(tree)) {
          case JsonObject(var members) -> new JsonObject(edited(members, ofObject));
          case JsonArray(var elements) -> new JsonArray(edited(elements, ofArray));
          default -> throw new IllegalArgumentException("a scalar has no children");
        };
    return replace(container, value);
  }

  private static <T> List<T> edited(List<T> items, Consumer<List<T>> edit) {
    List<T> copy = new ArrayList<>(items);
    edit.accept(copy);
    return copy;
  }

  /// A path in a JSON tree: the index of a member or element of the root, then the index within
  /// that value, and so on. Names are not used, because an object may repeat them.
  ///
  /// @param indices zero-based indices; empty for the root
  record JsonPath(List<Integer> indices) {

    static final JsonPath ROOT = new JsonPath(List.of());

    JsonPath {
      indices = List.copyOf(indices);
    }

    /// Returns the path of a member or element of the value at this path.
    JsonPath child(int index) {
      List<Integer> longer = new ArrayList<>(indices);
      longer.add(index);
      return new JsonPath(longer);
    }

    /// Returns the path of the containing value.
    ///
    /// @throws IllegalArgumentException for the root
    JsonPath parent() {
      return new JsonPath(indices.subList(0, indices.size() - 1));
    }

    /// Returns the index in the containing value.
    ///
    /// @throws NoSuchElementException for the root
    int index() {
      return indices.getLast();
    }

    boolean isRoot() {
      return indices.isEmpty();
    }

    /// Returns the value at this path.
    ///
    /// @throws IndexOutOfBoundsException if the path does not exist in the tree
    /// @throws IllegalArgumentException if the path leads into a scalar
    JsonValue in(JsonValue root) {
      JsonValue value = root;
      for (int index : indices) {
        value =
            switch (value) {
              case JsonObject(var members) -> members.get(index).value();
              case JsonArray(var elements) -> elements.get(index);
              default -> throw new IllegalArgumentException("a scalar has no children");
            };
      }
      return value;
    }
  }
}
