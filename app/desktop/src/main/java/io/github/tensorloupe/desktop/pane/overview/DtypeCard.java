package io.github.tensorloupe.desktop.pane.overview;

import io.github.tensorloupe.desktop.pane.overview.ShareBar.Part;
import io.github.tensorloupe.desktop.text.DtypeText;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Dtype;
import java.util.List;
import javafx.geometry.HPos;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.layout.ColumnConstraints;
import javafx.scene.layout.GridPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;

/// Which dtypes a document is made of.
final class DtypeCard extends Card {

  private static final int COUNT_COLUMN = 1;

  /// Where the legend is narrower, how many tensors there are is left to the tool tips.
  private static final double ROOMY_WIDTH = 330;

  DtypeCard(List<DtypeShare> shares, Messages messages) {
    super("overview-dtypes", messages.text("overview.dtypes"), messages);
    long total = shares.stream().mapToLong(DtypeShare::byteCount).reduce(0, SaturatingSum::of);
    ShareBar bar =
        new ShareBar(
            shares.stream()
                .filter(share -> share.byteCount() > 0)
                .map(share -> part(share, total))
                .toList());
    bar.getStyleClass().add("dtype-share-bar");
    getChildren().addAll(bar, legend(shares, total));
  }

  private static Part part(DtypeShare share, long total) {
    return new Part(
        (double) share.byteCount() / total,
        List.of("dtype-bar", DtypeStyles.styleClass(share.dtype())));
  }

  private GridPane legend(List<DtypeShare> shares, long total) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("dtype-legend");
    ColumnConstraints name = new ColumnConstraints();
    name.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().add(name);
    String[] titles = {"tensors", "parameters", "bytes", "share"};
    for (int i = 0; i < titles.length; i++) {
      ColumnConstraints column = new ColumnConstraints();
      column.setHalignment(HPos.RIGHT);
      grid.getColumnConstraints().add(column);
      grid.add(figure(messages().text("overview.dtypes." + titles[i]), "caption"), i + 1, 0);
    }
    for (int row = 0; row < shares.size(); row++) {
      addRow(grid, row + 1, shares.get(row), total);
    }
    List<Node> counts =
        grid.getChildren().stream()
            .filter(node -> GridPane.getColumnIndex(node) == COUNT_COLUMN)
            .toList();
    grid.widthProperty()
        .subscribe(
            width -> counts.forEach(node -> setShown(node, width.doubleValue() >= ROOMY_WIDTH)));
    return grid;
  }

  private static void setShown(Node node, boolean shown) {
    node.setVisible(shown);
    node.setManaged(shown);
  }

  private void addRow(GridPane grid, int row, DtypeShare share, long total) {
    HBox pill = pill(share.dtype());
    String what = new DtypeText(messages()).of(share.dtype());
    Tips.tell(pill, () -> counted("overview.tensors", share.tensorCount()) + "\n" + what);
    pill.setAccessibleHelp(what);
    Label parameters = figure(Figures.shortCount(share.elementCount()));
    Tips.explain(parameters, Figures.count(share.elementCount()));
    Label bytes = figure(Figures.bytes(share.byteCount()));
    Tips.explain(bytes, messages().exactBytes(share.byteCount()));
    double fraction = total == 0 ? 0 : (double) share.byteCount() / total;
    grid.add(pill, 0, row);
    grid.add(figure(Figures.shortCount(share.tensorCount()), "muted"), COUNT_COLUMN, row);
    grid.add(parameters, 2, row);
    grid.add(bytes, 3, row);
    grid.add(figure(Figures.share(fraction), "muted"), 4, row);
  }

  /// The name of a dtype in the colour of its family, behind a patch of the same.
  private static HBox pill(Dtype dtype) {
    Region patch = new Region();
    patch.getStyleClass().addAll("dtype-patch", "dtype-bar", DtypeStyles.styleClass(dtype));
    HBox pill = line(patch, dtypeName(dtype));
    pill.getStyleClass().add("dtype-pill");
    return pill;
  }

  /// The name of a dtype in the colour of its family.
  static Label dtypeName(Dtype dtype) {
    return figure(dtype.name(), "mono", "dtype", DtypeStyles.styleClass(dtype));
  }
}
