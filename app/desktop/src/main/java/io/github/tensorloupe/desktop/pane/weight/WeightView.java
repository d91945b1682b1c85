package io.github.tensorloupe.desktop.pane.weight;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.storage.WeightForm;

/// A pane over the selected tensor; where that is a part of a quantized weight, with a bar to
/// choose the form that the weight is shown in.
public final class WeightView extends BorderPane {

  /// Makes the pane over the weight in a form.
  @FunctionalInterface
  public interface Maker {

    /// @param shown true while somebody sees it
    Node make(WeightForm form, BooleanExpression shown);
  }

  private record Part(Node pane, BooleanProperty seen) {}

  private final PaneContext context;
  private final WeightSelection weights;
  private final boolean hasUsage;
  private final BooleanExpression shown;
  private final Maker maker;
  private final Map<WeightForm, Part> parts = new EnumMap<>(WeightForm.class);
  private Optional<WeightBar> bar = Optional.empty();

  /// @param hasUsage true if the bar tells how codes are used, and not where code and scale of a
  ///   value are
  /// @param shown whether the window has turned to the pane
  public WeightView(
      PaneContext context,
      WeightSelection weights,
      boolean hasUsage,
      BooleanExpression shown,
      Maker maker) {
    this.context = context;
    this.weights = weights;
    this.hasUsage = hasUsage;
    this.shown = shown;
    this.maker = maker;
    Themes.addSheet(this, "weight.css");
    setMinSize(0, 0);
    Following.of(this).subscribe(weights.weightProperty(), _ -> arrange());
    Following.of(this).subscribe(weights.formProperty(), (_, _) -> arrange());
  }

  private void arrange() {
    boolean isWeight = weights.weightProperty().get().isPresent();
    if (isWeight && bar.isEmpty()) {
      bar = Optional.of(new WeightBar(context, weights, hasUsage, shown));
      setTop(bar.get());
    }
    bar.ifPresent(it -> PanelParts.setShown(it, isWeight));
    WeightForm form = weights.shownForm();
    Part part = parts.computeIfAbsent(form, this::part);
    parts.forEach((each, other) -> other.seen().set(each == form));
    if (getCenter() != part.pane()) {
      setCenter(part.pane());
    }
  }

  private Part part(WeightForm form) {
    BooleanProperty seen = new SimpleBooleanProperty();
    Node pane = maker.make(form, shown.and(seen));
    Following.of(this).include(pane);
    return new Part(pane, seen);
  }
}
