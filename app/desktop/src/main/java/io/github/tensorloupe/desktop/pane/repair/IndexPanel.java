package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import java.util.List;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.control.ProgressBar;
import javafx.scene.layout.VBox;

/// Shows what correct indexes would say otherwise than those that are there, and writes them.
final class IndexPanel {

  private static final int MAX_SHOWN = 20;

  private final IndexViewModel model;
  private final IndexFlow.Tools tools;
  private final Messages messages;
  private final Panel panel = new Panel("index");
  private final Button close;
  private final Button stop;
  private final Button write;
  private final Button again;
  private final CheckBox keepsOld = new CheckBox();

  /// @param documentName whose indexes they are, as the disk makes it
  IndexPanel(IndexViewModel model, String documentName, IndexFlow.Tools tools) {
    this.model = model;
    this.tools = tools;
    this.messages = tools.messages();
    close = button("index-close", "index.button.close", this::close);
    stop = button("index-stop", "index.button.stop", model::cancel);
    write = button("index-write", "index.button.write", model::write);
    again = button("index-again", "index.button.again", model::look);
    keepsOld.setId("index-keep-old");
    keepsOld.setText(messages.text("index.keep-old"));
    keepsOld.setWrapText(true);
    keepsOld.selectedProperty().bindBidirectional(model.keepsOldProperty());
    panel.setTitle(messages.text("index.title"), DisplayText.of(documentName, 200));
    panel.setOnEscape(this::close);
    Following.of(panel).subscribe(model.stageProperty(), this::showStage);
  }

  /// The panel, to be shown.
  Panel panel() {
    return panel;
  }

  private Button button(String id, String key, Runnable action) {
    Button button = new Button(messages.text(key));
    button.setId(id);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private void showStage(IndexStage stage) {
    switch (stage) {
      case IndexStage.Looking _ -> {
        panel.setBody(busy("index.looking"));
        panel.setButtons(List.of(), List.of(close));
      }
      case IndexStage.Blind(Failure failure) -> {
        panel.setBody(new VBox(Notices.of(failure, messages)));
        panel.setButtons(List.of(), List.of(close, again));
      }
      case IndexStage.Planned planned -> showPlans(planned);
      case IndexStage.Writing _ -> {
        panel.setBody(busy("index.writing"));
        panel.setStopButton(stop);
      }
      case IndexStage.Done(String sentence) -> {
        tools.panels().hide(panel);
        tools.tell().accept(sentence);
        tools.reopen().run();
      }
    }
  }

  private VBox busy(String key) {
    ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    bar.setMaxWidth(Double.MAX_VALUE);
    bar.setAccessibleText(messages.text(key));
    return new VBox(8, Notices.wrapping(messages.text(key)), bar);
  }

  private void showPlans(IndexStage.Planned planned) {
    VBox body = new VBox(20);
    List<IndexPlan> plans = planned.plans();
    if (plans.isEmpty()) {
      body.getChildren().add(Notices.of(Notices.Tone.SUCCESS, messages.text("index.right")));
    }
    for (IndexPlan plan : plans.subList(0, Math.min(plans.size(), MAX_SHOWN))) {
      body.getChildren()
          .add(Notices.section(IndexPlanPart.heading(plan), new IndexPlanPart(plan, messages)));
    }
    if (plans.size() > MAX_SHOWN) {
      String more = Figures.count(plans.size() - MAX_SHOWN);
      body.getChildren().add(Notices.wrapping(messages.text("index.more-plans", more), "muted"));
    }
    if (planned.replaces()) {
      body.getChildren().add(keepsOld);
    }
    planned.problem().ifPresent(failure -> body.getChildren().add(Notices.of(failure, messages)));
    panel.setBody(body);
    boolean canWrite = planned.problem().isEmpty() && !planned.writable().isEmpty();
    boolean canLook = planned.problem().isPresent() || planned.writable().size() < plans.size();
    panel.setButtons(
        List.of(),
        canWrite ? List.of(close, write) : canLook ? List.of(close, again) : List.of(close));
    if (planned.problem().isPresent()) {
      panel.showEnd();
    }
  }

  private void close() {
    if (model.stageProperty().get() instanceof IndexStage.Writing) {
      return;
    }
    model.cancel();
    tools.panels().hide(panel);
  }
}
