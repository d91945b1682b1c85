package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.control.panel.Notices.Tone;
import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.layout.VBox;

/// What became of each file, the ones that went wrong first.
final class OutcomePart extends VBox {

  private static final int MAX_FILES = 200;

  OutcomePart(List<FileOutcome> outcomes, Messages messages) {
    super(8);
    setId("save-outcomes");
    setMinWidth(0);
    List<FileOutcome> wrong = outcomes.stream().filter(each -> !each.isAsWanted()).toList();
    List<FileOutcome> right = outcomes.stream().filter(FileOutcome::isAsWanted).toList();
    boolean several = outcomes.size() > 1;
    wrong.stream()
        .limit(MAX_FILES)
        .forEach(each -> getChildren().add(notice(each, several, messages)));
    right.stream()
        .limit(MAX_FILES)
        .forEach(each -> getChildren().add(notice(each, several, messages)));
    int more = Math.max(0, wrong.size() - MAX_FILES) + Math.max(0, right.size() - MAX_FILES);
    if (more > 0) {
      getChildren()
          .add(Notices.wrapping(messages.text("save.files.more", Figures.count(more)), "muted"));
    }
  }

  private static Node notice(FileOutcome outcome, boolean namesFile, Messages messages) {
    String sentence = DisplayText.of(outcome.sentence(), 1200);
    String name = DisplayText.of(String.valueOf(outcome.target().getFileName()), 200);
    boolean says = !namesFile || sentence.contains(name);
    return Notices.of(
        tone(outcome),
        says ? sentence : name + ": " + sentence,
        outcome
            .cause()
            .map(cause -> DetailsButton.where(failureOf(outcome, cause, messages), messages))
            .orElseGet(() -> new Node[0]));
  }

  private static Failure failureOf(FileOutcome outcome, Throwable cause, Messages messages) {
    return Failure.told(outcome.sentence(), cause)
        .doing(messages.text("save.job.save"))
        .about(outcome.target());
  }

  private static Tone tone(FileOutcome outcome) {
    return switch (outcome.result()) {
      case SAVED -> Tone.SUCCESS;
      case UNCHANGED -> Tone.INFO;
      case UNCONFIRMED, STOPPED -> Tone.WARNING;
      case FAILED, CHANGED_ON_DISK -> Tone.DANGER;
    };
  }
}
