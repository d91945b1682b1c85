package io.github.tensorloupe.desktop.pane.pickle;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.foreign.pickle.PickleGlobal;
import io.github.tensorloupe.foreign.pickle.PickleText;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleValue.BigInt;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleValue.Opaque;
import io.github.tensorloupe.foreign.pickle.PickleValue.Real;
import io.github.tensorloupe.format.DisplayText;

/// A value of a pickle and its place. Values may contain themselves, so children are created on
/// request.
///
/// @param name the key, index or attribute, escaped for display
/// @param path the name that a tensor at this place has
record PickleNode(String name, String path, PickleValue value) {

  private static final int MAX_CHARACTERS = 200;
  private static final int MAX_DIGITS = 60;

  /// The attributes of modules that are not part of the names of tensors.
  private static final Set<String> UNNAMED = Set.of("_parameters", "_buffers", "_modules");

  /// Returns the value as a short text.
  String text(Messages messages) {
    return switch (value) {
      case PickleText text -> "\"" + shown(text) + "\"";
      case PickleGlobal global -> DisplayText.of(global.qualifiedName(), MAX_CHARACTERS);
      case Constant constant ->
          switch (constant) {
            case NONE -> "None";
            case TRUE -> "True";
            case FALSE -> "False";
          };
      case Int(long number) -> Long.toString(number);
      case BigInt(BigInteger number) ->
          number.bitLength() > 4 * MAX_DIGITS
              ? messages.text("pickle.large-number", messages.count(number.bitLength()))
              : number.toString();
      case Real(double number) -> Double.toString(number);
      case Loaded _ -> messages.text("pickle.tensor");
      case Container container ->
          messages.count(
              "pickle." + Messages.word(container.kind()),
              container.isDict() ? container.size() / 2 : container.size());
      case Opaque object ->
          messages.text(
              "pickle.object", new PickleNode("", "", object.callee()).callable(messages));
    };
  }

  private String callable(Messages messages) {
    return value instanceof PickleGlobal ? text(messages) : messages.text("pickle.unknown");
  }

  boolean hasChildren() {
    return switch (value) {
      case Container container -> container.size() > 0;
      case Opaque _ -> true;
      default -> false;
    };
  }

  /// Returns the first values in this value.
  List<PickleNode> children(int maxCount, Messages messages) {
    List<PickleNode> children = new ArrayList<>();
    switch (value) {
      case Container container -> addItems(container, maxCount, children);
      case Opaque object -> {
        children.add(new PickleNode(messages.text("pickle.arguments"), path, object.arguments()));
        if (object.items() != null) {
          addItems(object.items(), maxCount, children);
        }
        for (int i = 0; object.states() != null && i < object.states().size(); i++) {
          if (object.states().get(i) instanceof Container state && state.isDict()) {
            addItems(state, maxCount, children);
          } else {
            children.add(
                new PickleNode(messages.text("pickle.state"), path, object.states().get(i)));
          }
        }
      }
      default -> {}
    }
    return children.size() > maxCount ? children.subList(0, maxCount) : children;
  }

  private void addItems(Container container, int maxCount, List<PickleNode> children) {
    int step = container.isDict() ? 2 : 1;
    for (int i = 0; i < container.size() && children.size() <= maxCount; i += step) {
      String key = container.isDict() ? key(container.get(i)) : String.valueOf(i);
      String below = UNNAMED.contains(key) ? path : path.isEmpty() ? key : path + "." + key;
      children.add(new PickleNode(DisplayText.of(key), below, container.get(i + step - 1)));
    }
  }

  private static String key(PickleValue key) {
    return switch (key) {
      case PickleText text -> read(text);
      case Int(long number) -> Long.toString(number);
      case Real(double number) -> Double.toString(number);
      case PickleGlobal global -> global.qualifiedName();
      default -> "…";
    };
  }

  private static String shown(PickleText text) {
    return DisplayText.of(read(text), MAX_CHARACTERS);
  }

  private static String read(PickleText text) {
    try {
      return text.beginning(MAX_CHARACTERS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
