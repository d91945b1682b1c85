package io.github.tensorloupe.desktop.pane.tree;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.MenuItems;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.panel.SaveTargets;
import io.github.tensorloupe.desktop.control.table.TreePane;
import io.github.tensorloupe.desktop.control.table.TreeTable;
import io.github.tensorloupe.desktop.pane.tree.HealthCell.HealthText;
import io.github.tensorloupe.desktop.pane.tree.TreeFilter.HealthWord;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import org.controlsfx.control.textfield.CustomTextField;

/// The tensor tree with its filter field above and the number of tensors below.
public final class TensorTreeView extends TreePane {

  private final TensorTreeViewModel model;
  private final TreeMenu menu;
  private final TreeColumns columns;
  private final MenuButton chooser;

  public TensorTreeView(TensorTreeViewModel model, Messages messages) {
    super(
        "tree",
        "tree.filter.",
        new TreeTable("tensor-tree", messages.text("tree.column.name"), model),
        model.filterText,
        messages);
    this.model = model;
    setMinWidth(TreeColumns.MIN_WIDTH);
    menu = new TreeMenu(table, model, messages);
    HealthText health = new HealthText(model, messages);
    columns = new TreeColumns(table, model, health, messages);
    columns.hideSomeWhile(
        widthProperty()
            .map(
                width ->
                    width.doubleValue() > 0 && width.doubleValue() < TreeColumns.WIDTH_FOR_ALL));
    buildTable(health);
    chooser = chooser(columns.columnItems("choose-"));
    setTop(new FilterBar(model, filter, chooser, messages));
    setBottom(footer(state()));
  }

  /// Scrolls to the selected row, clearing the filter if it hides the row, and moves the keyboard
  /// focus there.
  public void showSelected() {
    model.unhideSelected();
    focusRows();
  }

  /// Returns the column layout and the sort order of the rows.
  public TableLayout columns() {
    return columns.layout();
  }

  public void arrangeColumns(TableLayout layout) {
    columns.arrange(layout);
  }

  public void sortBy(TableLayout.Sort sort) {
    columns.sort(sort);
  }

  /// Adds actions for exporting the marked or shown tensors to the context menu of the rows.
  ///
  /// @param onExport receives the tensors in checkpoint order
  /// @param targets supplies the save dialog for the table of the shown tensors
  /// @param places menu items that show the marked row in other panes
  public void setOnExport(
      Consumer<List<TensorRef>> onExport, SaveTargets targets, List<MenuItem> places) {
    menu.offer(onExport, tableItems("tree-table-", targets), places);
    chooser.getItems().add(new SeparatorMenuItem());
    chooser.getItems().addAll(tableItems("choose-table-", targets));
  }

  private List<MenuItem> tableItems(String idPrefix, SaveTargets targets) {
    return Stream.of("csv", "json").map(format -> tableItem(idPrefix, format, targets)).toList();
  }

  private MenuItem tableItem(String idPrefix, String format, SaveTargets targets) {
    MenuItem item =
        MenuItems.of(
            idPrefix + format,
            messages.text("tree.menu.table", format.toUpperCase(Locale.ROOT)),
            () ->
                model
                    .suggestedTable(format)
                    .flatMap(targets::chooseTarget)
                    .ifPresent(file -> model.saveTable(file, columns.shownFigures())));
    item.disableProperty().bind(model.matchCount.isEqualTo(0));
    return item;
  }

  /// Returns the tensors at or below the marked row, or all shown tensors if no row is marked.
  public List<TensorRef> markedTensors() {
    return table.marked().map(model::shownTensors).orElseGet(model::shownTensors);
  }

  private Hyperlink state() {
    count
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> {
                  int all = model.tensorCount();
                  int matching = model.matchCount.get();
                  String shown = messages.count(matching);
                  String words =
                      matching == all
                          ? messages.count("tree.count", all)
                          : messages.text("tree.count.filtered", shown, messages.count(all));
                  int absent = model.absentCount();
                  return absent == 0 ? words : words + messages.count("tree.count.absent", absent);
                },
                model.matchCount,
                model.document));
    Hyperlink state = PanelParts.named(new Hyperlink(), "tree-figures", "caption");
    Tips.explain(state, messages.text("tree.figures.tip"));
    state.setOnAction(_ -> model.figures.want());
    Runnable updateState =
        () -> {
          boolean isNeeded = !columns.shownFigures().isEmpty() || model.needsFigures();
          state.setText(isNeeded ? model.figures.stateText() : "");
          PanelParts.setShown(state, !state.getText().isEmpty());
        };
    WeakSubscriptions.of(this).subscribe(model.figures.revision, _ -> updateState.run());
    WeakSubscriptions.of(this).subscribe(model.filterText, _ -> updateState.run());
    return state;
  }

  private void buildTable(HealthText health) {
    placeholder()
        .textProperty()
        .bind(
            Bindings.createStringBinding(
                () -> model.document.get().map(this::emptySentence).orElse(""),
                model.filterText,
                model.document));
    table.setRowFactory(_ -> new TensorRow(health));
    WeakSubscriptions.of(this).subscribe(model.document, _ -> table.getSortOrder().clear());
  }

  private String emptySentence(FileDocument document) {
    if (!document.checkpoint().tensors().isEmpty()) {
      return messages.text("tree.no-match");
    }
    boolean unreadable =
        document.checkpoint().files().stream().anyMatch(file -> !file.reading().headerParsed());
    return messages.text(unreadable ? "tree.no-readable-tensors" : "tree.no-tensors");
  }

  private final class TensorRow extends TreeRow {

    private static final PseudoClass ABSENT = PseudoClass.getPseudoClass("absent");

    TensorRow(HealthText health) {
      super(
          node -> model.hasNode(node) ? tip(node, health) : "",
          node -> model.hasNode(node) && model.tree().isGroup(node));
    }

    @Override
    protected void updateItem(Integer node, boolean empty) {
      super.updateItem(node, empty);
      boolean isNode = !empty && node != null && model.hasNode(node);
      pseudoClassStateChanged(ABSENT, isNode && model.isAbsent(node));
    }
  }

  private String tip(int node, HealthText health) {
    List<String> lines = new ArrayList<>();
    Optional<TensorInfo> tensor = model.tensorOf(node).map(TensorRef::info);
    Optional<TensorUnit> joined = model.joinedAt(node);
    joined.ifPresent(
        it -> {
          lines.add(DisplayText.of(it.name()));
          lines.add(messages.sentence(it.sentence()));
        });
    lines.add(DisplayText.of(tensor.map(TensorInfo::name).orElse(model.tree().path(node))));
    tensor.ifPresent(
        info -> {
          lines.add(info.dtype() + "  " + messages.shape(info.shape()));
          lines.add(messages.exactBytes(info.clampedByteCount()));
          lines.add(messages.dtype(info.dtype()));
        });
    Stream.of(health.of(node)).filter(it -> !it.isEmpty()).forEach(lines::add);
    return String.join("\n", lines);
  }

  /// The filter field with its buttons. While the user types `health:`, the possible words are
  /// shown below.
  private static final class FilterBar extends GridPane {

    private final CustomTextField filter;
    private final FlowPane hints = PanelParts.named(new FlowPane(4, 4), "tree-filter-hints");
    private final Messages messages;

    FilterBar(TensorTreeViewModel model, CustomTextField filter, Node chooser, Messages messages) {
      this.filter = filter;
      setHgap(6);
      setVgap(8);
      this.messages = messages;
      getStyleClass().add("filter-bar");
      filter
          .focusedProperty()
          .subscribe(
              focused -> {
                if (focused) {
                  model.prepareFilter();
                }
              });
      hints.getStyleClass().add("filter-hints");
      hints.managedProperty().bind(hints.visibleProperty());
      filter.textProperty().subscribe(this::show);
      GridPane.setHgrow(filter, Priority.ALWAYS);
      // The words follow the field in focus traversal.
      add(filter, 0, 0);
      add(hints, 0, 1, 2, 1);
      add(chooser, 1, 0);
    }

    private void show(String text) {
      Set<HealthWord> words = wordsFor(text.substring(text.lastIndexOf(' ') + 1));
      hints.setVisible(!words.isEmpty());
      hints.getChildren().setAll(words.stream().map(this::hint).toList());
    }

    /// Returns the matching words; empty if a word is complete.
    private static Set<HealthWord> wordsFor(String typed) {
      String lower = typed.toLowerCase(Locale.ROOT);
      if (!lower.startsWith(TreeFilter.HEALTH)) {
        return Set.of();
      }
      String begun = lower.substring(TreeFilter.HEALTH.length());
      Set<HealthWord> words = HealthWord.beginningWith(begun);
      boolean isWhole = words.stream().map(HealthWord::spelling).toList().equals(List.of(begun));
      return isWhole ? Set.of() : words;
    }

    private Button hint(HealthWord word) {
      String text = word.spelling();
      Button button = PanelParts.button("tree-filter-hint-" + text, text, () -> complete(word));
      button.getStyleClass().add("small");
      Tips.explain(button, messages.text("tree.filter." + text));
      return button;
    }

    private void complete(HealthWord word) {
      String text = filter.getText();
      String before = text.substring(0, text.lastIndexOf(' ') + 1);
      filter.requestFocus();
      filter.setText(before + TreeFilter.HEALTH + word.spelling());
      filter.end();
    }
  }
}
