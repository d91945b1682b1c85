package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.overview.DtypeCard.ShareBar.Part;
import io.github.tensorloupe.desktop.pane.overview.Overview.DtypeShare;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.Dtype;
import javafx.scene.control.Label;

/// Which dtypes a document is made of.
final class DtypeCard extends Card {

  private static final int COUNT_COLUMN = 1;

  /// A narrower legend shows the number of tensors in tool tips only.
  private static final double ROOMY_WIDTH = 330;

  DtypeCard(List<DtypeShare> shares, Messages messages) {
    super("overview-dtypes", messages.text("overview.dtypes"), messages);
    long total =
        shares.stream().mapToLong(DtypeShare::byteCount).reduce(0, Overview::saturatingSum);
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
    String what = messages().dtype(share.dtype());
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

  /// The name of a dtype in the color of its family, behind a patch of the same.
  private static HBox pill(Dtype dtype) {
    Region patch = new Region();
    patch.getStyleClass().addAll("dtype-patch", "dtype-bar", DtypeStyles.styleClass(dtype));
    HBox pill = line(patch, dtypeName(dtype));
    pill.getStyleClass().add("dtype-pill");
    return pill;
  }

  /// The name of a dtype in the color of its family.
  static Label dtypeName(Dtype dtype) {
    return figure(dtype.name(), "mono", "dtype", DtypeStyles.styleClass(dtype));
  }

  /// A horizontal bar of parts, each as wide as its share. What is left over stays empty.
  static final class ShareBar extends Region {

    /// Parts of a tiny share are still seen.
    private static final double MIN_PART_WIDTH = 2;

    /// One part of the bar.
    ///
    /// @param fraction of the bar, from 0 to 1
    /// @param styleClasses give the part its color
    record Part(double fraction, List<String> styleClasses) {}

    private final List<Part> parts;

    ShareBar(List<Part> parts) {
      this.parts = List.copyOf(parts);
      getStyleClass().add("share-bar");
      setMinWidth(0);
      Rectangle outline = new Rectangle();
      outline.widthProperty().bind(widthProperty());
      outline.heightProperty().bind(heightProperty());
      outline.arcWidthProperty().bind(heightProperty());
      outline.arcHeightProperty().bind(heightProperty());
      setClip(outline);
      for (Part part : parts) {
        Region region = new Region();
        region.getStyleClass().addAll(part.styleClasses());
        getChildren().add(region);
      }
    }

    @Override
    protected void layoutChildren() {
      double x = 0;
      for (int i = 0; i < parts.size(); i++) {
        double wanted = Math.max(MIN_PART_WIDTH, parts.get(i).fraction() * getWidth());
        double width = Math.min(wanted, getWidth() - x);
        double gap = i + 1 < parts.size() && width > MIN_PART_WIDTH ? 1 : 0;
        getChildren().get(i).resizeRelocate(x, 0, width - gap, getHeight());
        x += width;
      }
    }
  }
}
