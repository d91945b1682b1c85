package io.github.tensorloupe.desktop.pane.save;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.Panel;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.save.RecoveryChoice;

/// Offers to recover interrupted saves, in a panel.
///
/// @param title the title of the panel, and of the error message if it cannot be created
public record RecoveryPanel(PanelHost panels, Messages messages, String title) {

  /// Asks the user about interrupted saves. On the FX thread.
  @FunctionalInterface
  public interface Question {

    /// Never asks, and opens files unchanged.
    Question NEVER = (_, answer) -> answer.accept(new Answer.OpenAsItIs());

    /// @param saves at least one
    /// @param answer called once, now or later
    void prompt(List<InterruptedSave> saves, Consumer<Answer> answer);
  }

  public sealed interface Answer {

    /// Recover, then open the document.
    ///
    /// @param otherHostToo true if saves started on another computer count as abandoned
    /// @param choice the choice for files that need one; if empty, they remain unchanged
    record Recover(boolean otherHostToo, Optional<RecoveryChoice> choice) implements Answer {}

    /// Open the document without changing it.
    record OpenAsItIs() implements Answer {}

    record DoNotOpen() implements Answer {}
  }

  private static final int MAX_SHOWN = 50;

  public RecoveryPanel(PanelHost panels, Messages messages) {
    this(panels, messages, messages.text("recovery.title"));
  }

  /// @param saves at least one
  /// @param answer called once
  public void prompt(List<InterruptedSave> saves, Consumer<Answer> answer) {
    Runnable onDismissed = () -> answer.accept(new Answer.DoNotOpen());
    panels.show("save", title, () -> panel(saves, answer), onDismissed);
  }

  private Panel panel(List<InterruptedSave> saves, Consumer<Answer> answer) {
    Panel panel = new Panel("recovery");
    Consumer<Answer> answered =
        chosen -> {
          panels.hide(panel);
          answer.accept(chosen);
        };
    CheckBox others = new CheckBox(messages.text("recovery.other-hosts"));
    others.setId("recovery-other-hosts");
    others.setWrapText(true);
    ToggleGroup choices = new ToggleGroup();
    Runnable doNotOpen = () -> answered.accept(new Answer.DoNotOpen());
    Runnable accept =
        () -> {
          Toggle choice = choices.getSelectedToggle();
          Optional<RecoveryChoice> chosen =
              Optional.ofNullable(choice).map(toggle -> (RecoveryChoice) toggle.getUserData());
          answered.accept(new Answer.Recover(others.isSelected(), chosen));
        };
    Button recover = button("recover", accept);
    if (!has(saves, InterruptedSave.State.ABANDONED)) {
      recover
          .disableProperty()
          .bind(others.selectedProperty().not().and(choices.selectedToggleProperty().isNull()));
    }
    panel.setTitle(title, messages.text("recovery.subtitle"));
    panel.setBody(body(saves, others, choices));
    panel.setOnEscape(doNotOpen);
    panel.setButtons(
        List.of(button("close", doNotOpen)),
        List.of(button("open", () -> answered.accept(new Answer.OpenAsItIs())), recover));
    return panel;
  }

  private Button button(String id, Runnable action) {
    return PanelParts.button("recovery-" + id, messages.text("recovery.button." + id), action);
  }

  private VBox body(List<InterruptedSave> saves, CheckBox others, ToggleGroup choices) {
    VBox notices = new VBox(8);
    saves.stream().limit(MAX_SHOWN).forEach(save -> notices.getChildren().add(notice(save)));
    if (saves.size() > MAX_SHOWN) {
      String more = messages.text("save.files.more", messages.count(saves.size() - MAX_SHOWN));
      notices.getChildren().add(PanelParts.wrapping(more, "muted"));
    }
    VBox body = new VBox(16, notices);
    if (has(saves, InterruptedSave.State.OTHER_HOST)) {
      body.getChildren().add(others);
    }
    List<Node> buttons = new ArrayList<>();
    choicesFor(saves).forEach(choice -> buttons.add(button(choice, choices)));
    if (!buttons.isEmpty()) {
      String title = messages.text("recovery.choice.title");
      body.getChildren().add(PanelParts.section(title, buttons.toArray(Node[]::new)));
    }
    return body;
  }

  /// Returns the choices that all files with a choice allow.
  private static Set<RecoveryChoice> choicesFor(List<InterruptedSave> saves) {
    Set<RecoveryChoice> common = EnumSet.allOf(RecoveryChoice.class);
    boolean isOffered = false;
    for (InterruptedSave save : saves) {
      if (!save.choices().isEmpty()) {
        isOffered = true;
        common.retainAll(save.choices());
      }
    }
    return isOffered ? common : Set.of();
  }

  private RadioButton button(RecoveryChoice choice, ToggleGroup choices) {
    String id = Messages.word(choice);
    RadioButton button = new RadioButton(messages.text("recovery.choice." + id));
    button.setId("recovery-" + id);
    button.setUserData(choice);
    button.setToggleGroup(choices);
    button.setWrapText(true);
    return button;
  }

  private Node notice(InterruptedSave save) {
    Tone tone =
        switch (save.state()) {
          case ABANDONED -> Tone.WARNING;
          case RUNNING -> Tone.INFO;
          case OTHER_HOST, UNDECIDED, OUT_OF_REACH -> Tone.DANGER;
        };
    return PanelParts.notice(tone, DisplayText.of(messages.sentence(save.sentence()), 1200));
  }

  private static boolean has(List<InterruptedSave> saves, InterruptedSave.State state) {
    return saves.stream().anyMatch(save -> save.state() == state);
  }
}
