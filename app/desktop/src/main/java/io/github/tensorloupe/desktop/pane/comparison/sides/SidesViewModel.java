package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;

/// What is seen of the selected pair, chosen for all panes over it together. Belongs to the FX
/// thread.
final class SidesViewModel {

  private static final int NAME_CHARACTERS = 60;

  final ObjectProperty<ShownSides> choice;

  /// True if it is to be seen which bits changed.
  final BooleanProperty bitsShown = new SimpleBooleanProperty(true);

  private final ComparisonContext context;
  private final PairSelection selection;
  private final Messages messages;

  SidesViewModel(ComparisonContext context) {
    this.context = context;
    selection = context.selection();
    messages = context.messages();
    choice = selection.sidesProperty();
    selection.a().companions().view().join("sides.bits", bitsShown);
  }

  /// @param side one alone
  Selection selection(ShownSides side) {
    return switch (side) {
      case A -> selection.a();
      case B -> selection.b();
      case DELTA, ALL -> selection.delta();
    };
  }

  String title(ShownSides choice) {
    return choice == ShownSides.ALL
        ? messages.text("compare.sides.all")
        : selection(choice).companions().label();
  }

  /// What a side is called: its letter and its file.
  String longTitle(ShownSides side) {
    if (side == ShownSides.DELTA) {
      return title(side);
    }
    var document = side == ShownSides.A ? context.comparison().a() : context.comparison().b();
    return title(side) + "  ·  " + DisplayText.of(document.name(), NAME_CHARACTERS);
  }

  /// The sides to be seen where there is room for so many; of all three the first if there is none.
  List<ShownSides> sides(boolean hasRoomForAll) {
    return hasRoomForAll || choice.get() != ShownSides.ALL
        ? choice.get().each()
        : List.of(ShownSides.A);
  }

  /// Why there is nothing to see of a side, as a sentence; empty where there is something.
  Optional<String> missing(ShownSides side) {
    Optional<TensorPair> pair = selection.selected();
    if (pair.isEmpty()) {
      return Optional.of(messages.text("compare.sides.none"));
    } else if (selection(side).tensorProperty().get().isPresent()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (side) {
          case A -> messages.text("compare.sides.only-b");
          case B -> messages.text("compare.sides.only-a");
          case DELTA, ALL -> noDifference(pair.get());
        });
  }

  private String noDifference(TensorPair pair) {
    if (pair.by().isEmpty()) {
      return messages.text("compare.sides.one");
    }
    Shape a = pair.a().orElseThrow().info().shape();
    Shape b = pair.b().orElseThrow().info().shape();
    return a.equals(b)
        ? messages.text("compare.sides.no-bytes")
        : messages.text("compare.sides.shapes", messages.shape(a), messages.shape(b));
  }
}
