package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.Obstacle;
import io.github.tensorloupe.save.RepairPlan;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// Puts right what is certain in a file, or in a copy of it.
final class RepairFix implements Fix<RepairFix.Planned> {

  private static final int SENTENCE_CHARACTERS = 1000;

  /// What would be done.
  ///
  /// @param file the damaged file
  /// @param plan empty where nothing is certain
  record Planned(TensorFile file, Optional<RepairPlan> plan) {}

  private final FileRepairs repairs;
  private final Saver saver;
  private final Messages messages;

  RepairFix(FileRepairs repairs, Saver saver, Messages messages) {
    this.repairs = repairs;
    this.saver = saver;
    this.messages = messages;
  }

  @Override
  public Planned plan(TensorFile file) throws IOException {
    return new Planned(file, repairs.plan(file, SaveOptions.DEFAULT));
  }

  @Override
  public boolean isWorthwhile(Planned planned) {
    return planned.plan().isPresent();
  }

  @Override
  public List<Node> describe(Planned planned) {
    if (planned.plan().isEmpty()) {
      return List.of(Notices.wrapping(messages.text("repair.none")));
    }
    RepairPlan plan = planned.plan().get();
    Label change = Notices.wrapping(messages.sentence(plan.sentence()));
    change.setId("repair-change");
    boolean inPlace = plan.save().strategy() == Strategy.IN_PLACE;
    Label how =
        Notices.wrapping(
            messages.text(
                inPlace ? "repair.how.in-place" : "repair.how.rewrite",
                Figures.bytes(plan.save().bytesToWrite())));
    List<Node> parts = new ArrayList<>();
    parts.add(Notices.section(messages.text("repair.what"), change));
    parts.add(Notices.section(messages.text("repair.how"), how));
    parts.add(Notices.wrapping(messages.text("repair.promise"), "muted"));
    plan.save()
        .obstacle()
        .map(Obstacle::sentence)
        .ifPresent(
            sentence ->
                parts.add(
                    Notices.of(
                        Notices.Tone.WARNING,
                        DisplayText.of(messages.sentence(sentence), SENTENCE_CHARACTERS))));
    return parts;
  }

  @Override
  public Done carryOut(
      Planned planned, Optional<Path> target, Cancellation cancellation, Progress progress)
      throws IOException {
    RepairPlan plan =
        target.isEmpty()
            ? planned.plan().orElseThrow()
            : repairs
                .planCopy(planned.file(), target.get(), true, SaveOptions.DEFAULT)
                .orElseThrow(() -> new IOException(messages.text("repair.none")));
    SaveOutcome outcome = saver.save(plan.save(), cancellation, progress);
    boolean isNew = plan.save().isCopy();
    return new Done(
        target.orElse(planned.file().path()),
        isNew,
        DisplayText.of(messages.sentence(outcome.message()), SENTENCE_CHARACTERS));
  }
}
