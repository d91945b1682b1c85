package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.RepairPlan;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SaveOutcome;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.scene.control.Label;

/// Offers the provably safe repairs of a file. Belongs to the FX thread; files are checked in the
/// background.
public final class RepairFlow extends FixFlow<Optional<RepairPlan>> {

  private static final int SENTENCE_CHARACTERS = 1000;

  private final FileRepairs repairs;
  private final Saver saver;
  private final JobSlot<List<TensorFile>> searching;

  /// @param repairs creates the plans that the saver executes
  public RepairFlow(
      PaneContext context, Consumer<Path> open, Runnable reopen, FileRepairs repairs, Saver saver) {
    super(context, open, reopen, "repair", "repaired");
    this.repairs = repairs;
    this.saver = saver;
    searching = new JobSlot<>(context.jobs());
    selection.documentProperty().subscribe(_ -> findFiles());
  }

  private void findFiles() {
    searching.clear();
    files.clear();
    List<TensorFile> candidates = filesThat(RepairFlow::mayBeRepaired);
    if (!candidates.isEmpty()) {
      searching.start(
          messages.text("fix.planning"),
          (cancellation, _) -> repairable(candidates, cancellation),
          files::setAll,
          // The findings report unreadable files.
          _ -> {});
    }
  }

  private static boolean mayBeRepaired(TensorFile file) {
    boolean isLike = file.kind() == FileKind.SAFETENSORS || file.kind() == FileKind.UNKNOWN;
    return file.isRefused()
        ? isLike
        : file.findings().stream()
            .anyMatch(finding -> finding.code() == FindingCode.NON_SPACE_PADDING);
  }

  private List<TensorFile> repairable(List<TensorFile> candidates, Cancellation cancellation)
      throws IOException {
    List<TensorFile> repairable = new ArrayList<>();
    for (TensorFile file : candidates) {
      cancellation.check();
      if (repairs.isPossible(file)) {
        repairable.add(file);
      }
    }
    return repairable;
  }

  @Override
  Optional<RepairPlan> plan(TensorFile file) throws IOException {
    return repairs.plan(file, SaveOptions.DEFAULT);
  }

  @Override
  boolean isUseful(Optional<RepairPlan> plan) {
    return plan.isPresent();
  }

  @Override
  List<Node> describe(Optional<RepairPlan> plan) {
    return plan.map(this::describe)
        .orElseGet(() -> List.of(PanelParts.wrapping(messages.text("repair.none"))));
  }

  private List<Node> describe(RepairPlan plan) {
    Label change =
        PanelParts.named(PanelParts.wrapping(messages.sentence(plan.sentence())), "repair-change");
    boolean inPlace = plan.save().strategy() == Strategy.IN_PLACE;
    String how =
        messages.text(
            inPlace ? "repair.how.in-place" : "repair.how.rewrite",
            messages.bytes(plan.save().bytesToWrite()));
    List<Node> parts = new ArrayList<>();
    parts.add(PanelParts.section(messages.text("repair.what"), change));
    parts.add(PanelParts.section(messages.text("repair.how"), PanelParts.wrapping(how)));
    parts.add(PanelParts.wrapping(messages.text("repair.promise"), "muted"));
    plan.save()
        .obstacle()
        .map(obstacle -> PanelParts.notice(Tone.WARNING, shown(obstacle.sentence())))
        .ifPresent(parts::add);
    return parts;
  }

  private String shown(Sentence sentence) {
    return DisplayText.of(messages.sentence(sentence), SENTENCE_CHARACTERS);
  }

  @Override
  Work<RunResult<Step<Optional<RepairPlan>>>> fix(Optional<RepairPlan> own, Optional<Path> target) {
    TensorFile file = chosen.get();
    return (cancellation, progress) -> {
      RepairPlan plan =
          target.isEmpty()
              ? own.orElseThrow()
              : repairs
                  .planCopy(file, target.get(), true, SaveOptions.DEFAULT)
                  .orElseThrow(() -> new IOException(messages.text("repair.none")));
      SaveOutcome outcome = saver.save(plan.save(), cancellation, progress);
      String sentence = shown(outcome.message());
      return plan.save().isCopy()
          ? written(target.orElse(file.path()), sentence)
          : RunResult.finished(sentence, Optional.of(file.path()));
    };
  }
}
