package io.github.tensorloupe.desktop.pane.values;

import module java.base;
import module javafx.base;

import io.github.tensorloupe.desktop.pane.values.GridPage.ColorScale;
import io.github.tensorloupe.desktop.selection.Companions;

/// What a grid shares with the grids beside it: the cell in its corner, the form of its numbers,
/// and the reach of its colors. Belongs to the FX thread.
final class GridsBeside {

  private static final String LIMIT = "values.limit";

  private final Companions companions;

  /// The element in the corner, as somebody last chose it in one of the grids.
  private final ObjectProperty<OptionalLong> first =
      new SimpleObjectProperty<>(OptionalLong.empty());

  GridsBeside(Companions companions) {
    this.companions = companions;
    companions.view().join("values.first", first);
  }

  void join(ValuesViewModel grid) {
    companions.view().join("values.colored", grid.colored);
    companions.view().join("values.numbers", grid.numbers);
    companions.view().join("values.format", grid.format);
  }

  /// @param onFirst receives the element that is to be in the corner
  /// @param onScale is run when colors or marks change
  void onChange(Consumer<OptionalLong> onFirst, Runnable onScale) {
    first.subscribe(onFirst);
    companions.pair().subscribe((_, _) -> onScale.run());
    companions.scale().onOthers(LIMIT, this, onScale);
  }

  /// Tells the others what is in the corner, because somebody has chosen it here.
  void tellFirst(GridPlace place) {
    first.set(OptionalLong.of(place.first()));
  }

  /// The scale that reaches as far as the widest of all.
  ColorScale scale(ColorScale own) {
    return new ColorScale(companions.scale().largest(LIMIT, this, own.limit()));
  }

  void forgetLimit() {
    companions.scale().figures(LIMIT).remove(this);
  }
}
