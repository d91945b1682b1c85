package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;

import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.GroupSummary;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.NameTree;

/// Says what tiles and groups are.
record TileText(Messages messages) {

  private static final int NAME_CHARACTERS = 300;
  private static final int MAX_DTYPES = 4;

  /// The name from the top, or that of the document where no node is meant.
  String path(NameTree tree, int node) {
    return node < 0 ? messages.text("treemap.whole") : shown(tree.path(node));
  }

  /// The last part of the name, or the words for the document where no node is meant.
  String part(NameTree tree, int node) {
    return node < 0 ? messages.text("treemap.whole") : shown(tree.label(node));
  }

  /// The short name inside the tile around it.
  String label(Tile tile) {
    return tile.isRest()
        ? messages.text("treemap.rest", Figures.count(tile.smallCount()))
        : shown(tile.label());
  }

  private String shown(String name) {
    return name.isEmpty()
        ? messages.text("treemap.empty-name")
        : DisplayText.of(name, NAME_CHARACTERS);
  }

  /// Everything about a tile.
  String of(Treemap map, Tile tile) {
    NameTree tree = map.tree();
    String path = path(tree, tile.node());
    String name = tile.isRest() ? messages.text("treemap.rest-of", path, label(tile)) : path;
    return messages
        .text(
            "treemap.tile",
            name,
            Figures.bytes(tile.byteCount()),
            Figures.share(tile.byteCount() / map.byteCount()),
            tensors(tile.tensorCount()),
            tile.dtype().map(Dtype::name).orElse(""))
        .strip();
  }

  /// The figures of what is selected, in one line.
  String of(NameTree tree, GroupSummary summary) {
    String dtypes =
        summary.dtypes().stream()
            .limit(MAX_DTYPES)
            .map(Dtype::name)
            .collect(Collectors.joining(", "));
    return messages.text(
        "treemap.summary",
        path(tree, summary.node()),
        tensors(summary.tensorCount()),
        Figures.shortCount(summary.elementCount()),
        Figures.bytes(summary.byteCount()),
        Figures.share(summary.share()),
        dtypes);
  }

  private String tensors(long count) {
    return count == 1
        ? messages.text("overview.tensors.one")
        : messages.text("overview.tensors", Figures.count(count));
  }
}
