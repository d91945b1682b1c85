package io.github.tensorloupe.desktop.control.panel;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.StagedWork.State;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.text.Messages;

/// A panel with steps: plan, review, run and result. Shows progress, failures, and the buttons that
/// stop, retry and close; its user supplies the content and the buttons of each step.
///
/// @param <S> the steps that wait for the user
public final class StagedPanel<S> {

  public final Panel panel;

  /// Hides the panel, except during a run.
  public final Button close;

  private final StagedWork<S> work;
  private final PanelHost host;
  private final String id;
  private final Messages messages;
  private final VBox form = new VBox(20);
  private final VBox content = new VBox(20);
  private final VBox notice = new VBox();
  private List<List<Button>> buttons = List.of();

  /// The button that is disabled while the next step is planned.
  private Optional<Button> disabled = Optional.empty();

  private Optional<String> runHint = Optional.empty();

  /// @param id of the panel, and prefix of the ids of its parts
  /// @param closeText of the button that hides the panel
  public StagedPanel(
      String id, String closeText, StagedWork<S> work, PanelHost host, Messages messages) {
    this.panel = new Panel(id);
    this.work = work;
    this.host = host;
    this.id = id;
    this.messages = messages;
    close = button("close", closeText, this::close);
    content.setId(id + "-content");
    notice.setId(id + "-notice");
    for (VBox part : List.of(form, content, notice)) {
      part.setMinWidth(0);
      PanelParts.setShown(part, false);
    }
    panel.setBody(new VBox(20, form, content, notice));
    panel.setOnEscape(this::close);
  }

  public Button button(String name, String text, Runnable action) {
    return PanelParts.button(id + "-" + name, text, action);
  }

  /// Sets the parts above the content, which are shown in all states.
  public void setForm(Node... parts) {
    fill(form, List.of(parts));
  }

  public void disableDuringRun(Node input) {
    WeakSubscriptions.of(panel)
        .subscribe(work.stateProperty(), _ -> input.setDisable(work.isRunning()));
  }

  /// Sets the text below the progress of a run.
  public void setRunHint(String text) {
    runHint = Optional.of(text);
  }

  /// Shows the current step.
  ///
  /// @param parts the content, which is replaced during a run, and stays visible while the next
  ///   step is planned
  /// @param aside shown at the other end of the row of buttons
  /// @param inOrder the buttons; the last one is the default button
  public void showStep(List<? extends Node> parts, List<Button> aside, List<Button> inOrder) {
    fill(content, parts);
    List<List<Button>> wanted = List.of(aside, inOrder);
    // Replacing the buttons would move the focus.
    if (!buttons.equals(wanted)) {
      panel.setButtons(aside, inOrder);
      buttons = wanted;
    }
  }

  private static void fill(VBox box, List<? extends Node> parts) {
    if (!box.getChildren().equals(parts)) {
      box.getChildren().setAll(parts);
    }
    PanelParts.setShown(box, !parts.isEmpty());
  }

  /// Shows the states of the work from now on.
  ///
  /// @param onStep shows a step with [#showStep]
  public void begin(Consumer<S> onStep) {
    WeakSubscriptions.of(panel).subscribe(work.stateProperty(), now -> show(now, onStep));
  }

  private void show(State<S> state, Consumer<S> onStep) {
    fill(notice, List.of());
    switch (state) {
      case State.Idle<S>() -> {}
      case State.Planning<S>(String title) -> showPlanning(title);
      case State.Unplanned<S>(Optional<Failure> failure) -> {
        Button again = button("again", messages.text("fault.again"), work::planAgain);
        showStep(List.of(), List.of(), List.of(close, again));
        failure.ifPresent(this::show);
      }
      case State.Waiting<S>(S step, Optional<Failure> problem) -> {
        disabled.ifPresent(button -> button.setDisable(false));
        disabled = Optional.empty();
        onStep.accept(step);
        panel.focusButtons();
        problem.ifPresent(this::show);
      }
      case State.Running<S>(Job job) -> showRunning(job);
      case State.Finished<S> _ -> host.hide(panel);
    }
  }

  private void show(Failure failure) {
    fill(notice, List.of(PanelParts.notice(failure, messages)));
    panel.showEnd();
  }

  private void showPlanning(String title) {
    if (content.getChildren().isEmpty()) {
      String text = title + "…";
      ProgressBar bar = new ProgressBar(ProgressBar.INDETERMINATE_PROGRESS);
      bar.setMaxWidth(Double.MAX_VALUE);
      bar.setAccessibleText(text);
      VBox busy = new VBox(8, PanelParts.wrapping(text), bar);
      showStep(List.of(busy), List.of(), List.of(close));
    } else if (!buttons.isEmpty() && buttons.getLast().getLast() != close) {
      disableDuringPlanning(buttons.getLast().getLast());
      panel.focusButtons();
    }
  }

  /// The next step may keep the button disabled.
  private void disableDuringPlanning(Button button) {
    if (!button.isDisabled()) {
      button.setDisable(true);
      disabled = Optional.of(button);
    }
  }

  private void showRunning(Job job) {
    ByteProgress progress = new ByteProgress(id + "-progress", job.title(), messages);
    progress.show(Optional.of(job));
    Button stop = button("stop", messages.text("panel.stop"), work::stop);
    WeakSubscriptions.of(stop)
        .subscribe(
            job.stoppingProperty(),
            isStopping -> {
              stop.setDisable(isStopping);
              stop.setText(messages.text(isStopping ? "panel.stopping" : "panel.stop"));
            });
    List<Node> parts = new ArrayList<>(List.of(progress));
    runHint.ifPresent(text -> parts.add(PanelParts.wrapping(text, "muted")));
    fill(content, parts);
    panel.setStopButton(stop);
    buttons = List.of();
    panel.showEnd();
  }

  public void close() {
    if (!work.isRunning()) {
      host.hide(panel);
      work.close();
    }
  }
}
