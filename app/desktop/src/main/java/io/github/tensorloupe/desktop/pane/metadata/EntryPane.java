package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import atlantafx.base.controls.Spacer;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.DividerKeys;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.text.Messages;
import javafx.scene.control.Label;

/// The table of entries with its toolbar, and the details of the selected entry.
final class EntryPane extends SplitPane {

  /// The actions whose shortcuts work anywhere in the pane.
  private static final Set<String> PANE_ACTIONS = Set.of("add", "undo", "redo");

  private static final double HEIGHT_FOR_ALL = 340;
  private static final double HEIGHT_FOR_HEAD = 220;
  private static final double HEIGHT_FOR_TOOLS = 140;

  enum Form {
    SIDE_BY_SIDE(Orientation.HORIZONTAL, 0.5, 150, 96),
    STACKED(Orientation.VERTICAL, 0.56, 150, 96),
    /// Without the explanation of the key.
    LOW(Orientation.VERTICAL, 0.5, 48, 40),
    /// For small heights: a few rows, the toolbar, and one or two lines of the value as text. The
    /// table row shows the key.
    SQUEEZED(Orientation.VERTICAL, 0.73, 28, 28);

    private final Orientation orientation;
    private final double share;

    /// Minimum heights of the value: in any form, and as text.
    final double minBodyHeight;

    final double minTextHeight;

    Form(Orientation orientation, double share, double minBodyHeight, double minTextHeight) {
      this.orientation = orientation;
      this.share = share;
      this.minBodyHeight = minBodyHeight;
      this.minTextHeight = minTextHeight;
    }

    static Form stackedIn(double height) {
      return height < HEIGHT_FOR_HEAD ? SQUEEZED : height < HEIGHT_FOR_ALL ? LOW : STACKED;
    }
  }

  private final MetadataViewModel model;
  private final Messages messages;
  private final EntryActions actions;
  final MetadataTable table;
  private final EntryDetailPane detail;
  private final HBox tools;
  private Optional<Form> form = Optional.empty();
  private boolean isWide;

  EntryPane(MetadataViewModel model, Messages messages, Supplier<FileDialogs> dialogs) {
    this.model = model;
    this.messages = messages;
    this.detail = new EntryDetailPane(model, messages, dialogs);
    this.table = new MetadataTable(model, messages, detail::editText);
    new TableColumns<>(table).recordDraggedWidths();
    setMinSize(0, 0);
    this.actions = new EntryActions(model, table, messages);
    TableColumns.setRowMenu(table, actions.contextMenu());
    table.addEventHandler(
        KeyEvent.KEY_PRESSED,
        event -> {
          if (table.getEditingCell() == null) {
            actions.handle(event, _ -> true);
          }
        });
    tools = toolbar();
    VBox list = new VBox();
    RemovedBar removed = new RemovedBar("metadata-removed", model, messages, table::requestFocus);
    PanelParts.fill(list, table, removed, tools);
    list.setMinSize(0, 0);
    VBox.setVgrow(table, Priority.ALWAYS);
    // Fills the available space, and scrolls if that is too low.
    ScrollPane scroll = new ScrollPane(detail);
    scroll.setFitToWidth(true);
    scroll.setFitToHeight(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    scroll.setMinSize(0, 0);
    getItems().setAll(list, scroll);
    DividerKeys.on(this, messages.text("divider.metadata"));
    heightProperty().subscribe(_ -> updateForm());
  }

  void add() {
    actions.addEntry();
  }

  /// Runs actions whose shortcuts work in the whole pane, unless a field consumed the key.
  void keyPressed(KeyEvent event) {
    actions.handle(event, PANE_ACTIONS::contains);
  }

  void arrange(boolean sideBySide) {
    isWide = sideBySide;
    updateForm();
  }

  // The divider is reset only when the form changes, so that it stays where the user put it.
  private void updateForm() {
    Form newForm = isWide ? Form.SIDE_BY_SIDE : Form.stackedIn(getHeight());
    PanelParts.setShown(tools, isWide || getHeight() >= HEIGHT_FOR_TOOLS);
    if (getHeight() > 0 && !form.equals(Optional.of(newForm))) {
      form = Optional.of(newForm);
      detail.setForm(newForm);
      setOrientation(newForm.orientation);
      setDividerPositions(newForm.share);
    }
  }

  /// Creates the row below the table: buttons, the number of bytes reserved for later edits, and
  /// the number of entries.
  private HBox toolbar() {
    EntryRows rows = model.rows;
    Label count = PanelParts.named(PanelParts.uncut("", "caption"), "metadata-count");
    count
        .textProperty()
        .bind(Bindings.createStringBinding(this::countText, rows.shown, rows.count));
    Label reserve = PanelParts.named(new Label(), "metadata-reserve", "caption");
    reserve.setMinWidth(0);
    WeakSubscriptions.of(this)
        .subscribe(
            rows.reserve,
            bytes -> {
              String room = messages.exactBytes(bytes.intValue());
              reserve.setText(messages.text("metadata.reserve", room) + "  · ");
              PanelParts.setShown(reserve, bytes.intValue() > 0);
            });
    HBox bar = PanelParts.row(2);
    bar.getStyleClass().add("metadata-toolbar");
    List<Node> nodes = bar.getChildren();
    Stream.of("add", "duplicate", "delete", "up", "down").map(actions::button).forEach(nodes::add);
    nodes.add(new Separator(Orientation.VERTICAL));
    nodes.addAll(List.of(actions.button("undo"), actions.button("redo")));
    nodes.addAll(List.of(new Spacer(), reserve, count));
    return bar;
  }

  private String countText() {
    int shown = model.rows.shown.size();
    int all = model.rows.count.get();
    return shown == all
        ? messages.count("metadata.count", all)
        : messages.text("metadata.count.filtered", messages.count(shown), messages.count(all));
  }
}
