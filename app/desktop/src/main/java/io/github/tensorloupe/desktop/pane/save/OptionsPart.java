package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.StrategyChoice;
import javafx.scene.control.Label;

/// The options of a save. Every change makes new plans.
final class OptionsPart extends VBox {

  private static final List<Integer> ROOM = List.of(0, 4096, 65_536, 1 << 20);
  private static final List<OptionalInt> ALIGNMENTS =
      List.of(OptionalInt.empty(), OptionalInt.of(8), OptionalInt.of(64), OptionalInt.of(4096));

  private final SaveViewModel model;
  private final Messages messages;
  private final GridPane grid = new GridPane(16, 8);

  OptionsPart(SaveViewModel model, Messages messages) {
    super(12);
    this.model = model;
    this.messages = messages;
    setId("save-options");
    SaveOptions now = model.options();
    ColumnConstraints names = new ColumnConstraints();
    names.setHalignment(HPos.LEFT);
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints values = new ColumnConstraints();
    values.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(names, values);
    addChoice(
        "strategy",
        List.of(StrategyChoice.values()),
        now.strategy(),
        this::strategyText,
        SaveOptions::withStrategy);
    addChoice("room", ROOM, now.reservedBytes(), this::roomText, SaveOptions::withReservedBytes);
    addChoice(
        "alignment", ALIGNMENTS, now.alignment(), this::alignmentText, SaveOptions::withAlignment);
    getChildren().addAll(grid, comparison());
  }

  private <T> void addChoice(
      String id,
      List<T> values,
      T now,
      Function<T, String> text,
      BiFunction<SaveOptions, T, SaveOptions> change) {
    ComboBox<T> box = new ComboBox<>();
    box.setId("save-" + id);
    box.getItems().setAll(values);
    box.setValue(now);
    box.setConverter(PanelParts.choiceText(text));
    box.valueProperty().subscribe(value -> decide(options -> change.apply(options, value)));
    Label name = new Label(messages.text("save.option." + id));
    name.getStyleClass().add("muted");
    name.setLabelFor(box);
    box.setMaxWidth(Double.MAX_VALUE);
    grid.addRow(grid.getRowCount(), name, box);
  }

  private VBox comparison() {
    CheckBox box = new CheckBox(messages.text("save.option.compare"));
    box.setId("save-compare");
    box.setSelected(model.options().comparesData());
    box.selectedProperty().subscribe(wanted -> decide(options -> options.withComparesData(wanted)));
    return new VBox(
        4, box, PanelParts.wrapping(messages.text("save.option.compare.hint"), "caption"));
  }

  private void decide(UnaryOperator<SaveOptions> change) {
    model.setOptions(change.apply(model.options()));
  }

  private String strategyText(StrategyChoice choice) {
    return switch (choice) {
      case AUTO -> messages.text("save.strategy.auto");
      case IN_PLACE -> messages.text("save.strategy.in-place");
      case REWRITE -> messages.text("save.strategy.rewrite");
    };
  }

  private String roomText(int byteCount) {
    return byteCount == 0
        ? messages.text("save.room.none")
        : messages.text("save.room.some", Figures.count(byteCount));
  }

  private String alignmentText(OptionalInt alignment) {
    return alignment.isEmpty()
        ? messages.text("save.alignment.keep")
        : messages.text("save.alignment.multiple", Figures.count(alignment.getAsInt()));
  }
}
