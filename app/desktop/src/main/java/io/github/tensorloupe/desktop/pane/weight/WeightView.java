package io.github.tensorloupe.desktop.pane.weight;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.WeightSelection;
import io.github.tensorloupe.desktop.storage.WeightForm;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.quantization.ElementPlace;
import io.github.tensorloupe.quantization.QuantizedWeight;
import javafx.scene.control.Label;

/// A pane for the selected tensor, or for all of them. If quantized weights are among these, a bar
/// selects the form in which they are displayed.
public final class WeightView extends BorderPane {

  /// Creates the pane for a form of the weights.
  @FunctionalInterface
  public interface PaneFactory {

    /// @param shown true while the pane is visible
    Node make(WeightForm form, BooleanExpression shown);
  }

  private record Part(Node pane, BooleanProperty visible) {}

  private record Choice(Supplier<Node> bar, BooleanSupplier isOffered, Supplier<WeightForm> form) {}

  private final BooleanExpression shown;
  private final PaneFactory maker;
  private final Choice choice;
  private final Map<WeightForm, Part> parts = new EnumMap<>(WeightForm.class);

  private WeightView(
      WeightSelection weights, BooleanExpression shown, PaneFactory maker, Choice choice) {
    this.shown = shown;
    this.maker = maker;
    this.choice = choice;
    setMinSize(0, 0);
    WeakSubscriptions.of(this).subscribe(weights.weightProperty(), _ -> arrange());
    WeakSubscriptions.of(this).subscribe(weights.allProperty(), (_, _) -> arrange());
    WeakSubscriptions.of(this).subscribe(weights.formProperty(), (_, _) -> arrange());
  }

  /// Creates a pane for the selected tensor.
  ///
  /// @param hasUsage true if the bar shows the usage of codes, instead of the positions of a
  ///   value's code and scale
  /// @param shown true if the pane is the active one in the window
  public static WeightView ofTensor(
      PaneContext context,
      WeightSelection weights,
      boolean hasUsage,
      BooleanExpression shown,
      PaneFactory maker) {
    Choice choice =
        new Choice(
            () -> new WeightBar(context, weights, hasUsage, shown),
            () -> weights.weightProperty().get().isPresent(),
            weights::shownForm);
    return new WeightView(weights, shown, maker, choice);
  }

  /// Creates a pane for all tensors: as stored, or with dequantized values instead of parts.
  ///
  /// @param shown true if the pane is the active one in the window
  public static WeightView ofAll(
      PaneContext context, WeightSelection weights, BooleanExpression shown, PaneFactory maker) {
    Choice choice =
        new Choice(
            () -> barOfAll(context.messages(), weights),
            () -> weights.allProperty().get().isPresent(),
            weights::formOfAll);
    return new WeightView(
        weights,
        shown,
        (form, visible) -> {
          if (form == WeightForm.VALUES) {
            weights.allVisibleProperty().bind(visible);
          }
          return maker.make(form, visible);
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
    WeakSubscriptions.of(bar).subscribe(weights.formProperty(), _ -> show.run());
    WeakSubscriptions.of(bar).subscribe(weights.allProperty(), (_, _) -> show.run());
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
    parts.forEach((each, other) -> other.visible().set(each == form));
    if (getCenter() != part.pane()) {
      setCenter(part.pane());
    }
  }

  private Part part(WeightForm form) {
    BooleanProperty visible = new SimpleBooleanProperty();
    Node pane = maker.make(form, shown.and(visible));
    WeakSubscriptions.of(this).include(pane);
    return new Part(pane, visible);
  }

  /// The choice between codes and values of a quantized weight, its scheme, and links to the code
  /// and the scale of a value, or the share of the codes in use.
  private static final class WeightBar extends HBox {

    private static final int NAME_CHARACTERS = 80;

    /// Narrower panes show only the choice and the quantization scheme.
    private static final double WIDTH_FOR_ALL = 420;

    private final PaneContext context;
    private final WeightSelection weights;
    private final Messages messages;
    private final BooleanExpression shown;
    private final JobSlot<Optional<ElementPlace>> scaleSearch;
    private final JobSlot<long[]> counting;
    private final ToggleChoice<WeightForm> forms = new ToggleChoice<>();
    private final Label about = PanelParts.named(new Label(), "weight-about", "muted");
    private final Label usage = PanelParts.named(new Label(), "weight-usage", "muted");
    private final Button code;
    private final Button scale;
    private Optional<QuantizedWeight> counted = Optional.empty();

    WeightBar(
        PaneContext context, WeightSelection weights, boolean hasUsage, BooleanExpression shown) {
      this.context = context;
      this.weights = weights;
      this.shown = shown;
      messages = context.messages();
      scaleSearch = new JobSlot<>(context.jobs());
      counting = new JobSlot<>(context.jobs());
      code = createLink("code", () -> weights.code().ifPresent(this::goTo));
      scale = createLink("scale", this::goToScale);
      Tips.setTooltip(
          code, () -> weights.code().map(this::text).orElse(messages.text("weight.code.tip")));
      Tips.explain(usage, messages.text("weight.usage.tip"));
      PanelParts.named(this, "weight-bar", "weight-bar");
      Stream.of(WeightForm.values()).forEach(this::addToggle);
      about.setMinWidth(0);
      usage.setMinWidth(USE_PREF_SIZE);
      getChildren().addAll(forms, about, new Spacer());
      getChildren().addAll(hasUsage ? List.of(usage) : List.of(code, scale));
      widthProperty().subscribe(_ -> fit());
      WeakSubscriptions.of(this).subscribe(weights.weightProperty(), _ -> show());
      WeakSubscriptions.of(this).subscribe(context.selection().tensorProperty(), (_, _) -> show());
      WeakSubscriptions.of(this).subscribe(weights.formProperty(), (_, _) -> show());
      if (hasUsage) {
        WeakSubscriptions.of(this).subscribe(weights.weightProperty(), _ -> count());
        WeakSubscriptions.of(this).subscribe(shown, _ -> count());
      }
    }

    private Button createLink(String word, Runnable action) {
      String id = "weight-" + word;
      Button button = PanelParts.button(id, messages.text("weight." + word), action);
      button.getStyleClass().addAll("small", "flat");
      Tips.name(button, messages.text("weight." + word + ".tip"));
      return button;
    }

    private void addToggle(WeightForm form) {
      String word = Messages.word(form);
      Runnable choose = () -> weights.formProperty().set(form);
      String text = messages.text("weight.form." + word);
      forms.add(
          form, "weight-" + word, text, messages.text("weight.form." + word + ".tip"), choose);
    }

    private void show() {
      if (weights.weightProperty().get().isEmpty()) {
        return;
      }
      QuantizedWeight weight = weights.weightProperty().get().get();
      boolean isOfCodes =
          context.selection().tensorProperty().get().equals(Optional.of(weight.codes()));
      forms
          .toggle(WeightForm.CODES)
          .setText(messages.text(isOfCodes ? "weight.form.codes" : "weight.form.stored"));
      Stream.of(WeightForm.values())
          .forEach(form -> forms.toggle(form).setDisable(!weights.has(form)));
      forms.press(form -> form == weights.shownForm());
      String scheme = messages.sentence(weight.sentence());
      String why = weight.hasValues() ? "" : messages.text("weight.no-values", reason(weight));
      about.setText(why.isEmpty() ? scheme : scheme + "  ·  " + why);
      Tips.explain(about, about.getText());
      // A disabled button receives no mouse events.
      Tips.explain(forms, why);
      fit();
    }

    private void fit() {
      boolean isWide = getWidth() == 0 || getWidth() >= WIDTH_FOR_ALL;
      boolean hasPlaces = weights.shownForm() == WeightForm.VALUES;
      PanelParts.setShown(usage, isWide);
      List.of(code, scale).forEach(each -> PanelParts.setShown(each, isWide && hasPlaces));
    }

    private String reason(QuantizedWeight weight) {
      return weight.findings().stream()
          .findFirst()
          .map(finding -> messages.sentence(finding.sentence()))
          .orElse(messages.text(weight.isComplete() ? "weight.not-decoded" : "weight.incomplete"));
    }

    private String text(ElementPlace place) {
      int bits = (int) weights.weightProperty().get().orElseThrow().bits();
      int last = Math.min(place.firstBit() + bits, Byte.SIZE) - 1;
      String name = DisplayText.of(place.part().info().name(), NAME_CHARACTERS);
      return messages.text(
          "weight.code.place", place.firstBit(), last, messages.count(place.bytes().begin()), name);
    }

    private void goTo(ElementPlace place) {
      weights.goTo(place);
      context.commands().run(Command.SHOW_BYTES);
    }

    private void goToScale() {
      Optional<QuantizedWeight> weight = weights.weightProperty().get();
      OptionalLong element = weights.element();
      if (weight.isPresent() && element.isPresent()) {
        scaleSearch.start(
            messages.text("weight.scale.job"),
            (_, _) -> weight.get().scaleOf(element.getAsLong()),
            place -> place.ifPresent(this::goTo),
            this::fail);
      }
    }

    private void fail(Throwable failure) {
      context.showMessage().accept(messages.sentence(Failures.sentence(failure)));
    }

    private void count() {
      Optional<QuantizedWeight> weight =
          weights.weightProperty().get().filter(QuantizedWeight::hasValues);
      if (weight.isEmpty() || !weight.equals(counted)) {
        counting.clear();
        usage.setText("");
        counted = Optional.empty();
      }
      if (weight.isPresent() && counted.isEmpty() && shown.get()) {
        counted = weight;
        counting.start(
            messages.text("weight.usage.job", DisplayText.of(weight.get().name())),
            (cancellation, progress) -> weight.get().codeCounts(cancellation, progress),
            counts -> usage.setText(messages.sentence(new CodeUsage(counts).sentence())),
            this::fail);
      }
    }
  }
}
