package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.doctor.IndexChanges;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import java.util.List;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// Says what one index would say, and what is changed by that.
final class IndexPlanPart extends VBox {

  private static final int PATH_CHARACTERS = 300;
  private static final int SENTENCE_CHARACTERS = 1200;

  private final Messages messages;

  IndexPlanPart(IndexPlan plan, Messages messages) {
    super(8);
    this.messages = messages;
    getStyleClass().add("index-plan");
    setMinWidth(0);
    IndexChanges changes = plan.changes();
    plan.obstacles()
        .forEach(sentence -> addNotice(Notices.Tone.DANGER, messages.sentence(sentence)));
    if (plan.obstacles().isEmpty()) {
      addLine(
          messages.text(
              plan.replaces() ? "index.replaces" : "index.new",
              Figures.count(plan.tensorCount()),
              Figures.count(plan.shards().size())));
      if (plan.replaces()) {
        addChanges(changes);
      }
      addLine(size(changes));
    }
    plan.notes().forEach(sentence -> addNotice(Notices.Tone.INFO, messages.sentence(sentence)));
  }

  /// The heading above it.
  static String heading(IndexPlan plan) {
    return DisplayText.of(plan.index().toString(), PATH_CHARACTERS);
  }

  private void addChanges(IndexChanges changes) {
    for (IndexChanges.Kind kind : IndexChanges.Kind.values()) {
      long count =
          switch (kind) {
            case ADDED -> changes.added();
            case REMOVED -> changes.removed();
            case MOVED -> changes.moved();
          };
      if (count > 0) {
        addLine(counted(keyOf(kind), count));
        List<IndexChanges.Example> examples =
            changes.examples().stream().filter(example -> example.kind() == kind).toList();
        examples.forEach(this::addExample);
        if (count > examples.size()) {
          addMuted(messages.text("index.more", Figures.count(count - examples.size())));
        }
      }
    }
  }

  private String counted(String key, long count) {
    return count == 1 ? messages.text(key + ".one") : messages.text(key, Figures.count(count));
  }

  private static String keyOf(IndexChanges.Kind kind) {
    return switch (kind) {
      case ADDED -> "index.added";
      case REMOVED -> "index.removed";
      case MOVED -> "index.moved";
    };
  }

  private void addExample(IndexChanges.Example example) {
    addMuted(
        messages.text(
            "index.example", DisplayText.of(example.tensor()), DisplayText.of(example.shard())));
  }

  private String size(IndexChanges changes) {
    String after = Figures.count(changes.totalSize());
    if (changes.totalSizeBefore().isEmpty()) {
      return messages.text("index.size.new", after);
    }
    long before = changes.totalSizeBefore().getAsLong();
    return before == changes.totalSize()
        ? messages.text("index.size.same", after)
        : messages.text("index.size.changed", after, Figures.count(before));
  }

  private void addLine(String text) {
    getChildren().add(Notices.wrapping(text));
  }

  private void addMuted(String text) {
    Label label = Notices.wrapping(text, "mono", "muted");
    label.setTranslateX(16);
    getChildren().add(label);
  }

  private void addNotice(Notices.Tone tone, String sentence) {
    getChildren().add(Notices.of(tone, DisplayText.of(sentence, SENTENCE_CHARACTERS)));
  }
}
