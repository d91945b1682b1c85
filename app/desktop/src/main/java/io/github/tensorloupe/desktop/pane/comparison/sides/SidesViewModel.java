package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.selection.Companions;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;

/// What is seen of the selected pair, chosen for all panes over it together. Belongs to the FX
/// thread.
final class SidesViewModel {

  /// Both tensors of a pair and their difference.
  enum Side {
    A,
    B,
    DELTA
  }

  /// What a person wants to see: one side, or all of them beside each other.
  enum Choice {
    A(Side.A),
    B(Side.B),
    DELTA(Side.DELTA),
    ALL(Side.A, Side.B, Side.DELTA);

    final List<Side> sides;

    Choice(Side... sides) {
      this.sides = List.of(sides);
    }
  }

  private static final int NAME_CHARACTERS = 60;

  final ObjectProperty<Choice> choice = new SimpleObjectProperty<>(Choice.ALL);

  /// True if it is to be seen which bits changed.
  final BooleanProperty bitsShown = new SimpleBooleanProperty(true);

  private final PairSelection selection;
  private final OpenDocument a;
  private final OpenDocument b;
  private final Messages messages;

  SidesViewModel(ComparisonContext context) {
    selection = context.selection();
    a = context.comparison().a();
    b = context.comparison().b();
    messages = context.messages();
    Companions.Shared shared = selection.a().companions().view();
    shared.join("sides.choice", choice);
    shared.join("sides.bits", bitsShown);
  }

  Selection selection(Side side) {
    return switch (side) {
      case A -> selection.a();
      case B -> selection.b();
      case DELTA -> selection.delta();
    };
  }

  String title(Choice choice) {
    return choice == Choice.ALL
        ? messages.text("compare.sides.all")
        : selection(choice.sides.getFirst()).companions().label();
  }

  /// What a side is called: its letter and its file.
  String title(Side side) {
    String label = selection(side).companions().label();
    return switch (side) {
      case A -> label + "  ·  " + DisplayText.of(a.name(), NAME_CHARACTERS);
      case B -> label + "  ·  " + DisplayText.of(b.name(), NAME_CHARACTERS);
      case DELTA -> label;
    };
  }

  /// The sides to be seen where there is room for so many; of all three the first if there is none.
  List<Side> sides(boolean hasRoomForAll) {
    return hasRoomForAll || choice.get() != Choice.ALL ? choice.get().sides : List.of(Side.A);
  }

  ObservableValue<OptionalInt> pairProperty() {
    return selection.pairProperty();
  }

  /// Why there is nothing to see of a side, as a sentence; empty where there is something.
  Optional<String> missing(Side side) {
    Optional<TensorPair> pair = selection.selected();
    if (pair.isEmpty()) {
      return Optional.of(messages.text("compare.sides.none"));
    }
    return switch (side) {
      case A -> missing(pair.get().a(), "compare.sides.only-b");
      case B -> missing(pair.get().b(), "compare.sides.only-a");
      case DELTA -> noDifference(pair.get());
    };
  }

  private Optional<String> missing(Optional<TensorRef> tensor, String key) {
    return tensor.isPresent() ? Optional.empty() : Optional.of(messages.text(key));
  }

  private Optional<String> noDifference(TensorPair pair) {
    if (selection.delta().tensorProperty().get().isPresent()) {
      return Optional.empty();
    }
    if (pair.a().isEmpty() || pair.b().isEmpty()) {
      return Optional.of(messages.text("compare.sides.one"));
    }
    var shapeA = pair.a().get().info().shape();
    var shapeB = pair.b().get().info().shape();
    return Optional.of(
        shapeA.equals(shapeB)
            ? messages.text("compare.sides.no-bytes")
            : messages.text(
                "compare.sides.shapes", messages.shape(shapeA), messages.shape(shapeB)));
  }
}
