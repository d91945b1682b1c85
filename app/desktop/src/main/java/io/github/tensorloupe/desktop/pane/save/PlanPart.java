package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.SavePlan;
import java.util.List;
import javafx.geometry.VPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;

/// What would be written, as facts, and for several files a line for each.
final class PlanPart extends VBox {

  private static final int MAX_FILES = 200;

  private final Messages messages;
  private final PlanWords words;

  PlanPart(Messages messages) {
    super(12);
    this.messages = messages;
    this.words = new PlanWords(messages);
    setId("save-plan");
    setMinWidth(0);
  }

  /// Says that the plans are not there yet.
  void showBusy() {
    if (getChildren().isEmpty()) {
      getChildren().setAll(Notices.wrapping(messages.text("save.plan.busy"), "muted"));
    }
  }

  /// Shows plans; of files that could not be looked at nothing is shown here.
  void show(List<PlannedFile> planned) {
    List<SavePlan> plans =
        planned.stream()
            .filter(PlannedFile.Planned.class::isInstance)
            .map(file -> ((PlannedFile.Planned) file).plan())
            .toList();
    getChildren().clear();
    if (!plans.isEmpty()) {
      getChildren().add(grid(words.facts(plans)));
    }
    if (plans.size() > 1) {
      getChildren().add(files(plans));
    }
  }

  private static GridPane grid(List<PlanWords.Fact> facts) {
    GridPane grid = new GridPane(16, 6);
    ColumnConstraints names = new ColumnConstraints();
    names.setMinWidth(Region.USE_PREF_SIZE);
    ColumnConstraints texts = new ColumnConstraints();
    texts.setHgrow(Priority.ALWAYS);
    texts.setMinWidth(0);
    grid.getColumnConstraints().setAll(names, texts);
    for (PlanWords.Fact fact : facts) {
      Label name = new Label(fact.name());
      name.getStyleClass().add("muted");
      GridPane.setValignment(name, VPos.TOP);
      Label text = Notices.wrapping(fact.text());
      text.setId("save-plan-" + fact.id());
      grid.addRow(grid.getRowCount(), name, text);
    }
    return grid;
  }

  private VBox files(List<SavePlan> plans) {
    VBox files = new VBox();
    files.getStyleClass().add("change-rows");
    plans.stream().limit(MAX_FILES).forEach(plan -> files.getChildren().add(file(plan)));
    if (plans.size() > MAX_FILES) {
      String more = Figures.count(plans.size() - MAX_FILES);
      files.getChildren().add(Notices.wrapping(messages.text("save.files.more", more)));
    }
    return files;
  }

  private Node file(SavePlan plan) {
    Label name =
        Notices.wrapping(DisplayText.of(String.valueOf(plan.path().getFileName()), 200), "mono");
    name.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(name, Priority.ALWAYS);
    Label brief = new Label(words.inBrief(plan));
    brief.getStyleClass().add(plan.obstacles().isEmpty() ? "muted" : "save-refused");
    brief.setMinWidth(Region.USE_PREF_SIZE);
    HBox row = new HBox(12, name, brief);
    row.getStyleClass().add("change-row");
    return row;
  }
}
