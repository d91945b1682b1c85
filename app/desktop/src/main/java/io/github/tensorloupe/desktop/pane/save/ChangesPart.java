package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.ChangeRows;
import io.github.tensorloupe.desktop.pane.save.SaveViewModel.ChangeSet;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The changes of a save, by key.
final class ChangesPart extends VBox {

  private static final int MAX_PROBLEMS = 8;

  private final List<VBox> problemBoxes;
  private final Messages messages;

  ChangesPart(SaveViewModel model, int documentFileCount, Messages messages) {
    super(16);
    List<ChangeSet> sets = model.changes;
    this.messages = messages;
    problemBoxes = sets.stream().map(_ -> new VBox(8)).toList();
    setId("save-changes");
    setMinWidth(0);
    for (int i = 0; i < sets.size(); i++) {
      ChangeSet set = sets.get(i);
      if (!set.changes().isEmpty()) {
        String heading =
            documentFileCount > 1
                ? messages.text("save.changes.in", filesOf(set.files(), documentFileCount))
                : messages.text("save.changes");
        PanelParts.setShown(problemBoxes.get(i), false);
        getChildren()
            .add(
                PanelParts.section(
                    heading,
                    problemBoxes.get(i),
                    new ChangeRows(set.changes(), model::prepare, messages)));
      }
    }
    if (getChildren().isEmpty()) {
      Label none = PanelParts.wrapping(messages.text("save.changes.none"), "muted");
      getChildren().add(PanelParts.section(messages.text("save.changes"), none));
    }
  }

  /// Shows the problems of each change set, blocking ones first.
  void show(List<List<EditProblem>> problems) {
    for (int i = 0; i < problems.size(); i++) {
      List<EditProblem> sorted =
          problems.get(i).stream()
              .sorted(Comparator.comparing(EditProblem::isBlocking).reversed())
              .toList();
      problemBoxes.get(i).getChildren().setAll(notices(sorted));
      PanelParts.setShown(problemBoxes.get(i), !sorted.isEmpty());
    }
  }

  // Shows each sentence once, even if several entries with the same key cause it.
  private List<Node> notices(List<EditProblem> sorted) {
    Map<String, Node> notices = new LinkedHashMap<>();
    for (EditProblem problem : sorted) {
      String sentence = DisplayText.of(messages.sentence(problem.sentence()), 600);
      Tone tone = problem.isBlocking() ? Tone.DANGER : Tone.WARNING;
      notices.computeIfAbsent(sentence, _ -> PanelParts.notice(tone, sentence));
    }
    return notices.values().stream().limit(MAX_PROBLEMS).toList();
  }

  private String filesOf(List<TensorFile> files, int documentFileCount) {
    if (files.size() == documentFileCount) {
      return messages.text("save.all-files", messages.count(documentFileCount));
    }
    Path first = files.getFirst().path();
    String name = DisplayText.of(String.valueOf(first.getFileName()));
    return files.size() == 1
        ? name
        : messages.text("save.files-and-more", name, messages.count(files.size() - 1));
  }
}
