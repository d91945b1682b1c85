package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.pane.repair.FixFlow.RepairTools;
import io.github.tensorloupe.desktop.pane.repair.IndexFlow.Stage;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.doctor.IndexChanges;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.text.Sentence;
import javafx.scene.control.Label;

/// Shows the differences between correct and existing indexes, and writes the correct ones.
final class IndexPanel {

  private static final int MAX_PLANS = 20;
  private static final int PATH_CHARACTERS = 300;
  private static final int SENTENCE_CHARACTERS = 1200;

  private final IndexFlow flow;
  private final RepairTools tools;
  private final Messages messages;
  private final Panel panel = new Panel("index");
  private final Button close;
  private final Button stop;
  private final Button write;
  private final Button again;
  private final CheckBox keepsOld = new CheckBox();

  /// @param documentName fit for display
  IndexPanel(IndexFlow flow, String documentName) {
    this.flow = flow;
    this.tools = flow.tools;
    this.messages = tools.messages();
    close = button("close", this::close);
    stop = button("stop", flow::cancel);
    write = button("write", flow::write);
    again = button("again", flow::look);
    keepsOld.setId("index-keep-old");
    keepsOld.setText(messages.text("index.keep-old"));
    keepsOld.setWrapText(true);
    keepsOld.selectedProperty().bindBidirectional(flow.keepsOld);
    panel.setTitle(messages.text("index.title"), documentName);
    panel.setOnEscape(this::close);
    Following.of(panel).subscribe(flow.stage, this::showStage);
  }

  Panel panel() {
    return panel;
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("index-" + id, messages.text("index.button." + id), action);
  }

  private void showStage(Stage stage) {
    switch (stage) {
      case Stage.Looking _ -> {
        panel.setBody(busy("index.looking"));
        panel.setButtons(List.of(), List.of(close));
      }
      case Stage.Blind(Failure failure) -> {
        panel.setBody(new VBox(PanelParts.notice(failure, messages)));
        panel.setButtons(List.of(), List.of(close, again));
      }
      case Stage.Planned planned -> showPlans(planned);
      case Stage.Writing _ -> {
        panel.setBody(busy("index.writing"));
        panel.setStopButton(stop);
      }
      case Stage.Done(String sentence) -> {
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
    return new VBox(8, PanelParts.wrapping(messages.text(key)), bar);
  }

  private void showPlans(Stage.Planned planned) {
    VBox body = new VBox(20);
    List<IndexPlan> plans = planned.plans();
    if (plans.isEmpty()) {
      body.getChildren().add(PanelParts.notice(Tone.SUCCESS, messages.text("index.right")));
    }
    plans.stream().limit(MAX_PLANS).forEach(plan -> body.getChildren().add(section(plan)));
    if (plans.size() > MAX_PLANS) {
      String more = messages.text("index.more-plans", messages.count(plans.size() - MAX_PLANS));
      body.getChildren().add(PanelParts.wrapping(more, "muted"));
    }
    if (planned.writable().stream().anyMatch(IndexPlan::replaces)) {
      body.getChildren().add(keepsOld);
    }
    Optional<Failure> problem = planned.problem();
    problem.ifPresent(failure -> body.getChildren().add(PanelParts.notice(failure, messages)));
    panel.setBody(body);
    boolean canWrite = problem.isEmpty() && !planned.writable().isEmpty();
    boolean canLook = problem.isPresent() || planned.writable().size() < plans.size();
    panel.setButtons(
        List.of(),
        canWrite ? List.of(close, write) : canLook ? List.of(close, again) : List.of(close));
    if (problem.isPresent()) {
      panel.showEnd();
    }
  }

  /// The contents of one index, and its changes.
  private VBox section(IndexPlan plan) {
    List<Node> lines = new ArrayList<>();
    plan.obstacles().forEach(sentence -> lines.add(notice(Tone.DANGER, sentence)));
    if (plan.obstacles().isEmpty()) {
      lines.add(
          PanelParts.wrapping(
              messages.text(
                  plan.replaces() ? "index.replaces" : "index.new",
                  messages.count(plan.tensorCount()),
                  messages.count(plan.shards().size()))));
      if (plan.replaces()) {
        addChanges(lines, plan.changes());
      }
      lines.add(PanelParts.wrapping(size(plan.changes())));
    }
    plan.notes().forEach(sentence -> lines.add(notice(Tone.INFO, sentence)));
    VBox part = new VBox(8);
    part.getStyleClass().add("index-plan");
    part.setMinWidth(0);
    part.getChildren().setAll(lines);
    return PanelParts.section(DisplayText.of(plan.index().toString(), PATH_CHARACTERS), part);
  }

  private void addChanges(List<Node> lines, IndexChanges changes) {
    for (IndexChanges.Kind kind : IndexChanges.Kind.values()) {
      long count =
          switch (kind) {
            case ADDED -> changes.added();
            case REMOVED -> changes.removed();
            case MOVED -> changes.moved();
          };
      if (count > 0) {
        lines.add(
            PanelParts.wrapping(
                messages.count("index." + kind.name().toLowerCase(Locale.ROOT), count)));
        List<IndexChanges.Example> examples =
            changes.examples().stream().filter(example -> example.kind() == kind).toList();
        for (IndexChanges.Example example : examples) {
          String tensor = DisplayText.of(example.tensor());
          lines.add(muted(messages.text("index.example", tensor, DisplayText.of(example.shard()))));
        }
        if (count > examples.size()) {
          lines.add(muted(messages.text("index.more", messages.count(count - examples.size()))));
        }
      }
    }
  }

  private String size(IndexChanges changes) {
    String after = messages.count(changes.totalSize());
    if (changes.totalSizeBefore().isEmpty()) {
      return messages.text("index.size.new", after);
    }
    long before = changes.totalSizeBefore().getAsLong();
    return before == changes.totalSize()
        ? messages.text("index.size.same", after)
        : messages.text("index.size.changed", after, messages.count(before));
  }

  private static Label muted(String text) {
    Label label = PanelParts.wrapping(text, "mono", "muted");
    label.setTranslateX(16);
    return label;
  }

  private Node notice(Tone tone, Sentence sentence) {
    return PanelParts.notice(
        tone, DisplayText.of(messages.sentence(sentence), SENTENCE_CHARACTERS));
  }

  private void close() {
    if (!flow.isWriting()) {
      flow.cancel();
      tools.panels().hide(panel);
    }
  }
}
