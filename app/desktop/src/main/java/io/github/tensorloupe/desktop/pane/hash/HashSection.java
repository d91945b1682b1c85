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

  private final HashViewModel model;
  private final Messages messages;
  private final VBox rows = new VBox(16);

  HashSection(HashViewModel model, Messages messages) {
    super("hash-hashes", messages.text("hash.hashes"));
    this.model = model;
    this.messages = messages;
    getChildren().add(rows);
    Following.of(this).subscribe(model.revisionProperty(), _ -> show());
  }

  private void show() {
    Optional<FileHashes> hashes =
        model.fileProperty().get().flatMap(model::examination).map(Examination::hashes);
    rows.getChildren()
        .setAll(
            Arrays.stream(HashKind.values())
                .map(kind -> new HashRow(kind, hashes, messages))
                .toList());
  }

  /// A hash: name, effect of edits, value with a copy button, and purpose.
  private static final class HashRow extends VBox {

    private final HashKind kind;
    private final Messages messages;

    /// @param hashes empty until computed
    HashRow(HashKind kind, Optional<FileHashes> hashes, Messages messages) {
      super(4);
      this.kind = kind;
      this.messages = messages;
      setMinWidth(0);
      Label title = PanelParts.label(messages.sentence(kind.title()), "strong");
      FlowPane head = new FlowPane(8, 4, title, edits());
      getChildren()
          .setAll(
              head, value(hashes), PanelParts.wrapping(messages.sentence(kind.purpose()), "muted"));
      hashes
          .flatMap(all -> all.get(kind))
          .filter(FileHashes.SHA256_OF_NOTHING::startsWith)
          .ifPresent(_ -> getChildren().add(2, ofNothing()));
    }

    private Label ofNothing() {
      Label note = PanelParts.wrapping(messages.text("hash.of-nothing"));
      note.setId("hash-of-nothing-" + kind.jsonName());
      note.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-small", "icon-warning"));
      return note;
    }

    private Label edits() {
      String word = kind.editEffect().name().toLowerCase(Locale.ROOT).replace('_', '-');
      Label badge = PanelParts.label(messages.text("hash.edit." + word), "badge");
      Tips.explain(badge, messages.text("hash.edit." + word + ".tip"));
      return badge;
    }

    private HBox value(Optional<FileHashes> hashes) {
      Optional<String> value = hashes.flatMap(all -> all.get(kind));
      Label text = PanelParts.elastic("");
      text.setId("hash-value-" + kind.jsonName());
      HBox line = new HBox(8, text);
      line.setAlignment(Pos.CENTER_LEFT);
      line.getStyleClass().add("hash-value-line");
      if (value.isPresent()) {
        text.setText(value.get());
        text.getStyleClass().add("mono");
        Tips.explain(text, value.get());
        line.getChildren().add(copyButton(value.get()));
        new CopyMenu(messages)
            .copies("copy.text", value::get)
            .copies("hash.copy.named", () -> kind.title() + ": " + value.get())
            .installOn(this);
      } else {
        text.setText(messages.text(hashes.isPresent() ? "hash.undefined" : "hash.not-yet"));
        text.getStyleClass().add("subtle");
      }
      return line;
    }

    private Button copyButton(String value) {
      String name = messages.sentence(kind.title());
      Button button = new Button(null, Icons.of(Feather.COPY, "icon-small"));
      PanelParts.named(button, "hash-copy-" + kind.jsonName(), "flat", "hash-copy");
      button.setMinWidth(Region.USE_PREF_SIZE);
      button.setAccessibleText(messages.text("hash.copy", name));
      Tips.explain(button, messages.text("hash.copy", name));
      button.setOnAction(
          _ -> {
            CopyMenu.copy(value);
            button.setGraphic(Icons.of(Feather.CHECK, "icon-small", "icon-success"));
            button.setAccessibleText(messages.text("hash.copied", name));
          });
      return button;
    }
  }
}
