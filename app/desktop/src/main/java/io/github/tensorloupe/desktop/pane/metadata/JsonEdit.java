package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonForm;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;

/// JSON text that is being edited as a tree. Immutable: each edit returns a new object.
///
/// As long as the tree equals the parsed text, the text is preserved, including white space and
/// escapes. An edit throws an `IndexOutOfBoundsException` if the path does not exist in the tree,
/// and an `IllegalArgumentException` if the value at the path is of the wrong kind.
public final class JsonEdit {

  private final String source;
  private final JsonValue sourceTree;
  private final JsonValue tree;

  private JsonEdit(String source, JsonValue sourceTree, JsonValue tree) {
    this.source = source;
    this.sourceTree = sourceTree;
    this.tree = Objects.requireNonNull(tree);
  }

  /// Parses a text.
  ///
  /// @throws JsonTextException if it is not JSON
  public static JsonEdit of(String source) throws JsonTextException {
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

  public JsonValue tree() {
    return tree;
  }

  /// Returns the text to write, which is the original text if nothing changed.
  ///
  /// @param form the format of a changed tree
  public String text(JsonForm form) {
    return tree.equals(sourceTree) ? source : form.write(tree);
  }

  /// Replaces the value at a path.
  public JsonEdit replace(JsonPath at, JsonValue value) {
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
  public JsonEdit rename(JsonPath at, String name) {
    int index = at.index();
    return edited(
        at,
        members -> members.set(index, new Member(name, members.get(index).value())),
        JsonEdit::refuse);
  }

  /// Adds a member to an object.
  ///
  /// @param at the path of the new member
  public JsonEdit add(JsonPath at, Member member) {
    return edited(at, members -> members.add(at.index(), member), JsonEdit::refuse);
  }

  /// Adds an element to an array.
  ///
  /// @param at the path of the new element
  public JsonEdit add(JsonPath at, JsonValue element) {
    return edited(at, JsonEdit::refuse, elements -> elements.add(at.index(), element));
  }

  /// Adds an empty string to an object or array; a new member gets an unused name.
  ///
  /// @param at the path of the new string
  public JsonEdit addEmpty(JsonPath at) {
    JsonString empty = new JsonString("");
    return at.parent().in(tree) instanceof JsonObject(List<Member> members)
        ? add(
            at,
            new Member(
                MetadataEdits.uniqueName("name", "", members.stream().map(Member::name)), empty))
        : add(at, empty);
  }

  /// Returns the path after the last member or element of an object or array, or empty for a
  /// scalar.
  public Optional<JsonPath> endOf(JsonPath container) {
    return switch (container.in(tree)) {
      case JsonObject(List<Member> members) -> Optional.of(container.child(members.size()));
      case JsonArray(List<JsonValue> elements) -> Optional.of(container.child(elements.size()));
      default -> Optional.empty();
    };
  }

  /// Removes a member or an element.
  public JsonEdit remove(JsonPath at) {
    int index = at.index();
    return edited(at, members -> members.remove(index), elements -> elements.remove(index));
  }

  private JsonEdit edited(
      JsonPath at, Consumer<List<Member>> ofObject, Consumer<List<JsonValue>> ofArray) {
    JsonPath container = at.parent();
    return replace(
        container,
        switch (container.in(tree)) {
          case JsonObject(var members) -> new JsonObject(edited(members, ofObject));
          case JsonArray(var elements) -> new JsonArray(edited(elements, ofArray));
          default -> throw holdsNothing();
        });
  }

  private static <T> List<T> edited(List<T> items, Consumer<List<T>> edit) {
    List<T> copy = new ArrayList<>(items);
    edit.accept(copy);
    return copy;
  }

  private static void refuse(List<?> items) {
    throw new IllegalArgumentException("an object in place of an array, or an array of an object");
  }

  private static IllegalArgumentException holdsNothing() {
    return new IllegalArgumentException("a value that holds no others");
  }

  /// A path in a JSON tree: the index of a member or element of the root, then the index within
  /// that value, and so on. Names are not used, because an object may repeat them.
  ///
  /// @param indices zero-based indices; empty for the root
  public record JsonPath(List<Integer> indices) {

    /// The root of the tree.
    public static final JsonPath ROOT = new JsonPath(List.of());

    public JsonPath {
      indices = List.copyOf(indices);
    }

    /// Returns the path of a member or element of the value at this path.
    public JsonPath child(int index) {
      List<Integer> longer = new ArrayList<>(indices);
      longer.add(index);
      return new JsonPath(longer);
    }

    /// Returns the path of the containing value.
    ///
    /// @throws IllegalArgumentException for the root
    public JsonPath parent() {
      return new JsonPath(indices.subList(0, indices.size() - 1));
    }

    /// Returns the index in the containing value.
    ///
    /// @throws IllegalStateException for the root
    public int index() {
      if (isRoot()) {
        throw new IllegalStateException("the root is in nothing");
      }
      return indices.getLast();
    }

    /// Returns whether this is the root.
    public boolean isRoot() {
      return indices.isEmpty();
    }

    /// Returns the value at this path.
    ///
    /// @throws IndexOutOfBoundsException if the path does not exist in the tree
    /// @throws IllegalArgumentException if the path leads into a scalar
    public JsonValue in(JsonValue root) {
      JsonValue value = root;
      for (int index : indices) {
        value =
            switch (value) {
              case JsonObject(var members) -> members.get(index).value();
              case JsonArray(var elements) -> elements.get(index);
              default -> throw holdsNothing();
            };
      }
      return value;
    }
  }
}
