package io.github.tensorloupe.desktop.pane.hex;

import io.github.tensorloupe.desktop.pane.hex.place.PlaceReader;
import io.github.tensorloupe.desktop.pane.hex.place.PlaceReading;
import io.github.tensorloupe.desktop.pane.hex.place.Standpoint;
import io.github.tensorloupe.desktop.selection.Caret;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.Optional;
import java.util.OptionalLong;

/// Puts the caret where a text says. Belongs to the FX thread.
final class GoTo {

  /// What became of it.
  ///
  /// @param byteOffset where the caret is now, as file offset; empty where it stays
  /// @param refusal why it stays, as a sentence
  record Outcome(OptionalLong byteOffset, Optional<String> refusal) {

    static final Outcome NO_FILE = new Outcome(OptionalLong.empty(), Optional.empty());
  }

  private final Selection selection;
  private final PlaceReader places;

  GoTo(Selection selection, Messages messages) {
    this.selection = selection;
    this.places = new PlaceReader(messages);
  }

  Outcome go(String text) {
    return selection
        .caretProperty()
        .get()
        .flatMap(this::standpoint)
        .map(from -> go(places.read(text, from)))
        .orElse(Outcome.NO_FILE);
  }

  private Outcome go(PlaceReading reading) {
    return switch (reading) {
      case PlaceReading.Refused(String why) -> new Outcome(OptionalLong.empty(), Optional.of(why));
      case PlaceReading.Place place -> {
        place
            .tensor()
            .ifPresentOrElse(
                tensor -> selection.select(tensor, place.byteOffset()),
                () -> selection.placeCaret(place.file(), place.byteOffset()));
        yield new Outcome(OptionalLong.of(place.byteOffset()), Optional.empty());
      }
    };
  }

  private Optional<Standpoint> standpoint(Caret caret) {
    return selection
        .openDocument()
        .map(
            document ->
                new Standpoint(
                    document.checkpoint(),
                    caret.file(),
                    caret.byteOffset(),
                    selection.tensorProperty().get()));
  }
}
