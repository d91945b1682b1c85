package io.github.tensorloupe.desktop.pane.comparison.sides;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesViewModel.Choice;
import io.github.tensorloupe.desktop.pane.comparison.sides.SidesViewModel.Side;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The sides beside each other, or one of them; above them the choice, below them the bits.
final class SidesView extends BorderPane {

  /// The least width of a side among others.
  private static final double LEAST_WIDTH = 240;

  /// In a lower pane the sides need the room of the bits.
  private static final double HEIGHT_FOR_BITS = 330;

  private final SidesViewModel model;
  private final Messages messages;
  private final Map<Choice, ToggleButton> choices = new EnumMap<>(Choice.class);
  private final Map<Side, SidePart> parts = new EnumMap<>(Side.class);
  private final Row row = new Row();
  private final BitsView bits;
  private final ToggleButton bitsToggle;

  /// @param id of the pane that is made over each side
  SidesView(String id, SidesViewModel model, ComparisonContext context, BooleanExpression shown) {
    this.model = model;
    this.messages = context.messages();
    for (Side side : Side.values()) {
      BooleanProperty seen = new SimpleBooleanProperty();
      Supplier<Node> maker = () -> context.sides().make(id, model.selection(side), shown.and(seen));
      parts.put(side, new SidePart(model.title(side), seen, maker));
    }
    bits = new BitsView(context);
    bitsToggle = new ToggleButton(messages.text("compare.bits"));
    PanelParts.named(bitsToggle, "sides-bits", "small");
    Tips.explain(bitsToggle, messages.text("compare.bits.tip"));
    bitsToggle.selectedProperty().bindBidirectional(model.bitsShown);
    PanelParts.named(this, "sides-" + id, "sides-view");
    Themes.style(this, SidesView.class, "sides.css");
    setTop(bar(context));
    setCenter(row);
    setBottom(bits);
    setMinSize(0, 0);
    Following.of(this).subscribe(model.choice, _ -> arrange());
    Following.of(this).subscribe(model.pairProperty(), _ -> arrange());
    Following.of(this).subscribe(model.bitsShown, _ -> arrange());
    widthProperty().subscribe((_, _) -> arrange());
    heightProperty().subscribe((_, _) -> arrange());
  }

  private HBox bar(ComparisonContext context) {
    HBox toggles = new HBox();
    toggles.setMinWidth(USE_PREF_SIZE);
    toggles.setAlignment(Pos.CENTER_LEFT);
    for (Choice choice : Choice.values()) {
      ToggleButton toggle = new ToggleButton(model.title(choice));
      int last = Choice.values().length - 1;
      String pill =
          choice.ordinal() == 0
              ? "left-pill"
              : choice.ordinal() == last ? "right-pill" : "center-pill";
      PanelParts.named(toggle, "sides-" + Messages.word(choice), "small", pill);
      Tips.explain(toggle, messages.text("compare.sides." + Messages.word(choice) + ".tip"));
      toggle.setOnAction(
          _ -> {
            model.choice.set(choice);
            // One of them always stays pressed.
            arrange();
          });
      choices.put(choice, toggle);
      toggles.getChildren().add(toggle);
    }
    HBox bar =
        new HBox(
            toggles,
            new Spacer(),
            context.commands().iconButton(Command.PREVIOUS_DIFFERENCE),
            context.commands().iconButton(Command.NEXT_DIFFERENCE),
            bitsToggle);
    bar.getStyleClass().add("sides-bar");
    return bar;
  }

  private void arrange() {
    boolean roomy = getWidth() == 0 || getWidth() >= Choice.ALL.sides.size() * LEAST_WIDTH;
    List<Side> seen = model.sides(roomy);
    choices.get(Choice.ALL).setDisable(!roomy);
    choices.forEach((choice, toggle) -> toggle.setSelected(choice.sides.equals(seen)));
    parts.forEach((side, part) -> part.show(seen.contains(side), model.missing(side)));
    row.getChildren().setAll(seen.stream().map(parts::get).toList());
    boolean tall = getHeight() == 0 || getHeight() >= HEIGHT_FOR_BITS;
    bitsToggle.setDisable(!tall);
    PanelParts.setShown(bits, tall && model.bitsShown.get());
  }

  /// Its children beside each other, all as wide.
  private static final class Row extends HBox {

    Row() {
      setMinSize(0, 0);
      getStyleClass().add("sides-row");
    }

    @Override
    protected void layoutChildren() {
      int count = getChildren().size();
      for (int i = 0; i < count; i++) {
        double left = snapPositionX(getWidth() * i / count);
        double right = snapPositionX(getWidth() * (i + 1) / count);
        getChildren().get(i).resizeRelocate(left, 0, right - left, getHeight());
      }
    }
  }

  /// One side under its title; or a sentence that tells why there is nothing.
  private static final class SidePart extends BorderPane {

    private final BooleanProperty seen;
    private final Supplier<Node> maker;
    private final Label note = PanelParts.wrapping("", "empty-state", "sides-note");
    private Optional<Node> pane = Optional.empty();

    SidePart(String title, BooleanProperty seen, Supplier<Node> maker) {
      this.seen = seen;
      this.maker = maker;
      Label name = PanelParts.elastic(title, "sides-title");
      name.setMaxWidth(Double.MAX_VALUE);
      Tips.explain(name, title);
      getStyleClass().add("sides-part");
      note.setMaxSize(Double.MAX_VALUE, Double.MAX_VALUE);
      note.setGraphic(Icons.of(Feather.COLUMNS, "icon-large"));
      setTop(name);
      setMinSize(0, 0);
    }

    /// In too little room the upper left part of a pane is seen.
    private static Node shrinking(Node pane) {
      StackPane held = new StackPane(pane);
      if (pane instanceof Region region) {
        region.setMinSize(0, 0);
      }
      held.setMinSize(0, 0);
      held.setAlignment(Pos.TOP_LEFT);
      Rectangle clip = new Rectangle();
      clip.widthProperty().bind(held.widthProperty());
      clip.heightProperty().bind(held.heightProperty());
      held.setClip(clip);
      return held;
    }

    void show(boolean shown, Optional<String> missing) {
      note.setText(missing.orElse(""));
      seen.set(shown && missing.isEmpty());
      if (seen.get() && pane.isEmpty()) {
        pane = Optional.of(shrinking(maker.get()));
      }
      Node now = missing.isPresent() ? note : pane.orElse(note);
      if (shown && getCenter() != now) {
        setCenter(now);
      }
    }
  }
}
