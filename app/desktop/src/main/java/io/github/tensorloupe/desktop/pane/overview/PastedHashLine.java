package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.selection.PastedHash;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.integrity.hash.HashKind;
import java.util.Optional;
import javafx.beans.value.ObservableValue;
import javafx.scene.control.Label;
import javafx.scene.layout.Region;
import org.kordamp.ikonli.feather.Feather;

/// Says whether the document is the one whose hash somebody pasted; takes no room while nobody did.
final class PastedHashLine extends Label {

  private final boolean isNamed;
  private final Messages messages;

  /// @param isNamed whether it has to be said which file it is
  PastedHashLine(ObservableValue<Optional<PastedHash>> pasted, boolean isNamed, Messages messages) {
    this.isNamed = isNamed;
    this.messages = messages;
    setId("overview-pasted-hash");
    setWrapText(true);
    setMinHeight(Region.USE_PREF_SIZE);
    setMaxWidth(Double.MAX_VALUE);
    managedProperty().bind(visibleProperty());
    Following.of(this).subscribe(pasted, this::show);
  }

  private void show(Optional<PastedHash> pasted) {
    setVisible(pasted.isPresent());
    pasted.ifPresent(this::tell);
  }

  private void tell(PastedHash pasted) {
    String sentence = sentence(pasted);
    String file = DisplayText.of(String.valueOf(pasted.file().path().getFileName()));
    setText(isNamed ? messages.text("overview.pasted.of", file, sentence) : sentence);
    setGraphic(
        switch (pasted) {
          case PastedHash.Same _ -> Icons.of(Feather.CHECK_CIRCLE, "icon-success");
          case PastedHash.Other _ -> Icons.of(Feather.X_CIRCLE, "icon-danger");
        });
    getStyleClass()
        .setAll("label", pasted.differs() ? "pasted-hash-differs" : "pasted-hash-matches");
  }

  private String sentence(PastedHash pasted) {
    return switch (pasted) {
      case PastedHash.Same(_, HashKind kind) ->
          messages.text("overview.pasted.same", messages.sentence(kind.title()));
      case PastedHash.Other(_, boolean isSha256) ->
          messages.text(isSha256 ? "overview.pasted.other" : "overview.pasted.other-short");
    };
  }
}
