package io.github.tensorloupe.desktop.pane.overview.treemap;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.CanvasRegion;
import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.TensorCopies;
import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.ToggleChoice;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Area;
import io.github.tensorloupe.desktop.pane.overview.treemap.Treemap.Tile;
import io.github.tensorloupe.desktop.pane.overview.treemap.TreemapViewModel.Coloring;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.DtypeStyles;
import io.github.tensorloupe.desktop.theme.Icons;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// A treemap with the path of its root above, and the figures of the selected node below.
public final class TreemapPane extends VBox {

  private static final double MAX_PART_WIDTH = 120;

  /// Maximum number of groups shown in front of the last one; outer groups are omitted.
  private static final int MAX_GROUPS = 3;

  private final TreemapViewModel model;
  private final Messages messages;
  private final Button out;
  private final HBox root = new HBox(2);
  private final Label summary =
      PanelParts.named(PanelParts.elastic("", "caption"), "treemap-summary");

  /// @param onNumbers shows the values of the selected tensor
  public TreemapPane(TreemapViewModel model, Runnable onNumbers, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    String outText = messages.text("treemap.out");
    this.out = Icons.button(Feather.ZOOM_OUT, outText, model::zoomOut, "flat", "small");
    getStyleClass().add("treemap-pane");
    setMinWidth(0);
    getChildren().setAll(bar(), new TreemapCanvas(onNumbers), summary);
    WeakSubscriptions.of(this)
        .subscribe(
            model.treemap,
            map -> {
              out.setDisable(map.filter(shown -> shown.root() >= 0).isEmpty());
              root.getChildren().setAll(map.map(this::path).orElse(List.of()));
            });
    WeakSubscriptions.of(this).subscribe(model.summary, this::showSummary);
  }

  private HBox bar() {
    out.setId("treemap-out");
    root.setAlignment(Pos.CENTER_LEFT);
    root.setMinWidth(0);
    HBox.setHgrow(root, Priority.ALWAYS);
    ToggleChoice<Coloring> colorings = new ToggleChoice<>();
    colorings.choose(
        model.coloring,
        List.of(Coloring.values()),
        coloring -> "treemap.color." + Messages.word(coloring),
        messages);
    HBox bar = PanelParts.row(8, out, root, colorings);
    bar.setMinWidth(0);
    return bar;
  }

  private void showSummary(Optional<GroupSummary> shown) {
    Optional<NameTree> tree = model.treemap.get().map(Treemap::tree);
    Optional<String> text = tree.flatMap(of -> shown.map(figures -> model.text(of, figures)));
    summary.setText(text.orElse(messages.text("treemap.hint")));
  }

  // Links from the whole document to the group that fills the map, which itself is not a link.
  private List<Node> path(Treemap map) {
    List<Node> parts = new ArrayList<>();
    if (map.root() >= 0) {
      List<Integer> nodes = map.tree().nodesTo(map.root());
      int last = nodes.size() - 1;
      Stream.concat(Stream.of(-1), nodes.subList(Math.max(0, last - MAX_GROUPS), last).stream())
          .map(node -> partButton(map.tree(), node))
          .forEach(
              part -> {
                parts.add(part);
                parts.add(Icons.of(Feather.CHEVRON_RIGHT, "icon-small"));
              });
    }
    Label own = PanelParts.elastic(model.part(map.tree(), map.root()), "mono", "muted");
    parts.add(PanelParts.named(own, "treemap-root"));
    return parts;
  }

  private Button partButton(NameTree tree, int node) {
    String id = "treemap-part-" + (node < 0 ? "whole" : node);
    Button button = PanelParts.button(id, model.part(tree, node), () -> model.zoomTo(node));
    button.getStyleClass().addAll("flat", "small", "treemap-part");
    button.setTextOverrun(OverrunStyle.CENTER_ELLIPSIS);
    button.setMinWidth(0);
    button.setMaxWidth(MAX_PART_WIDTH);
    return button;
  }

  /// The treemap itself. A click selects, a double click or Enter zooms in, Backspace zooms out,
  /// the arrow keys move from tile to tile and Space selects.
  private final class TreemapCanvas extends CanvasRegion {

    private static final double HEIGHT = 260;
    private static final Font FONT = Font.font("Inter", 11);
    private static final double CHARACTER_WIDTH = 6;
    private static final double MIN_LABEL_WIDTH = 30;
    private static final double MIN_LABEL_HEIGHT = 14;
    private static final double GROUND_OPACITY = 0.14;
    private static final double LEAF_OPACITY = 0.42;

    private enum Ink {
      GROUND,
      TEXT,
      MUTED,
      ACCENT,
      LINE
    }

    private static final CanvasPalette PALETTE =
        CanvasPalette.of(
            "-tl-drawn-", List.of(Ink.values()), DtypeStyles.STYLE_CLASSES, DtypeStyles.GROUPS);

    private final Runnable onNumbers;
    private Optional<Tile> focused = Optional.empty();

    TreemapCanvas(Runnable onNumbers) {
      super(PALETTE, HEIGHT);
      this.onNumbers = onNumbers;
      PanelParts.named(this, "treemap", "treemap", "drawn-series");
      setFocusTraversable(true);
      setAccessibleRole(AccessibleRole.IMAGE_VIEW);
      installTooltip(480, event -> textOf(tile(event.getX(), event.getY())).orElse(""));
      setOnMouseClicked(this::click);
      setOnKeyPressed(this::press);
      copyMenu();
      WeakSubscriptions.of(this)
          .subscribe(
              model.treemap,
              map ->
                  focus(focused.flatMap(before -> map.flatMap(shown -> shown.of(before.node())))));
      redrawWith(model.selection.tensorProperty(), model.selection.groupProperty());
      redrawWith(model.coloring, focusedProperty());
    }

    private Optional<Treemap> map() {
      return model.treemap.get();
    }

    private Optional<Tile> tile(double x, double y) {
      return map().flatMap(map -> map.at(x - snappedLeftInset(), y - snappedTopInset()));
    }

    private void copyMenu() {
      CopyMenu menu = new CopyMenu(messages).onOpen(this::point);
      menu.copies("treemap.copy.tile", () -> textOf(focused).orElse(""));
      TensorCopies.addTo(menu, () -> focused.flatMap(model::tensor))
          .line()
          .does("treemap.open", () -> focused.ifPresent(this::open), () -> focused.isPresent())
          .does("treemap.out", model::zoomOut, () -> true)
          .installOn(this);
      ContextMenuAnchor.set(
          this,
          () ->
              focused
                  .map(Tile::area)
                  .map(area -> new Point2D(area.centerX(), area.centerY()))
                  .map(middle -> middle.add(snappedLeftInset(), snappedTopInset())));
    }

    private void point(ContextMenuEvent event) {
      if (!event.isKeyboardTrigger()) {
        focus(tile(event.getX(), event.getY()));
        focused.ifPresent(model::select);
      }
    }

    private Optional<String> textOf(Optional<Tile> tile) {
      return map().flatMap(map -> tile.map(there -> model.text(map, there)));
    }

    private void click(MouseEvent event) {
      requestFocus();
      if (event.getButton() != MouseButton.PRIMARY) {
        return;
      }
      Optional<Tile> tile = tile(event.getX(), event.getY());
      if (tile.isPresent()) {
        focus(tile);
        tile.ifPresent(event.getClickCount() == 2 ? this::open : model::select);
      }
    }

    private void open(Tile tile) {
      if (!model.zoomIn(tile) && model.tensor(tile).isPresent()) {
        model.select(tile);
        onNumbers.run();
      }
    }

    private void press(KeyEvent event) {
      switch (event.getCode()) {
        case LEFT -> step(-1, 0);
        case RIGHT -> step(1, 0);
        case UP -> step(0, -1);
        case DOWN -> step(0, 1);
        case HOME -> focus(map().flatMap(Treemap::largest));
        case SPACE -> focused.ifPresent(model::select);
        case ENTER -> focused.ifPresent(this::open);
        case BACK_SPACE -> model.zoomOut();
        default -> {
          return;
        }
      }
      event.consume();
    }

    private void step(int x, int y) {
      Optional<Treemap> map = map();
      if (map.isPresent()) {
        Optional<Tile> from = focused.or(() -> map.get().of(model.selectedNode()));
        focus(
            from.isEmpty() ? map.get().largest() : map.get().next(from.get(), x, y).or(() -> from));
      }
    }

    private void focus(Optional<Tile> tile) {
      focused = tile;
      redraw();
    }

    @Override
    protected void arrange(double width, double height) {
      model.setSize(width, height);
    }

    @Override
    protected void draw(GraphicsContext graphics, double width, double height) {
      graphics.setFont(FONT);
      graphics.setTextBaseline(VPos.CENTER);
      map()
          .ifPresent(
              map -> {
                map.tiles().forEach(tile -> paint(graphics, tile));
                map.of(model.selectedNode())
                    .ifPresent(tile -> outline(graphics, tile.area(), color(Ink.ACCENT), 2));
              });
      focused
          .filter(_ -> isFocused())
          .ifPresent(tile -> outline(graphics, tile.area(), color(Ink.TEXT), 1));
      Optional<String> said = textOf(focused).map(it -> messages.text("treemap.accessible.at", it));
      setAccessibleText(said.orElse(messages.text("treemap.accessible")));
    }

    private void paint(GraphicsContext graphics, Tile tile) {
      Area area = tile.area();
      boolean leaf = tile.dtype().isPresent();
      double gap = tile.depth() == 0 ? 1 : 0.5;
      double width = Math.max(0.5, area.width() - 2 * gap);
      double height = Math.max(0.5, area.height() - 2 * gap);
      double opacity = leaf ? LEAF_OPACITY : GROUND_OPACITY;
      for (Color fill : List.of(color(Ink.GROUND), colorOf(tile).deriveColor(0, 1, 1, opacity))) {
        graphics.setFill(fill);
        graphics.fillRect(area.x() + gap, area.y() + gap, width, height);
      }
      graphics.setFill(color(leaf ? Ink.TEXT : Ink.MUTED));
      label(graphics, model.label(tile), area);
    }

    private Color colorOf(Tile tile) {
      return model.coloring.get() == Coloring.GROUP
          ? color(DtypeStyles.group(tile.rank()))
          : color(tile.dtype().<Object>map(DtypeStyles::styleClass).orElse(Ink.LINE));
    }

    private static void label(GraphicsContext graphics, String whole, Area area) {
      double room = area.width() - 8;
      boolean cut = whole.length() * CHARACTER_WIDTH > room;
      if (cut && room < MIN_LABEL_WIDTH || area.height() < MIN_LABEL_HEIGHT) {
        return;
      }
      int characters = (int) (room / CHARACTER_WIDTH);
      String label =
          whole.length() <= characters
              ? whole
              : whole.substring(0, Math.max(1, characters - 1)) + "…";
      graphics.fillText(label, area.x() + 5, area.y() + Treemap.TITLE_HEIGHT / 2 + 1, room);
    }

    private static void outline(GraphicsContext graphics, Area area, Color color, double width) {
      double inset = width / 2 + 0.5;
      graphics.setStroke(color);
      graphics.setLineWidth(width);
      double across = Math.max(1, area.width() - 2 * inset);
      double down = Math.max(1, area.height() - 2 * inset);
      graphics.strokeRect(area.x() + inset, area.y() + inset, across, down);
    }
  }
}
