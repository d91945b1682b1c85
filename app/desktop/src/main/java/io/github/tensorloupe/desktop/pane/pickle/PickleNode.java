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
import io.github.tensorloupe.foreign.pickle.PickleWalk;
import io.github.tensorloupe.format.DisplayText;

/// A value of a pickle and its place. Values may contain themselves, so children are created on
/// request.
///
/// @param parent the row that contains the value, or empty for the root
record PickleNode(Optional<PickleNode> parent, Place place, PickleValue value)
    implements PickleRow {

  private static final int MAX_CHARACTERS = 200;
  private static final int MAX_DIGITS = 60;

  /// The place of a value in its parent.
  sealed interface Place {

    enum Part implements Place {
      ROOT,
      ARGUMENTS,
      /// The state of an object, usually its attributes.
      STATE
    }

    /// @param index the index of the item, or of its key in a dictionary
    /// @param isAttribute true if the container is the state of an object
    record Item(Container container, int index, boolean isAttribute) implements Place {}
  }

  static PickleNode of(PickleValue root) {
    return new PickleNode(Optional.empty(), Place.Part.ROOT, root);
  }

  @Override
  public String name(Messages messages) {
    return switch (place) {
      case Place.Part part ->
          switch (part) {
            case ROOT -> "";
            case ARGUMENTS -> messages.text("pickle.arguments");
            case STATE -> messages.text("pickle.state");
          };
      case Place.Item(Container container, int index, _) when container.isDict() ->
          container.get(index) instanceof PickleText text
              ? shown(text)
              : text(container.get(index), messages);
      case Place.Item(_, int index, _) -> Integer.toString(index);
    };
  }

  @Override
  public String text(Messages messages) {
    return text(value, messages);
  }

  private static String text(PickleValue value, Messages messages) {
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
          messages.count("pickle." + Messages.word(container.kind()), count(container));
      case Opaque object -> {
        String callee =
            object.callee() instanceof PickleGlobal global
                ? text(global, messages)
                : messages.text("pickle.unknown");
        yield messages.text("pickle.object", callee);
      }
    };
  }

  private static String shown(PickleText text) {
    try {
      return DisplayText.of(text.beginning(), MAX_CHARACTERS);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static int count(Container container) {
    return container.isDict() ? container.size() / 2 : container.size();
  }

  @Override
  public boolean hasChildren() {
    return switch (value) {
      case Container container -> container.size() > 0;
      case Opaque _ -> true;
      default -> false;
    };
  }

  @Override
  public List<PickleRow> children() {
    boolean isState = place == Place.Part.STATE;
    return switch (isState ? PickleWalk.attributes(value) : value) {
      case Container container -> items(container, isState);
      case Opaque object -> {
        List<PickleRow> children = new ArrayList<>();
        children.add(child(Place.Part.ARGUMENTS, object.arguments()));
        if (object.items() != null) {
          children.addAll(items(object.items(), false));
        }
        if (object.states() != null) {
          children.addAll(states(object.states()));
        }
        yield children;
      }
      default -> List.of();
    };
  }

  private PickleNode child(Place childPlace, PickleValue child) {
    return new PickleNode(Optional.of(this), childPlace, child);
  }

  private List<PickleRow> items(Container container, boolean isAttribute) {
    int step = container.isDict() ? 2 : 1;
    return PickleRow.rows(
        0,
        count(container),
        i ->
            child(
                new Place.Item(container, i * step, isAttribute),
                container.get(i * step + step - 1)));
  }

  /// Returns the attributes of an object, or its states if it has several.
  private List<PickleRow> states(Container states) {
    return states.size() == 1
            && PickleWalk.attributes(states.get(0)) instanceof Container attributes
            && attributes.isDict()
        ? items(attributes, true)
        : PickleRow.rows(0, states.size(), i -> child(Place.Part.STATE, states.get(i)));
  }

  /// Returns the parts of the name of a tensor at this place, from the root.
  List<PickleValue> components() throws IOException {
    List<PickleValue> components = new ArrayList<>();
    for (PickleNode node = this; node != null; node = node.parent.orElse(null)) {
      if (node.place instanceof Place.Item(Container container, int index, boolean isAttribute)) {
        components.add(PickleWalk.component(container, index, isAttribute));
      }
    }
    return components.reversed();
  }
}
