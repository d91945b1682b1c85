package io.github.tensorloupe.desktop.pane.reload;

import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import org.kordamp.ikonli.feather.Feather;

/// Reports that files of the open document have changed, and offers to reload them. Hidden if no
/// file has changed.
public final class ReloadBar extends HBox {

  public ReloadBar(ReloadViewModel model, Commands commands, Messages messages) {
    super(12);
    PanelParts.named(this, "reload-bar", "reload-bar");
    setAlignment(Pos.CENTER_LEFT);
    Label sentence = new Label(null, Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
    sentence.setId("reload-sentence");
    sentence.textProperty().bind(model.sentence);
    sentence.setWrapText(true);
    sentence.setMinWidth(0);
    PanelParts.grow(sentence);
    Button reload = PanelParts.named(commands.textButton(Command.RELOAD), "reload-reload", "small");
    reload.setMinWidth(USE_PREF_SIZE);
    Button ignore =
        PanelParts.button("reload-ignore", messages.text("reload.ignore"), model::ignore);
    ignore.getStyleClass().addAll("small", "flat");
    getChildren().setAll(sentence, reload, ignore);
    visibleProperty().bind(model.sentence.isNotEmpty());
    managedProperty().bind(visibleProperty());
  }
}
