package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.compare.TensorPair;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.PairSelection.ShownSides;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;

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

  /// What a side is called: its letter and, where it has one, its file.
  String longTitle(ShownSides side) {
    return switch (side) {
      case A -> title(side, context.comparison().a());
      case B -> title(side, context.comparison().b());
      case DELTA, ALL -> title(side);
    };
  }

  private String title(ShownSides side, OpenDocument of) {
    return title(side) + "  ·  " + DisplayText.of(of.name(), NAME_CHARACTERS);
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
    return pair.isPresent() && selection(side).tensorProperty().get().isPresent()
        ? Optional.empty()
        : Optional.of(
            pair.map(of -> PairFacts.apart(of, messages))
                .orElse(messages.text("compare.sides.none")));
  }
}
