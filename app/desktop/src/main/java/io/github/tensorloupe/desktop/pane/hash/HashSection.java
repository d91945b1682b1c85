package io.github.tensorloupe.desktop.pane.hash;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.integrity.expected.Examination;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.integrity.hash.HashKind;
import java.util.Optional;
import javafx.scene.layout.VBox;

/// All hashes of the file at hand, each with a word on what it is for.
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
    rows.getChildren().clear();
    for (HashKind kind : HashKind.values()) {
      rows.getChildren().add(new HashRow(kind, hashes, messages));
    }
  }
}
