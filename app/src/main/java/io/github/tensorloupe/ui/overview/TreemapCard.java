package io.github.tensorloupe.ui.overview;

import io.github.tensorloupe.ui.overview.treemap.TreemapPane;
import io.github.tensorloupe.ui.text.Messages;

/// Where the bytes are, as a picture.
final class TreemapCard extends Card {

  /// @param treemap is taken over from the card before
  TreemapCard(TreemapPane treemap, Messages messages) {
    super("overview-treemap", messages.text("treemap.title"), messages);
    getChildren().add(treemap);
  }
}
