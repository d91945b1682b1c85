package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonObject;

/// A place in a tree of JSON: which member or element of the root, of that one which, and so on.
/// Names do not serve, because an object may repeat them.
///
/// @param indices from 0; none for the root
public record JsonPath(List<Integer> indices) {

  /// The whole tree.
  public static final JsonPath ROOT = new JsonPath(List.of());

  public JsonPath {
    indices = List.copyOf(indices);
  }

  /// The place of a member or element of what is here.
  public JsonPath child(int index) {
    List<Integer> longer = new ArrayList<>(indices);
    longer.add(index);
    return new JsonPath(longer);
  }

  /// The place that this one is in.
  ///
  /// @throws IllegalStateException for the root
  public JsonPath parent() {
    requireInside();
    return new JsonPath(indices.subList(0, indices.size() - 1));
  }

  /// Which member or element of its parent this is.
  ///
  /// @throws IllegalStateException for the root
  public int index() {
    requireInside();
    return indices.getLast();
  }

  private void requireInside() {
    if (isRoot()) {
      throw new IllegalStateException("the root is in nothing");
    }
  }

  /// True if this is the whole tree.
  public boolean isRoot() {
    return indices.isEmpty();
  }

  /// The value at this place.
  ///
  /// @throws IndexOutOfBoundsException if the tree has no such place
  /// @throws IllegalArgumentException if the place is in a value that holds no others
  public JsonValue in(JsonValue root) {
    JsonValue value = root;
    for (int index : indices) {
      value =
          switch (value) {
            case JsonObject(var members) -> members.get(index).value();
            case JsonArray(var elements) -> elements.get(index);
            default -> throw new IllegalArgumentException("a value that holds no others");
          };
    }
    return value;
  }
}
