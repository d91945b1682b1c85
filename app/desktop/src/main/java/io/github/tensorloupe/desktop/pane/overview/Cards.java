package io.github.tensorloupe.desktop.pane.overview;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.overview.Card.ShareBar;
import io.github.tensorloupe.desktop.pane.overview.LargestGroups.Group;
import io.github.tensorloupe.desktop.pane.overview.Overview.DtypeShare;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The cards about the contents of a document.
record Cards(Consumer<TensorRef> select, Messages messages) {

  private static final int MAX_LINES = 12;
  private static final int NAME_CHARACTERS = 200;
  private static final int ENTRY_CHARACTERS = 120;
  private static final int TIP_CHARACTERS = 2000;
  private static final double KEY_WIDTH = 150;
  private static final double MEMORY_WIDTH = 130;
  private static final int COUNT_COLUMN = 1;

  /// A narrower dtype legend shows the number of tensors in tooltips only.
  private static final double ROOMY_WIDTH = 330;

  List<Card> of(Overview overview) {
    List<Card> cards = new ArrayList<>();
    overview.beginning().map(this::beginning).ifPresent(cards::add);
    if (!overview.parts().isEmpty()) {
      cards.add(list("parts", "overview.parts", overview.parts(), this::line));
    }
    if (!overview.dtypes().isEmpty()) {
      cards.add(dtypes(overview.dtypes()));
    }
    if (!overview.largestTensors().isEmpty()) {
      cards.add(tensors(overview.largestTensors()));
    }
    if (!overview.groups().largest().isEmpty()) {
      cards.add(groups(overview.groups()));
    }
    if (overview.headersRead() || overview.fileWithMetadata().isPresent()) {
      cards.add(metadata(overview));
    }
    if (overview.kind() == FileKind.DIRECTORY && !overview.files().isEmpty()) {
      cards.add(
          list(
              "files",
              "overview.files",
              overview.files(),
              row -> ShardsCard.line(overview, row, messages)));
    }
    return cards;
  }

  /// Creates the card with the memory for the weights, as stored and in common precisions.
  Optional<Card> memory(Identity identity) {
    List<MemoryNeed> needs = MemoryNeed.of(identity);
    if (needs.isEmpty()) {
      return Optional.empty();
    }
    List<Node> cells = needs.stream().<Node>map(need -> cell(need, identity)).toList();
    Card card =
        new Card(
            "overview-memory",
            messages.text("overview.memory"),
            new ColumnsPane(MEMORY_WIDTH, cells.size(), 12, cells));
    card.getChildren().add(PanelParts.wrapping(messages.text("overview.memory.note"), "caption"));
    return Optional.of(card);
  }

  private Card beginning(String text) {
    Label shown = PanelParts.wrapping(text, "mono");
    return new Card("overview-beginning", messages.text("overview.beginning"), shown);
  }

  private VBox cell(MemoryNeed need, Identity identity) {
    String name = Messages.word(need.precision());
    String stored =
        identity.statement(Topic.PRECISION).map(Statement::oneLine).map(DisplayText::of).orElse("");
    Label value = PanelParts.label(messages.bytes(need.byteCount()));
    VBox cell = IdentityCard.cell(messages.text("overview.memory." + name, stored).strip(), value);
    Tips.explain(value, messages.exactBytes(need.byteCount()));
    value.setId("overview-memory-" + name);
    cell.getChildren().add(PanelParts.label(fits(need), "caption"));
    return cell;
  }

  private String fits(MemoryNeed need) {
    OptionalInt card = need.cardGibibytes();
    if (need.fitsEverywhere()) {
      return messages.text("overview.memory.everywhere");
    }
    return card.isPresent()
        ? messages.text("overview.memory.fits", messages.count(card.getAsInt()))
        : messages.text("overview.memory.several");
  }

  private <T> Card list(String name, String titleKey, List<T> all, Function<T, Node> line) {
    VBox lines = new VBox(6);
    all.stream().limit(MAX_LINES).map(line).forEach(lines.getChildren()::add);
    Card card = new Card("overview-" + name, messages.text(titleKey), lines);
    if (all.size() > MAX_LINES) {
      String rest = messages.count(all.size() - MAX_LINES);
      card.addCaption(messages.text("overview." + name + ".more", rest));
    }
    return card;
  }

  private HBox line(CheckpointPart part) {
    FontIcon icon =
        Overview.isBroken(part)
            ? ShardsCard.icon(
                Feather.X_CIRCLE, "icon-danger", messages.text("overview.parts.problems"))
            : ShardsCard.icon(Feather.CHECK, "icon-success", messages.text("overview.parts.fine"));
    String kind =
        part.isSet()
            ? messages.count("overview.parts.shards", part.files().size())
            : messages.text("overview.parts.file");
    long tensors = part.files().stream().mapToLong(file -> file.header().tensors().size()).sum();
    String name = DisplayText.of(part.label(), NAME_CHARACTERS);
    return Card.line(
        icon,
        Card.elastic(name, DisplayText.of(part.label(), TIP_CHARACTERS), "mono"),
        PanelParts.uncut(kind, "caption"),
        PanelParts.uncut(messages.count("overview.tensors", tensors), "caption"),
        PanelParts.uncut(messages.bytes(Overview.lengthOf(part.files())), "file-size"));
  }

  private Card groups(LargestGroups groups) {
    VBox lines = new VBox(10);
    groups.largest().forEach(group -> lines.getChildren().add(line(group, groups)));
    Card card = new Card("overview-groups", messages.text("overview.groups"), lines);
    if (groups.moreCount() > 0) {
      String count = messages.count(groups.moreCount());
      String bytes = messages.bytes(groups.moreByteCount());
      card.addCaption(messages.text("overview.groups.more", count, bytes));
    }
    return card;
  }

  private VBox line(Group group, LargestGroups all) {
    double fraction = fraction(group.byteCount(), all.totalByteCount());
    String path = shown(group.path());
    String tensors = messages.count("overview.tensors", group.tensorCount());
    Label name = Card.elastic(path, path + "\n" + tensors, "mono");
    Label share = PanelParts.uncut(messages.share(fraction), "muted", "share-figure");
    ShareBar bar = new ShareBar();
    bar.add(fraction, "group-bar");
    return new VBox(4, Card.line(name, bytes(group.byteCount()), share), bar);
  }

  private static double fraction(long byteCount, long total) {
    return total == 0 ? 0 : (double) byteCount / total;
  }

  private String shown(String name) {
    return name.isEmpty()
        ? messages.text("overview.empty-name")
        : DisplayText.of(name, NAME_CHARACTERS);
  }

  private Label bytes(long byteCount) {
    Label bytes = PanelParts.uncut(messages.bytes(byteCount));
    Tips.explain(bytes, messages.exactBytes(byteCount));
    return bytes;
  }

  private Card metadata(Overview overview) {
    Optional<TensorFile> file = overview.fileWithMetadata();
    boolean severalFiles = overview.fileCount() > 1;
    Card card = new Card("overview-metadata", messages.text("overview.metadata"));
    if (file.isEmpty()) {
      String none = messages.text("overview.metadata.none");
      card.getChildren().add(Card.elastic(none, none, "muted"));
      return card;
    }
    Map<String, String> entries = Overview.entries(file.get());
    String count = messages.count("overview.metadata.entries", entries.size());
    String origin = DisplayText.of(overview.checkpoint().briefName(file.get()));
    boolean areAll = overview.checkpoint().tensors().isEmpty();
    card.getChildren().add(grid(entries, areAll));
    card.addCaption(severalFiles ? messages.text("overview.metadata.in", count, origin) : count);
    card.getChildren().getLast().setId("overview-metadata-count");
    return card;
  }

  private static GridPane grid(Map<String, String> entries, boolean areAll) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("metadata-entries");
    ColumnConstraints key = new ColumnConstraints(0, Region.USE_COMPUTED_SIZE, KEY_WIDTH);
    ColumnConstraints value = new ColumnConstraints(0, 0, Double.MAX_VALUE);
    value.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().setAll(key, value);
    for (String each : Overview.importantKeys(entries, areAll)) {
      String name = DisplayText.of(each, ENTRY_CHARACTERS);
      String text = DisplayText.of(entries.get(each), ENTRY_CHARACTERS);
      grid.addRow(
          grid.getRowCount(),
          Card.elastic(name, name, "mono", "muted"),
          Card.elastic(text, DisplayText.of(entries.get(each), TIP_CHARACTERS)));
    }
    return grid;
  }

  private Card tensors(List<TensorRef> tensors) {
    VBox rows = new VBox(2);
    rows.getStyleClass().add("overview-rows");
    for (TensorRef tensor : tensors) {
      Button row = row(tensor);
      row.setId("overview-tensor-" + rows.getChildren().size());
      rows.getChildren().add(row);
    }
    return new Card("overview-tensors", messages.text("overview.largest-tensors"), rows);
  }

  private Button row(TensorRef tensor) {
    Dtype dtype = tensor.info().dtype();
    String name = shown(tensor.info().name());
    String shape = messages.shape(tensor.info().shape());
    Label dtypeName = name(dtype);
    Tips.explain(dtypeName, messages.dtype(dtype));
    Label size = PanelParts.uncut(messages.bytes(tensor.info().clampedByteCount()));
    HBox first = Card.line(Card.elastic(name, name, "mono"), size);
    HBox second = Card.line(dtypeName, Card.elastic(shape, shape, "caption"));
    Button row = Card.button(name, first, second);
    row.setAccessibleText("%s, %s, %s".formatted(name, dtype, shape));
    row.setOnAction(_ -> select.accept(tensor));
    return row;
  }

  private static Label name(Dtype dtype) {
    return PanelParts.uncut(dtype.name(), "mono", "dtype", DtypeStyles.styleClass(dtype));
  }

  private Card dtypes(List<DtypeShare> shares) {
    long total = shares.stream().mapToLong(DtypeShare::byteCount).reduce(0, Saturating::sum);
    ShareBar bar = new ShareBar();
    bar.getStyleClass().add("dtype-share-bar");
    for (DtypeShare share : shares) {
      if (share.byteCount() > 0) {
        String color = DtypeStyles.styleClass(share.dtype());
        bar.add(fraction(share.byteCount(), total), "dtype-bar", color);
      }
    }
    String title = messages.text("overview.dtypes");
    return new Card("overview-dtypes", title, bar, legend(shares, total));
  }

  private GridPane legend(List<DtypeShare> shares, long total) {
    GridPane grid = new GridPane();
    grid.getStyleClass().add("dtype-legend");
    ColumnConstraints name = new ColumnConstraints();
    name.setHgrow(Priority.ALWAYS);
    grid.getColumnConstraints().add(name);
    for (String title : List.of("tensors", "parameters", "bytes", "share")) {
      int index = grid.getColumnConstraints().size();
      grid.add(PanelParts.uncut(messages.text("overview.dtypes." + title), "caption"), index, 0);
      ColumnConstraints column = new ColumnConstraints();
      column.setHalignment(HPos.RIGHT);
      grid.getColumnConstraints().add(column);
    }
    shares.forEach(share -> addRow(grid, share, total));
    List<Node> counts =
        grid.getChildren().stream()
            .filter(node -> GridPane.getColumnIndex(node) == COUNT_COLUMN)
            .toList();
    grid.widthProperty()
        .map(width -> width.doubleValue() >= ROOMY_WIDTH)
        .subscribe(roomy -> counts.forEach(node -> PanelParts.setShown(node, roomy)));
    return grid;
  }

  private void addRow(GridPane grid, DtypeShare share, long total) {
    Label parameters = PanelParts.uncut(messages.shortCount(share.elementCount()));
    Tips.explain(parameters, messages.count(share.elementCount()));
    Label tensors = PanelParts.uncut(messages.shortCount(share.tensorCount()), "muted");
    Label bytes = bytes(share.byteCount());
    Label part = PanelParts.uncut(messages.share(fraction(share.byteCount(), total)), "muted");
    grid.addRow(grid.getRowCount(), pill(share), tensors, parameters, bytes, part);
  }

  private HBox pill(DtypeShare share) {
    Region patch = new Region();
    patch.getStyleClass().addAll("dtype-patch", "dtype-bar", DtypeStyles.styleClass(share.dtype()));
    HBox pill = Card.line(patch, name(share.dtype()));
    pill.getStyleClass().add("dtype-pill");
    String what = messages.dtype(share.dtype());
    Tips.setTooltip(
        pill, () -> messages.count("overview.tensors", share.tensorCount()) + "\n" + what);
    pill.setAccessibleHelp(what);
    return pill;
  }
}
