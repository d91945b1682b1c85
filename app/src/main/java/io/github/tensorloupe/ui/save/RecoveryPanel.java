package io.github.tensorloupe.ui.save;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.InterruptedSave;
import io.github.tensorloupe.ui.panel.Notices;
import io.github.tensorloupe.ui.panel.Notices.Tone;
import io.github.tensorloupe.ui.panel.Panel;
import io.github.tensorloupe.ui.panel.PanelHost;
import io.github.tensorloupe.ui.panel.PanelSource;
import io.github.tensorloupe.ui.text.Figures;
import io.github.tensorloupe.ui.text.Messages;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.CheckBox;
import javafx.scene.layout.VBox;

/// Offers to put interrupted saves right, in a panel.
public final class RecoveryPanel implements RecoveryQuestion {

  private static final int MAX_SHOWN = 50;

  private final PanelHost panels;
  private final Messages messages;
  private final String title;

  public RecoveryPanel(PanelHost panels, Messages messages) {
    this.panels = panels;
    this.messages = messages;
    title = messages.text("recovery.title");
  }

  @Override
  public void ask(List<InterruptedSave> found, Consumer<RecoveryAnswer> answer) {
    panels.show(
        new PanelSource(
            "save",
            title,
            () -> panel(found, answer),
            () -> answer.accept(RecoveryAnswer.DO_NOT_OPEN)));
  }

  private Panel panel(List<InterruptedSave> found, Consumer<RecoveryAnswer> answer) {
    Panel panel = new Panel("recovery");
    Consumer<RecoveryAnswer> answered =
        chosen -> {
          panels.hide(panel);
          answer.accept(chosen);
        };
    CheckBox others = new CheckBox(messages.text("recovery.other-hosts"));
    others.setId("recovery-other-hosts");
    others.setWrapText(true);
    panel.setTitle(title, messages.text("recovery.subtitle"));
    panel.setBody(body(found, others));
    panel.setOnEscape(() -> answered.accept(RecoveryAnswer.DO_NOT_OPEN));
    Button close = button("close", () -> answered.accept(RecoveryAnswer.DO_NOT_OPEN));
    Button open = button("open", () -> answered.accept(RecoveryAnswer.OPEN_AS_IT_IS));
    Button putRight =
        button(
            "put-right",
            () ->
                answered.accept(
                    others.isSelected()
                        ? RecoveryAnswer.PUT_RIGHT_OF_OTHER_COMPUTERS_TOO
                        : RecoveryAnswer.PUT_RIGHT));
    boolean canBegin = has(found, InterruptedSave.State.ABANDONED);
    putRight.disableProperty().bind(others.selectedProperty().map(too -> !too && !canBegin));
    panel.setButtons(List.of(close), List.of(open, putRight));
    return panel;
  }

  private Button button(String id, Runnable action) {
    Button button = new Button(messages.text("recovery.button." + id));
    button.setId("recovery-" + id);
    button.setOnAction(_ -> action.run());
    return button;
  }

  private VBox body(List<InterruptedSave> found, CheckBox others) {
    VBox body = new VBox(8);
    found.stream().limit(MAX_SHOWN).forEach(save -> body.getChildren().add(notice(save)));
    if (found.size() > MAX_SHOWN) {
      String more = Figures.count(found.size() - MAX_SHOWN);
      body.getChildren().add(Notices.wrapping(messages.text("save.files.more", more), "muted"));
    }
    if (has(found, InterruptedSave.State.OTHER_HOST)) {
      body.getChildren().add(others);
    }
    return body;
  }

  private Node notice(InterruptedSave save) {
    Tone tone =
        switch (save.state()) {
          case ABANDONED -> Tone.WARNING;
          case RUNNING -> Tone.INFO;
          case OTHER_HOST -> Tone.DANGER;
        };
    return Notices.of(tone, DisplayText.of(messages.sentence(save.sentence()), 1200));
  }

  private static boolean has(List<InterruptedSave> found, InterruptedSave.State state) {
    return found.stream().anyMatch(save -> save.state() == state);
  }
}
