package io.github.tensorloupe.desktop.pane.hash;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.hash.HashView.Section;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The hashes of the current file, each with its purpose.
final class HashSection extends Section {

  private final Messages messages;

  HashSection(HashViewModel model, Messages messages) {
    super("hash-hashes", messages.text("hash.hashes"));
    this.messages = messages;
    VBox rows = new VBox(16);
    getChildren().add(rows);
    Following.of(this)
        .subscribe(
            model.revision,
            _ -> {
              Optional<FileHashes> hashes =
                  model.file.get().flatMap(model::examination).map(Examination::hashes);
              rows.getChildren()
                  .setAll(Arrays.stream(HashKind.values()).map(it -> row(it, hashes)).toList());
            });
  }

  /// A hash: name, effect of edits, value with a copy button, and purpose.
  ///
  /// @param hashes empty until computed
  private VBox row(HashKind kind, Optional<FileHashes> hashes) {
    Label title = PanelParts.label(messages.sentence(kind.title()), "strong");
    String edits =
        "hash.edit." + kind.editEffect().name().toLowerCase(Locale.ROOT).replace('_', '-');
    Label badge = PanelParts.label(messages.text(edits), "badge");
    Tips.explain(badge, messages.text(edits + ".tip"));
    Label text = PanelParts.elastic("");
    text.setId("hash-value-" + kind.jsonName());
    HBox line = new HBox(8, text);
    line.setAlignment(Pos.CENTER_LEFT);
    line.getStyleClass().add("hash-value-line");
    VBox row = new VBox(4, new FlowPane(8, 4, title, badge), line);
    row.setMinWidth(0);
    Optional<String> value = hashes.flatMap(all -> all.get(kind));
    if (value.isPresent()) {
      text.setText(value.get());
      text.getStyleClass().add("mono");
      Tips.explain(text, value.get());
      line.getChildren().add(copyButton(kind, value.get()));
      new CopyMenu(messages)
          .copies("copy.text", value::get)
          .copies("hash.copy.named", () -> kind.title() + ": " + value.get())
          .installOn(row);
    } else {
      text.setText(messages.text(hashes.isPresent() ? "hash.undefined" : "hash.not-yet"));
      text.getStyleClass().add("subtle");
    }
    if (value.filter(FileHashes.SHA256_OF_NOTHING::startsWith).isPresent()) {
      Label note = PanelParts.wrapping(messages.text("hash.of-nothing"));
      note.setId("hash-of-nothing-" + kind.jsonName());
      note.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
      row.getChildren().add(note);
    }
    row.getChildren().add(PanelParts.wrapping(messages.sentence(kind.purpose()), "muted"));
    return row;
  }

  private Button copyButton(HashKind kind, String value) {
    String name = messages.sentence(kind.title());
    Button button = new Button(null, Icons.of(Feather.COPY, "icon-small"));
    PanelParts.named(button, "hash-copy-" + kind.jsonName(), "flat", "hash-copy");
    button.setMinWidth(Region.USE_PREF_SIZE);
    Tips.name(button, messages.text("hash.copy", name));
    button.setOnAction(
        _ -> {
          CopyMenu.copy(value);
          button.setGraphic(Icons.of(Feather.CHECK, "icon-small", "icon-success"));
          button.setAccessibleText(messages.text("hash.copied", name));
        });
    return button;
  }
}
