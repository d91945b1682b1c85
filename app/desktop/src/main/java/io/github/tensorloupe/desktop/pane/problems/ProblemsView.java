package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.QuotedText;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel.Row;
import io.github.tensorloupe.desktop.selection.DocumentHealth;
import io.github.tensorloupe.desktop.selection.FileDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;
import org.kordamp.ikonli.javafx.FontIcon;

/// The list of findings. Selecting a finding moves to its tensor or bytes.
final class ProblemsView extends StackPane {

  /// True while the pane is visible. Otherwise the list is empty, because its layout would slow
  /// down a running scan.
  final BooleanProperty active = new SimpleBooleanProperty(true);

  private final ProblemsViewModel model;
  private final Messages messages;
  private final Map<Severity, ToggleButton> toggles = new EnumMap<>(Severity.class);
  private final ListView<Row> list = new ListView<>();
  private final Label hint =
      PanelParts.named(PanelParts.wrapping("", "muted"), "problems-none-hint");
  private final VBox content;
  private final VBox healthy;
  private Optional<Row> selected = Optional.empty();

  /// @param remedies creates a control that fixes a finding, if available
  /// @param onValues shows the values of the selection
  ProblemsView(
      ProblemsViewModel model,
      Function<FindingCode, Optional<Node>> remedies,
      Runnable onValues,
      Messages messages) {
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "problems-view", "problems-view");
    buildList(remedies, onValues);
    content = new VBox(bar(), list);
    VBox.setVgrow(list, Priority.ALWAYS);
    healthy = healthy();
    PanelParts.fill(this, content, healthy);
    // Added after the list's own listener, which clears the selection.
    WeakSubscriptions.of(this).changes(model.rows, this::restoreSelection);
    WeakSubscriptions.of(this).subscribe(model.results.healthProperty(), this::showHealth);
    model
        .selectionValues()
        .forEach(value -> WeakSubscriptions.of(this).subscribe(value, _ -> updateSelection()));
    active.subscribe(_ -> showList());
  }

  private void showList() {
    if (active.get()) {
      list.setItems(model.rows);
      restoreSelection();
      int index = list.getSelectionModel().getSelectedIndex();
      if (index >= 0) {
        list.scrollTo(index);
      }
    } else {
      list.setItems(FXCollections.observableArrayList());
    }
    updateSelection();
  }

  private void updateSelection() {
    if (!active.get()) {
      return;
    }
    List<FindingCell> cells =
        list.lookupAll(".finding-cell").stream()
            .filter(FindingCell.class::isInstance)
            .map(FindingCell.class::cast)
            .toList();
    cells.forEach(FindingCell::markConcerned);
    model
        .firstAboutSelection()
        .filter(at -> cells.stream().noneMatch(it -> !it.isEmpty() && it.getIndex() == at))
        .ifPresent(list::scrollTo);
  }

  private FlowPane bar() {
    FlowPane bar = new FlowPane(8, 8);
    bar.getStyleClass().add("problems-bar");
    for (Severity severity : Severity.values()) {
      ToggleButton toggle =
          PanelParts.named(
              new ToggleButton(null, Tone.of(severity).icon()),
              "problems-" + severity.spelling(),
              "problems-toggle",
              "small");
      Tips.explain(toggle, messages.text("problems." + severity.spelling() + ".tip"));
      toggle.selectedProperty().bindBidirectional(model.toggles.get(severity));
      toggles.put(severity, toggle);
      bar.getChildren().add(toggle);
    }
    return bar;
  }

  private void buildList(Function<FindingCode, Optional<Node>> remedies, Runnable onValues) {
    PanelParts.named(list, "problems-list", "edge-to-edge");
    list.setAccessibleText(messages.text("problems.list"));
    Consumer<LocatedFinding> showValue =
        located -> {
          model.rows.stream()
              .filter(row -> row instanceof Row.Single(var each, _) && each.equals(located))
              .findFirst()
              .ifPresent(row -> list.getSelectionModel().select(row));
          model.goTo(located);
          onValues.run();
        };
    list.setCellFactory(_ -> cell(new FindingCell(model, remedies, showValue, messages)));
    list.setPlaceholder(PanelParts.label(messages.text("problems.all-hidden"), "muted"));
    list.getSelectionModel().selectedItemProperty().subscribe(this::select);
    menu().installOn(list);
    list.setOnKeyPressed(this::press);
  }

  private FindingCell cell(FindingCell cell) {
    cell.setOnMouseClicked(
        event -> {
          if (event.getButton() == MouseButton.PRIMARY
              && cell.getItem() instanceof Row.Group group) {
            open(group, !group.isOpen());
          }
        });
    return cell;
  }

  private void press(KeyEvent event) {
    Row row = list.getSelectionModel().getSelectedItem();
    switch (event.getCode()) {
      case ENTER, SPACE -> {
        if (row instanceof Row.Group group) {
          open(group, !group.isOpen());
          event.consume();
        } else if (event.getCode() == KeyCode.ENTER) {
          marked().ifPresent(model::goTo);
        }
      }
      case RIGHT, LEFT -> {
        if (row != null && open(row, event.getCode() == KeyCode.RIGHT)) {
          event.consume();
        }
      }
      default -> {}
    }
  }

  /// Opens or closes the group of a row and selects it. Returns whether anything changed.
  private boolean open(Row row, boolean open) {
    Optional<Row> group = model.open(row, open);
    group.ifPresent(
        now -> {
          selected = group;
          list.getSelectionModel().clearAndSelect(model.rows.indexOf(now));
          if (!open) {
            list.scrollTo(now);
          }
        });
    return group.isPresent();
  }

  // Ignores a selection that was only restored.
  private void select(Row row) {
    if (row != null && selected.filter(before -> isSame(row, before)).isEmpty()) {
      selected = Optional.of(row);
      if (row instanceof Row.Single(var located, _)) {
        model.goTo(located);
      }
    }
  }

  private void restoreSelection() {
    int index = selected.map(this::place).orElse(-1);
    if (index < 0) {
      selected = Optional.empty();
      list.getSelectionModel().clearSelection();
    } else if (active.get() && list.getSelectionModel().getSelectedIndex() != index) {
      selected = Optional.of(model.rows.get(index));
      list.getSelectionModel().clearAndSelect(index);
    }
  }

  private int place(Row wanted) {
    return IntStream.range(0, model.rows.size())
        .filter(i -> isSame(model.rows.get(i), wanted))
        .findFirst()
        .orElse(-1);
  }

  // A group remains the same when it grows, and a finding when it becomes part of a group.
  private static boolean isSame(Row row, Row wanted) {
    return switch (row) {
      case Row.Group(var group, _) ->
          wanted instanceof Row.Group(var before, _) && group.kind().equals(before.kind());
      case Row.Single(var located, _) ->
          wanted instanceof Row.Single(var before, _) && located.equals(before);
      case Row.More _ -> row.equals(wanted);
    };
  }

  private VBox healthy() {
    Label title = PanelParts.wrapping(messages.text("problems.none"), "heading");
    title.setId("problems-none");
    FontIcon icon = Icons.of(Feather.CHECK_CIRCLE, "icon-large", "icon-success");
    VBox box = new VBox(12, icon, title, hint);
    box.getStyleClass().add("empty-state");
    box.setAlignment(Pos.CENTER);
    return box;
  }

  private void showHealth(Optional<DocumentHealth> health) {
    restoreSelection();
    for (Severity severity : Severity.values()) {
      long count = health.map(it -> it.count(severity)).orElse(0L);
      ToggleButton toggle = toggles.get(severity);
      toggle.setText(messages.count("problems." + severity.spelling(), count));
      toggle.setDisable(count == 0);
    }
    boolean isHealthy = health.filter(it -> it.groups().isEmpty()).isPresent();
    content.setVisible(health.isPresent() && !isHealthy);
    healthy.setVisible(isHealthy);
    health.map(DocumentHealth::scan).ifPresent(scan -> hint.setText(hint(scan)));
  }

  private String hint(ScanState scan) {
    return scan instanceof ScanState.Failed(String sentence, Throwable _)
        ? DisplayText.of(sentence)
        : messages.text("problems.none." + scan.key());
  }

  private Optional<LocatedFinding> marked() {
    return list.getSelectionModel().getSelectedItem() instanceof Row.Single(var located, _)
        ? Optional.of(located)
        : Optional.empty();
  }

  private CopyMenu menu() {
    return new CopyMenu(messages)
        .copies("problems.copy.sentence", this::markedSentence)
        .copies("problems.copy.code", text(each -> each.finding().code().spelling()))
        .copies("problems.copy.json", text(ProblemsView::json))
        .copies(
            "problems.copy.all",
            () -> model.visible().map(ProblemsView::row).collect(Collectors.joining("\n")))
        .copies("problems.copy.command", text(ProblemsView::command))
        .line()
        .does("problems.go", () -> marked().ifPresent(model::goTo), () -> marked().isPresent());
  }

  private String markedSentence() {
    return list.getSelectionModel().getSelectedItem() instanceof Row.Group(var group, _)
        ? group.title().toString()
        : marked().map(each -> each.finding().message()).orElse("");
  }

  private Supplier<String> text(Function<LocatedFinding, String> text) {
    return () -> marked().map(text).orElse("");
  }

  private static String row(LocatedFinding located) {
    Finding finding = located.finding();
    return String.join(
        "\t",
        finding.severity().spelling(),
        finding.code().spelling(),
        finding.tensor().orElse(""),
        finding.message());
  }

  // The same JSON object as in the output of the command line.
  private static String json(LocatedFinding located) {
    Finding finding = located.finding();
    return "{\"code\":\"%s\",\"severity\":\"%s\",\"message\":%s,\"tensor\":%s,\"begin\":%s,\"end\":%s}"
        .formatted(
            finding.code().spelling(),
            finding.severity().spelling(),
            QuotedText.json(finding.message()),
            finding.tensor().map(QuotedText::json).orElse("null"),
            finding.range().map(ByteRange::begin).map(String::valueOf).orElse("null"),
            finding.range().map(ByteRange::end).map(String::valueOf).orElse("null"));
  }

  private static String command(LocatedFinding located) {
    return located
        .file()
        .map(file -> file.path().toAbsolutePath().normalize().toString())
        .map(path -> "tensorloupe check --values " + QuotedText.shell(path))
        .orElse("");
  }
}
