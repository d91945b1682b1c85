package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.pane.values.GridPage.CellWidth;
import io.github.tensorloupe.desktop.pane.values.GridPage.ColorScale;
import io.github.tensorloupe.desktop.selection.Companions;

/// The state that compared grids share: the first visible element, the number format, the column
/// width, and the color scale. Belongs to the FX thread.
final class SharedGridState {

  private static final String LIMIT = "values.limit";
  private static final String WIDTH = "values.width";

  private final Companions companions;

  /// The first visible element, as last set by the user in one of the grids.
  private final ObjectProperty<OptionalLong> first =
      new SimpleObjectProperty<>(OptionalLong.empty());

  SharedGridState(Companions companions) {
    this.companions = companions;
    companions.view().join("values.first", first);
  }

  void join(ValuesViewModel grid) {
    companions.view().join("values.colored", grid.colored);
    companions.view().join("values.numbers", grid.numbers);
    companions.view().join("values.format", grid.format);
  }

  /// @param onFirst receives the element that becomes the first visible one
  /// @param onScale called when colors, marks or widths change
  void onChange(Consumer<OptionalLong> onFirst, Runnable onScale) {
    first.subscribe(onFirst);
    companions.pair().subscribe((_, _) -> onScale.run());
    companions.scale().onOthers(LIMIT, this, onScale);
    companions.view().onOthers(WIDTH, this, onScale);
  }

  /// Shares the first visible element with the other grids, because the user changed it here.
  void shareFirst(GridState place) {
    first.set(OptionalLong.of(place.first()));
  }

  /// Returns the scale with the largest limit of all grids.
  ColorScale scale(ColorScale own) {
    return new ColorScale(companions.scale().largest(LIMIT, this, own.limit()));
  }

  /// Returns the width that fits the numbers of all grids, so that the same columns are aligned.
  CellWidth width(CellWidth own) {
    Map<Object, CellWidth> all = companions.view().figures(WIDTH);
    all.put(this, own);
    return all.values().stream().reduce(own, CellWidth::and);
  }

  /// Removes the figures of a tensor that is no longer shown from the shared state.
  void forget() {
    companions.view().figures(WIDTH).remove(this);
    companions.scale().figures(LIMIT).remove(this);
  }
}
