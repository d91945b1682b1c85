package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapPane;
import io.github.tensorloupe.desktop.text.Messages;

/// Where the bytes are, as a picture.
final class TreemapCard extends Card {

  /// @param treemap is taken over from the card before
  TreemapCard(TreemapPane treemap, Messages messages) {
    super("overview-treemap", messages.text("treemap.title"), messages);
    getChildren().add(treemap);
  }
}
