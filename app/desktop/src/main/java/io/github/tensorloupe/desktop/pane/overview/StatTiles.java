package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.VBox;

/// The figures of a document as a row of tiles.
final class StatTiles {

  private final Messages messages;

  StatTiles(Messages messages) {
    this.messages = messages;
  }

  /// The tiles of what is known.
  List<Node> of(Overview overview) {
    Totals totals = overview.totals();
    List<Node> tiles = new ArrayList<>();
    if (totals.headersRead() || totals.tensorCount() > 0) {
      tiles.add(tile("tensors", totals.tensorCount(), Figures::shortCount, Figures::count));
      long parameterCount =
          IdentifiedPart.parameterCount(overview.identified()).orElse(totals.elementCount());
      tiles.add(tile("parameters", parameterCount, Figures::shortCount, Figures::count));
    }
    totals.dataByteCount().ifPresent(count -> tiles.add(bytes("data", count)));
    totals.headerByteCount().ifPresent(count -> tiles.add(bytes("header", count)));
    if (totals.fileCount() == 1) {
      tiles.add(bytes("file-size", totals.fileByteCount()));
    } else {
      tiles.add(tile("files", totals.fileCount(), Figures::shortCount, Figures::count));
    }
    return tiles;
  }

  private VBox bytes(String name, long byteCount) {
    return tile(name, byteCount, Figures::bytes, Figures::exactBytes);
  }

  private VBox tile(
      String name, long amount, LongFunction<String> brief, LongFunction<String> exact) {
    Label caption = new Label(messages.text("overview.stat." + name));
    caption.getStyleClass().add("caption");
    Label figure = new Label(brief.apply(amount));
    figure.setId("overview-stat-" + name);
    figure.getStyleClass().add("stat-figure");
    VBox tile = new VBox(2, caption, figure);
    Tips.explain(
        tile, exact.apply(amount) + "\n" + messages.text("overview.stat." + name + ".tip"));
    tile.getStyleClass().add("stat-tile");
    return tile;
  }
}
