package io.github.tensorloupe.desktop.pane.weight;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.storage.WeightForm;
import javafx.scene.control.Label;

/// A pane over the selected tensor, or over all of them; where quantized weights are among these,
/// with a bar to choose the form that they are shown in.
public final class WeightView extends BorderPane {

  /// Makes the pane over the weights in a form.
  @FunctionalInterface
  public interface Maker {

    /// @param shown true while somebody sees it
    Node make(WeightForm form, BooleanExpression shown);
  }

  private record Part(Node pane, BooleanProperty seen) {}

  /// @param isOffered true where there is something to choose
  /// @param form that is shown
  private record Choice(Supplier<Node> bar, BooleanSupplier isOffered, Supplier<WeightForm> form) {}

  private final BooleanExpression shown;
  private final Maker maker;
  private final Choice choice;
  private final Map<WeightForm, Part> parts = new EnumMap<>(WeightForm.class);

  private WeightView(WeightSelection weights, BooleanExpression shown, Maker maker, Choice choice) {
    this.shown = shown;
    this.maker = maker;
    this.choice = choice;
    setMinSize(0, 0);
    Following.of(this).subscribe(weights.weightProperty(), _ -> arrange());
    Following.of(this).subscribe(weights.allProperty(), (_, _) -> arrange());
    Following.of(this).subscribe(weights.formProperty(), (_, _) -> arrange());
  }

  /// A pane over the selected tensor.
  ///
  /// @param hasUsage true if the bar tells how codes are used, and not where code and scale of a
  ///   value are
  /// @param shown whether the window has turned to the pane
  public static WeightView ofTensor(
      PaneContext context,
      WeightSelection weights,
      boolean hasUsage,
      BooleanExpression shown,
      Maker maker) {
    Choice choice =
        new Choice(
            () -> new WeightBar(context, weights, hasUsage, shown),
            () -> weights.weightProperty().get().isPresent(),
            weights::shownForm);
    return new WeightView(weights, shown, maker, choice);
  }

  /// A pane over all tensors: as they are stored, or with values in place of parts.
  ///
  /// @param shown whether the window has turned to the pane
  public static WeightView ofAll(
      PaneContext context, WeightSelection weights, BooleanExpression shown, Maker maker) {
    Choice choice =
        new Choice(
            () -> barOfAll(context.messages(), weights),
            () -> weights.allProperty().get().isPresent(),
            weights::formOfAll);
    return new WeightView(
        weights,
        shown,
        (form, seen) -> {
          if (form == WeightForm.VALUES) {
            weights.allSeenProperty().bind(seen);
          }
          return maker.make(form, seen);
        },
        choice);
  }

  private static HBox barOfAll(Messages messages, WeightSelection weights) {
    ToggleChoice<WeightForm> forms = new ToggleChoice<>();
    Label title = PanelParts.named(new Label(), "all-title", "muted");
    title.setMinWidth(0);
    for (WeightForm form : List.of(WeightForm.CODES, WeightForm.VALUES)) {
      String word = Messages.word(form);
      String text = messages.text("weight.form." + word);
      Runnable choose = () -> weights.formProperty().set(form);
      forms.add(form, "all-" + word, text, messages.text("weight.all." + word + ".tip"), choose);
    }
    Runnable show =
        () -> {
          boolean areValues = weights.formOfAll() == WeightForm.VALUES;
          forms.press(form -> form == weights.formOfAll());
          String as = messages.text(areValues ? "weight.as.dequantized" : "weight.as.stored");
          title.setText(messages.text("weight.title", as));
        };
    HBox bar = PanelParts.named(new HBox(forms, title), "all-bar", "weight-bar");
    Following.of(bar).subscribe(weights.formProperty(), _ -> show.run());
    Following.of(bar).subscribe(weights.allProperty(), (_, _) -> show.run());
    return bar;
  }

  private void arrange() {
    boolean isOffered = choice.isOffered().getAsBoolean();
    if (isOffered && getTop() == null) {
      setTop(choice.bar().get());
    }
    if (getTop() != null) {
      PanelParts.setShown(getTop(), isOffered);
    }
    WeightForm form = choice.form().get();
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
