package io.github.tensorloupe.desktop.pane.repair;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedWork.RunResult;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.export.ExportResult;
import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;
import java.util.function.Consumer;
import javafx.scene.control.Label;

/// Offers to save the intact tensors of a damaged file to a new one. Belongs to the FX thread.
public final class SalvageFlow extends FixFlow<SalvagePlan> {

  private static final int MAX_NAMES = 12;

  private final FileOperations operations;

  public SalvageFlow(PaneContext context, Consumer<Path> open, FileOperations operations) {
    super(context, open, () -> {}, "salvage", "intact");
    this.operations = operations;
    selection
        .documentProperty()
        .subscribe(_ -> files.setAll(filesThat(SalvageFlow::mayHaveIntactTensors)));
  }

  private static boolean mayHaveIntactTensors(TensorFile file) {
    return file.isRefused()
        && file.foreign().isEmpty()
        && file.header().tensors().stream()
            .anyMatch(tensor -> file.data(tensor).filter(TensorData::isComplete).isPresent());
  }

  @Override
  SalvagePlan plan(TensorFile file) throws IOException {
    return SalvagePlan.of(file);
  }

  @Override
  boolean isUseful(SalvagePlan plan) {
    return !plan.intact().isEmpty();
  }

  @Override
  List<Node> describe(SalvagePlan plan) {
    Label summary =
        PanelParts.named(PanelParts.wrapping(messages.sentence(plan.summary())), "salvage-summary");
    List<Node> parts = new ArrayList<>();
    parts.add(PanelParts.section(messages.text("salvage.kept"), summary));
    if (!plan.damaged().isEmpty()) {
      parts.add(PanelParts.section(messages.text("salvage.left"), names(plan.damaged())));
    }
    parts.add(PanelParts.wrapping(messages.text("salvage.promise"), "muted"));
    return parts;
  }

  private Label names(List<SalvagePlan.DamagedTensor> left) {
    List<String> lines = new ArrayList<>();
    for (SalvagePlan.DamagedTensor casualty : left.subList(0, Math.min(MAX_NAMES, left.size()))) {
      String name = DisplayText.of(casualty.tensor().name());
      String fate = messages.sentence(casualty.fate().words());
      lines.add(messages.text("salvage.left.tensor", name, fate));
    }
    if (left.size() > MAX_NAMES) {
      lines.add(messages.text("salvage.left.more", messages.count(left.size() - MAX_NAMES)));
    }
    return PanelParts.named(PanelParts.wrapping(String.join("\n", lines)), "salvage-left");
  }

  @Override
  Work<RunResult<Step<SalvagePlan>>> fix(SalvagePlan plan, Optional<Path> target) {
    // Open files must not be overwritten.
    List<Path> open = selection.openFiles();
    return (cancellation, progress) -> {
      ExportResult result =
          plan.write(operations, target.orElseThrow(), true, open, cancellation, progress);
      String sentence =
          messages.text(
              plan.intact().size() == 1 ? "salvage.written.one" : "salvage.written",
              PathText.of(result.file()),
              messages.count(plan.intact().size()),
              messages.bytes(result.byteCount()));
      return written(result.file(), messages.withWarnings(sentence, result.notes()));
    };
  }
}
