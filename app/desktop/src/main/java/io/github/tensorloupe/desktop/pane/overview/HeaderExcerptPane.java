package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.text.Text;
import javafx.scene.text.TextFlow;

/// Shows the text of a broken header with the place marked.
final class HeaderExcerptPane extends TextFlow {

  private static final String ELLIPSIS = "…";

  HeaderExcerptPane(HeaderExcerpt excerpt, Messages messages) {
    setId("overview-header-excerpt");
    getStyleClass().add("header-excerpt");
    setMinWidth(0);
    String marked =
        excerpt.marked().isBlank()
            ? messages.text("overview.header.here") + excerpt.marked()
            : excerpt.marked();
    getChildren()
        .setAll(
            piece((excerpt.isCutBefore() ? ELLIPSIS : "") + excerpt.before(), "excerpt-text"),
            piece(marked, "excerpt-marked"),
            piece(excerpt.after() + (excerpt.isCutAfter() ? ELLIPSIS : ""), "excerpt-text"));
    setAccessibleText(
        messages.text("overview.header.excerpt", excerpt.before(), marked, excerpt.after()));
  }

  private static Text piece(String text, String styleClass) {
    Text piece = new Text(text);
    piece.getStyleClass().add(styleClass);
    return piece;
  }
}
