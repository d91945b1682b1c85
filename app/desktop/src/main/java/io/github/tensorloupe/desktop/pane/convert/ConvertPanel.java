package io.github.tensorloupe.desktop.pane.convert;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.convert.CastCounts;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.StagedPanel;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.convert.ConvertViewModel.Step;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import java.nio.file.Path;

/// The panel of a conversion.
final class ConvertPanel {

  final StagedPanel<Step> staged;

  private final ConvertViewModel model;
  private final PaneContext context;
  private final Messages messages;
  private final Supplier<List<Path>> known;
  private final BiConsumer<Path, Path> onCompare;
  private final Button review;
  private final Button back;
  private final HBox planning;
  private Optional<OptionsForm> form = Optional.empty();

  /// @param known returns the checkpoints that can be a base
  /// @param onCompare compares the source with the result
  ConvertPanel(
      ConvertViewModel model,
      Supplier<List<Path>> known,
      BiConsumer<Path, Path> onCompare,
      PaneContext context) {
    this.model = model;
    this.context = context;
    this.known = known;
    this.onCompare = onCompare;
    messages = context.messages();
    String close = messages.text("fix.button.close");
    staged = new StagedPanel<>("convert", close, model.work, context.panels(), messages);
    review = staged.button("review", messages.text("convert.review"), this::review);
    back = staged.button("back", messages.text("convert.back"), model::showOptions);
    planning = planning();
    staged.panel.setTitle(
        messages.text("convert.title." + Messages.word(model.initial)), PathText.of(model.path));
    staged.begin(this::show);
    WeakSubscriptions.of(staged.panel)
        .subscribe(
            model.work.stateProperty(),
            now -> PanelParts.setShown(planning, now instanceof State.Planning<Step>));
  }

  private HBox planning() {
    ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
    bar.setAccessibleText(messages.text("convert.planning"));
    Region text = PanelParts.wrapping(messages.text("convert.planning") + "…");
    PanelParts.grow(text);
    Button stop = staged.button("stop-planning", messages.text("panel.stop"), model.work::stop);
    return PanelParts.named(PanelParts.row(12, bar, text, stop), "convert-planning");
  }

  private void show(Step step) {
    switch (step) {
      case Step.Options options -> show(options);
      case Step.Review(PlannedConversion planned) -> show(planned);
      case Step.Written written -> show(written);
    }
  }

  private void show(Step.Options options) {
    boolean isFirst = form.isEmpty();
    OptionsForm shown =
        form.orElseGet(() -> new OptionsForm(model, options.facts(), known, context));
    form = Optional.of(shown);
    List<Node> parts = new ArrayList<>(List.of(shown, planning));
    if (context.edits().changedProperty().get()) {
      parts.addFirst(PanelParts.notice(Tone.WARNING, messages.text("convert.unsaved")));
    }
    options.problem().map(each -> PanelParts.notice(each, messages)).ifPresent(parts::add);
    staged.showStep(parts, List.of(), List.of(staged.close, review));
    if (options.problem().isPresent()) {
      staged.panel.showEnd();
    }
    if (isFirst) {
      shown.beginning().requestFocus();
    }
  }

  private void review() {
    try {
      model.plan(form.orElseThrow().choices());
    } catch (SentenceException e) {
      model.reject(messages.sentence(e.sentence()));
    }
  }

  private void show(PlannedConversion planned) {
    PlanView view = new PlanView(planned, messages);
    Button write =
        staged.button(
            "write",
            messages.text("convert.write"),
            () -> model.write(!planned.existing().isEmpty()));
    write.disableProperty().bind(view.replaces.not());
    staged.showStep(List.of(view), List.of(back), List.of(staged.close, write));
  }

  private void show(Step.Written written) {
    List<Node> parts = new ArrayList<>();
    Tone tone = written.isLossy() ? Tone.WARNING : Tone.SUCCESS;
    parts.add(PanelParts.notice(tone, written.sentence()));
    String counts = String.join("\n", counts(written));
    if (!counts.isEmpty()) {
      Node text = PanelParts.named(PanelParts.wrapping(counts), "convert-counts");
      parts.add(PanelParts.section(messages.text("convert.values"), text));
    }
    Button open =
        staged.button(
            "open",
            messages.text("convert.open"),
            then(() -> context.open().accept(written.result())));
    Button compare =
        staged.button(
            "compare",
            messages.text("convert.compare"),
            then(() -> onCompare.accept(written.source(), written.result())));
    staged.showStep(parts, List.of(compare), List.of(staged.close, open));
  }

  private Runnable then(Runnable action) {
    return () -> {
      staged.close();
      action.run();
    };
  }

  private List<String> counts(Step.Written written) {
    CastCounts counts = written.counts();
    List<String> lines = new ArrayList<>();
    addCount(lines, "overflow", counts.overflow());
    addCount(lines, "underflow", counts.underflow());
    addCount(lines, "nan", counts.nan());
    addCount(lines, "rounded", counts.rounded());
    addCount(lines, "skipped", written.skippedCount());
    if (counts.largestError() > 0) {
      lines.add(messages.text("convert.error", messages.rounded(counts.largestError())));
    }
    written.check().ifPresent(check -> lines.add(messages.sentence(check.sentence())));
    return lines;
  }

  private void addCount(List<String> lines, String key, long count) {
    if (count > 0) {
      lines.add(messages.count("convert.count." + key, count));
    }
  }
}
