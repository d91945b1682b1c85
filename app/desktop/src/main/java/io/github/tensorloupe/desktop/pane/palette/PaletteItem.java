package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.model.TensorRef;

/// A result of the palette.
public sealed interface PaletteItem {

  int MAX_DIFFERENCES = 3;

  /// The text that is searched and displayed.
  String text();

  /// Returns the indices of letters that distinguish a text from similar ones if its middle is
  /// hidden. Returns the last few in ascending order, or an empty list if the visible parts are
  /// unique.
  ///
  /// @param others the texts to distinguish it from; may contain the text itself
  /// @param head the number of visible letters at the beginning
  /// @param tail the number of visible letters at the end
  static List<Integer> hiddenDifferences(String text, Stream<String> others, int head, int tail) {
    int tailBegin = text.length() - tail;
    List<Integer> places =
        others
            .filter(other -> other.length() >= head + tail && !other.equals(text))
            .filter(other -> other.startsWith(text.substring(0, head)))
            .filter(other -> other.endsWith(text.substring(tailBegin)))
            .mapToInt(other -> NaturalOrder.commonLength(text, other))
            .filter(at -> at < tailBegin)
            .sorted()
            .distinct()
            .boxed()
            .toList();
    return places.subList(Math.max(0, places.size() - MAX_DIFFERENCES), places.size());
  }

  /// @param synonyms alternative search terms
  /// @param keys the shortcut; may be empty
  /// @param why the reason why the command is disabled; empty if it is enabled
  record CommandItem(
      Command command, String text, String synonyms, String menu, String keys, Optional<String> why)
      implements PaletteItem {}

  record TensorItem(TensorRef tensor) implements PaletteItem {
    @Override
    public String text() {
      return tensor.info().name();
    }
  }

  /// @param value the beginning of the value
  record KeyItem(String text, String value) implements PaletteItem {}

  /// Two checkpoints that were compared.
  record ComparisonItem(Path a, Path b) implements PaletteItem {
    @Override
    public String text() {
      return a + " ↔ " + b;
    }
  }

  /// A model of the library.
  ///
  /// @param text its title
  record ModelItem(String text, Path path) implements PaletteItem {}

  record RecentItem(Path path) implements PaletteItem {
    @Override
    public String text() {
      return path.toString();
    }
  }
}
