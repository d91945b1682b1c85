package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.command.Remedies;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapPane;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The page that people see first: what the file is, whether it loads, and what is in it.
public final class OverviewView extends StackPane {

  private static final int NAME_CHARACTERS = 200;
  private static final double MIN_TILE_WIDTH = 112;
  private static final double MIN_CARD_WIDTH = 310;
  private static final double GAP = 16;

  private final OverviewViewModel model;
  private final Runnable onHashes;
  private final Function<FindingCode, Optional<Node>> remedies;
  private final FirstFrame sight;
  private final Messages messages;
  private final VBox verdicts = new VBox(GAP);
  private final ValuesLine values;
  private final TreemapPane treemap;
  private final VBox page = new VBox(GAP);
  private final ScrollPane scroll = new ScrollPane(page);

  /// @param onHashes compares the files with their expected hashes
  /// @param sight of the window; what has to be scrolled to comes after it
  OverviewView(
      OverviewViewModel model,
      Commands commands,
      Runnable onHashes,
      FirstFrame sight,
      Messages messages) {
    this.model = model;
    this.onHashes = onHashes;
    this.remedies = Remedies.buttons(commands);
    this.sight = sight;
    this.messages = messages;
    this.values = new ValuesLine(model.results(), commands, messages);
    Runnable showNumbers = () -> commands.run(Command.SHOW_HISTOGRAM);
    this.treemap = new TreemapPane(model.treemap(), showNumbers, messages);
    PanelParts.named(this, "overview-view", "overview-view");
    Themes.style(this, OverviewView.class, "overview.css");
    page.getStyleClass().add("overview-page");
    page.setMinWidth(0);
    verdicts.setMinWidth(0);
    scroll.setId("overview-scroll");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    getChildren().setAll(scroll);
    Following.of(this).subscribe(model.overviewProperty(), this::show);
    Following.of(this).subscribe(model.results().revisionProperty(), _ -> orderVerdicts());
  }

  private void show(Optional<Overview> overview) {
    scroll.setVisible(overview.isPresent());
    scroll.setVvalue(0);
    page.getChildren().clear();
    verdicts.getChildren().clear();
    overview.ifPresent(this::showFirst);
  }

  private void showFirst(Overview shown) {
    VerdictBanner banner =
        new VerdictBanner(shown, model.pastedHashProperty(), remedies, onHashes, messages);
    verdicts.getChildren().setAll(banner, values);
    orderVerdicts();
    page.getChildren().setAll(names(shown), verdicts);
    if (!shown.identified().isEmpty()) {
      page.getChildren()
          .add(new IdentityCard(shown.identified(), model::select, remedies, messages));
    }
    ColumnsPane tiles = new ColumnsPane(MIN_TILE_WIDTH, 5, 12, tiles(shown));
    page.getChildren().add(tiles);
    sight.then(() -> addBelow(tiles, shown));
  }

  private void addBelow(ColumnsPane tiles, Overview shown) {
    // Something else may be shown by now.
    if (!page.getChildren().contains(tiles)) {
      return;
    }
    if (shown.dtypes().stream().anyMatch(share -> share.byteCount() > 0)) {
      page.getChildren().add(new Card("overview-treemap", messages.text("treemap.title"), treemap));
    }
    List<Card> cards = new Cards(model::select, messages).of(shown);
    page.getChildren().add(new ColumnsPane(MIN_CARD_WIDTH, 2, GAP, cards));
  }

  /// The worse one comes first: values that are bad stand above the verdict on a document that
  /// loads, because in a low window only one of them is in sight. Moves the line without taking it
  /// away, so that its buttons keep the focus.
  private void orderVerdicts() {
    boolean loads = model.overviewProperty().get().filter(it -> it.verdict().loads()).isPresent();
    if (loads && model.results().countBy(Severity.ERROR) > 0) {
      values.toBack();
    } else {
      values.toFront();
    }
  }

  private VBox names(Overview overview) {
    String name = DisplayText.of(overview.document().name(), NAME_CHARACTERS);
    Label title = PanelParts.named(Card.elastic(name, name, "title"), "overview-title");
    // Beside the badge, and not at the far end of the line.
    title.setMaxWidth(Region.USE_PREF_SIZE);
    Label kind = PanelParts.named(Card.figure(kindOf(overview), "badge"), "overview-kind");
    Tips.explain(kind, messages.text("overview.kind.tip"));
    HBox line = Card.line(title, kind);
    line.setSpacing(12);
    Path path = overview.checkpoint().path().toAbsolutePath().normalize();
    String fullPath = DisplayText.of(path.toString(), 2000);
    Label where = Card.elastic(fullPath, fullPath, "mono", "muted");
    where.setId("overview-path");
    VBox names = new VBox(4, line, where);
    names.setMinWidth(0);
    return names;
  }

  private String kindOf(Overview overview) {
    int files = overview.fileCount();
    String count = messages.count(files);
    String parts = messages.count(overview.parts().size());
    return switch (overview.kind()) {
      case FileKind.SET -> {
        long missing = overview.verdict().missingCount();
        String all = messages.count(files + missing);
        yield missing == 0
            ? messages.text("overview.kind.set", count)
            : messages.text("overview.kind.set.missing", all, messages.count(missing));
      }
      case FileKind.DIRECTORY ->
          overview.parts().stream().anyMatch(CheckpointPart::isSet)
              ? messages.text("overview.kind.directory.parts", count, parts)
              : messages.text("overview.kind.directory", count);
      default -> messages.text("overview.kind." + overview.kind().spelling());
    };
  }

  private List<Node> tiles(Overview overview) {
    List<Node> tiles = new ArrayList<>();
    List<TensorFile> files = overview.checkpoint().files();
    int tensors = overview.checkpoint().tensors().size();
    if (overview.headersRead() || tensors > 0) {
      tiles.add(count("tensors", tensors));
      tiles.add(count("parameters", overview.parameterCount()));
    }
    overview.dataByteCount().ifPresent(count -> tiles.add(bytes("data", count)));
    overview.headerByteCount().ifPresent(count -> tiles.add(bytes("header", count)));
    long length = Overview.lengthOf(files);
    tiles.add(files.size() == 1 ? bytes("file-size", length) : count("files", files.size()));
    return tiles;
  }

  private VBox count(String name, long count) {
    return tile(name, messages.shortCount(count), messages.count(count));
  }

  private VBox bytes(String name, long byteCount) {
    return tile(name, messages.bytes(byteCount), messages.exactBytes(byteCount));
  }

  private VBox tile(String name, String brief, String exact) {
    String key = "overview.stat." + name;
    Label figure =
        PanelParts.named(PanelParts.label(brief, "stat-figure"), "overview-stat-" + name);
    VBox tile = new VBox(2, PanelParts.label(messages.text(key), "caption"), figure);
    Tips.explain(tile, exact + "\n" + messages.text(key + ".tip"));
    tile.getStyleClass().add("stat-tile");
    return tile;
  }

  /// Puts its children into columns of equal width, as many as there is room for, each child into
  /// the column that is shortest so far.
  private static final class ColumnsPane extends Region {

    private final double minColumnWidth;
    private final int maxColumns;
    private final double gap;

    /// @param minColumnWidth in pixels; with less room for each there are fewer columns
    /// @param gap between columns and between the children of one, in pixels
    ColumnsPane(double minColumnWidth, int maxColumns, double gap, List<? extends Node> children) {
      this.minColumnWidth = minColumnWidth;
      this.maxColumns = maxColumns;
      this.gap = gap;
      getChildren().setAll(children);
    }

    @Override
    public Orientation getContentBias() {
      return Orientation.HORIZONTAL;
    }

    @Override
    protected double computeMinWidth(double height) {
      return 0;
    }

    @Override
    protected double computePrefWidth(double height) {
      return maxColumns * (minColumnWidth + gap) - gap;
    }

    @Override
    protected double computeMinHeight(double width) {
      return computePrefHeight(width);
    }

    @Override
    protected double computePrefHeight(double width) {
      return place(width < 0 ? computePrefWidth(-1) : width, false);
    }

    @Override
    protected void layoutChildren() {
      place(getWidth(), true);
    }

    /// Gives each child its place, or only finds out how high all of them are.
    private double place(double width, boolean reallyPlace) {
      int columns = columnCount(width);
      double[] heights = new double[columns];
      for (Node child : getManagedChildren()) {
        int column =
            IntStream.range(0, columns)
                .boxed()
                .min(Comparator.comparingDouble(it -> heights[it]))
                .orElseThrow();
        double x = columnStart(column, columns, width);
        double columnWidth = columnStart(column + 1, columns, width) - gap - x;
        double y = heights[column] == 0 ? 0 : heights[column] + gap;
        double height = snapSizeY(child.prefHeight(columnWidth));
        if (reallyPlace) {
          child.resizeRelocate(x, y, columnWidth, height);
        }
        heights[column] = y + height;
      }
      return Arrays.stream(heights).max().orElse(0);
    }

    private double columnStart(int column, int columns, double width) {
      return Math.rint(column * (width + gap) / columns);
    }

    /// No more columns than make the last row as full as the others.
    private int columnCount(double width) {
      int fitting = Math.clamp((int) ((width + gap) / (minColumnWidth + gap)), 1, maxColumns);
      int children = getManagedChildren().size();
      int rows = (children + fitting - 1) / fitting;
      return rows <= 1 ? fitting : (children + rows - 1) / rows;
    }
  }
}
