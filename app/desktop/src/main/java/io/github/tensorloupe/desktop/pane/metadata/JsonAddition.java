package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.JsonEdit;
import io.github.tensorloupe.edit.JsonPath;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonObject;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.edit.JsonValue.Member;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// A new, empty text in a JSON tree.
///
/// @param edit the tree with it
/// @param path where it is
record JsonAddition(JsonEdit edit, JsonPath path) {

  private static final String NAME = "name";

  /// Behind something that is in an object or array.
  static JsonAddition behind(JsonEdit tree, JsonPath place) {
    return at(tree, place.parent().child(place.index() + 1));
  }

  /// At the end of an object or array; nothing for any other value.
  static Optional<JsonAddition> inside(JsonEdit tree, JsonPath place) {
    return switch (place.in(tree.tree())) {
      case JsonObject(List<Member> members) -> Optional.of(at(tree, place.child(members.size())));
      case JsonArray(List<JsonValue> elements) ->
          Optional.of(at(tree, place.child(elements.size())));
      case JsonString _, JsonValue.JsonNumber _, JsonValue.JsonBoolean _, JsonValue.JsonNull _ ->
          Optional.empty();
    };
  }

  private static JsonAddition at(JsonEdit tree, JsonPath path) {
    JsonString empty = new JsonString("");
    JsonEdit edit =
        path.parent().in(tree.tree()) instanceof JsonObject(List<Member> members)
            ? tree.add(path, new Member(freeName(members), empty))
            : tree.add(path, empty);
    return new JsonAddition(edit, path);
  }

  private static String freeName(List<Member> members) {
    Set<String> taken = members.stream().map(Member::name).collect(Collectors.toSet());
    String name = NAME;
    for (int number = 2; taken.contains(name); number++) {
      name = NAME + number;
    }
    return name;
  }
}
