package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.pane.overview.Card.FilesCard;
import io.github.tensorloupe.desktop.pane.overview.Card.GroupsCard;
import io.github.tensorloupe.desktop.pane.overview.Card.MetadataCard;
import io.github.tensorloupe.desktop.pane.overview.Card.PartsCard;
import io.github.tensorloupe.desktop.pane.overview.Card.TensorsCard;
import io.github.tensorloupe.desktop.pane.overview.Overview.PartRow;
import io.github.tensorloupe.desktop.pane.overview.Overview.Totals;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapPane;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.model.FileKind;
import java.nio.file.Path;
import javafx.scene.control.Label;

/// The page that people see first: what the file is, whether it loads, and what is in it.
public final class OverviewView extends StackPane {

  private static final int NAME_CHARACTERS = 200;
  private static final double MIN_TILE_WIDTH = 112;
  private static final double MIN_CARD_WIDTH = 310;
  private static final double GAP = 16;

  private final OverviewViewModel model;
  private final FirstFrame sight;
  private final Messages messages;
  private final VerdictColumn verdicts;
  private final TreemapPane treemap;
  private Runnable onNumbers = () -> {};
  private Runnable onProblems = () -> {};
  private Runnable onHashes = () -> {};
  private Function<FindingCode, Optional<Node>> remedies = _ -> Optional.empty();
  private final VBox page = new VBox(GAP);
  private final ScrollPane scroll = new ScrollPane(page);

  /// @param model the state that is shown
  /// @param onScan has the values scanned
  /// @param sight of the window; what has to be scrolled to comes after it
  public OverviewView(
      OverviewViewModel model, Runnable onScan, FirstFrame sight, Messages messages) {
    this.model = model;
    this.sight = sight;
    this.verdicts =
        new VerdictColumn(
            GAP,
            new ValuesLine(model.results(), onScan, () -> onProblems.run(), messages),
            model.results());
    this.messages = messages;
    this.treemap = new TreemapPane(model.treemap(), () -> onNumbers.run(), messages);
    setId("overview-view");
    getStyleClass().add("overview-view");
    getStylesheets()
        .add(
            Objects.requireNonNull(OverviewView.class.getResource("overview.css"))
                .toExternalForm());
    page.getStyleClass().add("overview-page");
    page.setMinWidth(0);
    scroll.setId("overview-scroll");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    getChildren().setAll(scroll);
    Following.of(this).subscribe(model.overviewProperty(), this::show);
  }

  /// @param action shows the numbers of the selected tensor
  public void setOnNumbers(Runnable action) {
    onNumbers = action;
  }

  /// @param action shows what is wrong, one by one
  public void setOnProblems(Runnable action) {
    onProblems = action;
  }

  /// @param action compares the files with the hashes that were promised
  public void setOnHashes(Runnable action) {
    onHashes = action;
  }

  /// @param newRemedies makes what helps against a finding, where something does
  public void setRemedies(Function<FindingCode, Optional<Node>> newRemedies) {
    remedies = newRemedies;
  }

  private void show(Optional<Overview> overview) {
    scroll.setVisible(overview.isPresent());
    scroll.setVvalue(0);
    page.getChildren().clear();
    overview.ifPresent(this::showFirst);
  }

  private void showFirst(Overview shown) {
    ColumnsPane tiles = new ColumnsPane(MIN_TILE_WIDTH, 5, 12);
    tiles.show(new StatTiles(messages).of(shown));
    verdicts.show(
        new VerdictBanner(
            shown, model.pastedHashProperty(), remedies, () -> onHashes.run(), messages),
        shown.verdict().loads());
    page.getChildren().setAll(names(shown), verdicts);
    if (!shown.identified().isEmpty()) {
      page.getChildren()
          .add(new IdentityCard(shown.identified(), model::select, remedies, messages));
    }
    page.getChildren().add(tiles);
    sight.then(() -> addTo(tiles, shown));
  }

  private void addTo(ColumnsPane tiles, Overview shown) {
    // Something else may be shown by now.
    if (!page.getChildren().contains(tiles)) {
      return;
    }
    if (shown.dtypes().stream().anyMatch(share -> share.byteCount() > 0)) {
      page.getChildren().add(new TreemapCard(treemap, messages));
    }
    ColumnsPane cards = new ColumnsPane(MIN_CARD_WIDTH, 2, GAP);
    cards.show(cards(shown));
    page.getChildren().add(cards);
  }

  private VBox names(Overview overview) {
    Path path = overview.path().toAbsolutePath().normalize();
    String name = DisplayText.of(overview.name(), NAME_CHARACTERS);
    Label title = Card.elastic(name, name, "title");
    title.setId("overview-title");
    // Beside the badge, and not at the far end of the line.
    title.setMaxWidth(Region.USE_PREF_SIZE);
    Label kind = Card.figure(kindOf(overview), "badge");
    kind.setId("overview-kind");
    Tips.explain(kind, messages.text("overview.kind.tip"));
    HBox line = new HBox(12, title, kind);
    line.setAlignment(Pos.CENTER_LEFT);
    line.setMinWidth(0);
    String fullPath = DisplayText.of(path.toString(), 2000);
    Label where = Card.elastic(fullPath, fullPath, "mono", "muted");
    where.setId("overview-path");
    where.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    VBox names = new VBox(4, line, where);
    names.setMinWidth(0);
    return names;
  }

  private String kindOf(Overview overview) {
    String files = Figures.count(overview.totals().fileCount());
    return switch (overview.kind()) {
      case FileKind.SET -> kindOfSet(overview);
      case FileKind.DIRECTORY ->
          overview.parts().stream().anyMatch(PartRow::isSet)
              ? messages.text(
                  "overview.kind.directory.parts", files, Figures.count(overview.parts().size()))
              : messages.text("overview.kind.directory", files);
      default -> messages.text("overview.kind." + overview.kind().spelling());
    };
  }

  private String kindOfSet(Overview overview) {
    int present = overview.totals().fileCount();
    long missing = overview.verdict().missingCount();
    return missing == 0
        ? messages.text("overview.kind.set", Figures.count(present))
        : messages.text(
            "overview.kind.set.missing", Figures.count(present + missing), Figures.count(missing));
  }

  private List<Card> cards(Overview overview) {
    List<Card> cards = new ArrayList<>();
    if (!overview.parts().isEmpty()) {
      cards.add(new PartsCard(overview.parts(), messages));
    }
    if (!overview.dtypes().isEmpty()) {
      cards.add(new DtypeCard(overview.dtypes(), messages));
    }
    if (!overview.largestTensors().isEmpty()) {
      cards.add(new TensorsCard(overview.largestTensors(), model::select, messages));
    }
    if (!overview.groups().largest().isEmpty()) {
      cards.add(new GroupsCard(overview.groups(), messages));
    }
    if (overview.totals().headersRead() || overview.metadata().file().isPresent()) {
      boolean several = overview.totals().fileCount() > 1;
      cards.add(new MetadataCard(overview.metadata(), several, messages));
    }
    if (!overview.files().isEmpty()) {
      boolean set = overview.kind() == FileKind.SET;
      String title = messages.text(set ? "overview.shards" : "overview.files");
      cards.add(new FilesCard(overview.files(), title, messages));
    }
    return cards;
  }

  /// The verdict on the document and the state of its values. The worse one comes first: values
  /// that are bad stand above the verdict on a document that loads, because in a low window only
  /// one of them is in sight.
  private static final class VerdictColumn extends VBox {

    private final ScanResults results;
    private final ValuesLine values;
    private boolean loads;

    VerdictColumn(double gap, ValuesLine values, ScanResults results) {
      super(gap, values);
      this.values = values;
      this.results = results;
      setMinWidth(0);
      Following.of(this).subscribe(results.revisionProperty(), _ -> order());
    }

    /// @param banner of the document
    /// @param saysItLoads true where the banner says that the document loads
    void show(VerdictBanner banner, boolean saysItLoads) {
      loads = saysItLoads;
      getChildren().setAll(banner, values);
      order();
    }

    /// Moves the line without taking it away, so that its buttons keep the focus.
    private void order() {
      if (loads && results.countBy(Severity.ERROR) > 0) {
        values.toBack();
      } else {
        values.toFront();
      }
    }
  }

  /// The treemap of the bytes.
  private static final class TreemapCard extends Card {

    /// @param treemap is taken over from the card before
    TreemapCard(TreemapPane treemap, Messages messages) {
      super("overview-treemap", messages.text("treemap.title"), messages);
      getChildren().add(treemap);
    }
  }

  /// The figures of a document as a row of tiles.
  private static final class StatTiles {

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
}
