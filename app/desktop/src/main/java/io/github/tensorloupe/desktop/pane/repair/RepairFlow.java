package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileRepairs;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.beans.binding.BooleanExpression;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/// Offers the repairs of a refused file that are provably safe. Belongs to the FX thread; whether
/// there are any is found out beside it.
public final class RepairFlow {

  private final ReadOnlyBooleanWrapper possible = new ReadOnlyBooleanWrapper();
  private final RepairTools tools;
  private final FileRepairs repairs;
  private final RepairFix fix;
  private final Selection selection;
  private List<TensorFile> files = List.of();
  private Optional<Job> looking = Optional.empty();
  private Optional<FixViewModel<RepairFix.Planned>> current = Optional.empty();

  /// @param repairs plans what the saver does
  /// @param selection whose document is looked at
  public RepairFlow(RepairTools tools, FileRepairs repairs, Saver saver, Selection selection) {
    this.tools = tools;
    this.repairs = repairs;
    this.fix = new RepairFix(repairs, saver, tools.messages());
    this.selection = selection;
    selection.documentProperty().subscribe(_ -> look());
  }

  private void look() {
    looking.ifPresent(Job::cancel);
    note(List.of());
    List<TensorFile> candidates =
        DamagedFiles.of(selection.openDocument(), RepairFlow::mayBeRepaired);
    if (!candidates.isEmpty()) {
      looking =
          Optional.of(
              tools
                  .jobs()
                  .start(
                      tools.messages().text("fix.planning"),
                      (cancellation, _) -> repairable(candidates, cancellation),
                      this::note,
                      // The findings tell what cannot be read.
                      _ -> note(List.of())));
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
    List<TensorFile> found = new ArrayList<>();
    for (TensorFile file : candidates) {
      cancellation.check();
      if (repairs.isPossible(file)) {
        found.add(file);
      }
    }
    return found;
  }

  private void note(List<TensorFile> found) {
    files = found;
    possible.set(!found.isEmpty());
  }

  /// Whether there is anything to do for the open document.
  public BooleanExpression possible() {
    return possible.getReadOnlyProperty();
  }

  /// Whether a file is being written.
  public boolean isWriting() {
    return current.filter(model -> model.isWorking().get()).isPresent();
  }

  /// Shows the panel.
  public void show() {
    if (files.isEmpty() || isWriting()) {
      return;
    }
    Messages messages = tools.messages();
    FixViewModel<RepairFix.Planned> model =
        new FixViewModel<>(
            fix, files, DamagedFiles.first(files, selection), tools.jobs(), messages);
    current = Optional.of(model);
    FixPanel.Words words =
        new FixPanel.Words(
            "repair",
            messages.text("repair.title"),
            messages.text("repair.button.copy"),
            Optional.of(messages.text("repair.button.own")),
            RepairFlow::suggestedName);
    FixPanel.show(model, fix, tools, words);
  }

  private static String suggestedName(String name) {
    int dot = name.lastIndexOf('.');
    return (dot > 0 ? name.substring(0, dot) : name) + ".repaired.safetensors";
  }
}
