package io.github.tensorloupe.desktop.pane.repair;

import io.github.tensorloupe.desktop.control.panel.Notices;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.Exported;
import io.github.tensorloupe.export.Salvage;
import io.github.tensorloupe.export.SalvagePlan;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javafx.scene.Node;
import javafx.scene.control.Label;

/// Saves the intact tensors of a file to a new one.
final class SalvageFix implements Fix<SalvagePlan> {

  private static final int SHOWN_NAMES = 12;

  private final Salvage salvage;
  private final List<Path> open;
  private final Messages messages;

  /// @param open the files that are open; none of them is ever written to
  SalvageFix(Salvage salvage, List<Path> open, Messages messages) {
    this.salvage = salvage;
    this.open = open;
    this.messages = messages;
  }

  @Override
  public SalvagePlan plan(TensorFile file) throws IOException {
    return SalvagePlan.of(file);
  }

  @Override
  public boolean isWorthwhile(SalvagePlan plan) {
    return !plan.kept().isEmpty();
  }

  @Override
  public List<Node> describe(SalvagePlan plan) {
    Label summary = Notices.wrapping(messages.sentence(Salvage.summary(plan)));
    summary.setId("salvage-summary");
    List<Node> parts = new ArrayList<>();
    parts.add(Notices.section(messages.text("salvage.kept"), summary));
    if (!plan.left().isEmpty()) {
      parts.add(Notices.section(messages.text("salvage.left"), names(plan.left())));
    }
    parts.add(Notices.wrapping(messages.text("salvage.promise"), "muted"));
    return parts;
  }

  private Label names(List<SalvagePlan.Casualty> left) {
    List<String> lines = new ArrayList<>();
    for (SalvagePlan.Casualty casualty : left.subList(0, Math.min(SHOWN_NAMES, left.size()))) {
      lines.add(
          messages.text(
              "salvage.left.tensor",
              DisplayText.of(casualty.tensor().name()),
              messages.sentence(Salvage.words(casualty.fate()))));
    }
    if (left.size() > SHOWN_NAMES) {
      lines.add(messages.text("salvage.left.more", Figures.count(left.size() - SHOWN_NAMES)));
    }
    Label names = Notices.wrapping(String.join("\n", lines));
    names.setId("salvage-left");
    return names;
  }

  @Override
  public Done carryOut(
      SalvagePlan plan, Optional<Path> target, Cancellation cancellation, Progress progress)
      throws IOException {
    Exported written =
        salvage.write(plan, target.orElseThrow(), true, open, cancellation, progress);
    String sentence =
        messages.text(
            plan.kept().size() == 1 ? "salvage.written.one" : "salvage.written",
            PathText.of(written.file()),
            Figures.count(plan.kept().size()),
            Figures.bytes(written.byteCount()));
    return new Done(written.file(), true, sentence);
  }
}
