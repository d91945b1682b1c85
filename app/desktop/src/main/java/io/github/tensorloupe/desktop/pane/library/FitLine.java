package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// Says which base the listed adapters fit, and ends that. Hidden while none is chosen.
final class FitLine extends HBox {

  private final LibraryViewModel model;
  private final Messages messages;
  private final Label text = PanelParts.elastic("");

  FitLine(LibraryViewModel model, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    text.setGraphic(Icons.of(Feather.LAYERS, "icon-small"));
    Tips.tell(text, () -> model.fitting.base.get().map(it -> it.path().toString()).orElse(""));
    Button clear =
        PanelParts.iconButton(
            "library-fit-clear",
            Icons.of(Feather.X),
            messages.text("library.fit.clear"),
            model.fitting::clear);
    getChildren().setAll(text, clear);
    setAlignment(Pos.CENTER_LEFT);
    PanelParts.named(this, "library-fit");
    text.setId("library-fit-text");
    Following.of(this).subscribe(model.fitting.base, _ -> show());
    Following.of(this).subscribe(model.fitting.unread, _ -> show());
  }

  private void show() {
    Optional<FitFilter.Base> base = model.fitting.base.get();
    long unread = model.fitting.unread.get();
    String shown = base.map(it -> messages.text("library.fit.shown", it.name())).orElse("");
    text.setText(
        unread == 0 ? shown : shown + " · " + messages.count("library.fit.unread", unread));
    PanelParts.setShown(this, base.isPresent());
  }
}
