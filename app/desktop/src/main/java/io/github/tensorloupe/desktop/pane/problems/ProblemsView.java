package io.github.tensorloupe.desktop.pane.problems;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.control.copy.JsonText;
import io.github.tensorloupe.desktop.control.copy.ShellText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.selection.OpenDocument.LocatedFinding;
import io.github.tensorloupe.desktop.selection.ScanResults.ScanState;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import java.nio.file.Path;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The list of findings; selecting one goes to its tensor or bytes.
public final class ProblemsView extends StackPane {

  private final ProblemsViewModel model;
  private final Messages messages;
  private final Map<Severity, ToggleButton> toggles = new EnumMap<>(Severity.class);
  private final ListView<LocatedFinding> list = new ListView<>();
  private final Label leftOut = new Label();
  private final Label hint = new Label();
  private final VBox content;
  private final VBox healthy;
  private final BooleanProperty active = new SimpleBooleanProperty(true);
  private Optional<LocatedFinding> selected = Optional.empty();
  private Function<FindingCode, Optional<Node>> remedies = _ -> Optional.empty();
  private Runnable onValues = () -> {};

  /// @param model what is shown
  public ProblemsView(ProblemsViewModel model, Messages messages) {
    this.model = model;
    this.messages = messages;
    setId("problems-view");
    getStyleClass().add("problems-view");
    getStylesheets()
        .add(
            Objects.requireNonNull(ProblemsView.class.getResource("problems.css"))
                .toExternalForm());
    buildList();
    content = new VBox(bar(), list, leftOut);
    VBox.setVgrow(list, Priority.ALWAYS);
    healthy = healthy();
    getChildren().setAll(content, healthy);
    leftOut.setId("problems-left-out");
    leftOut.getStyleClass().addAll("caption", "problems-left-out");
    Following.of(this).subscribe(model.documentProperty(), _ -> showCounts());
    // After the list itself, which clears its selection.
    Following.of(this).changes(model.shown(), this::showCounts);
    Following.of(this).subscribe(model.revisionProperty(), _ -> showCounts());
    Following.of(this).subscribe(model.scanStateProperty(), this::showHint);
    model.onSelection(Following.of(this).weakly(this::followSelection));
    active.subscribe(_ -> showList());
  }

  /// @param newRemedies makes a control that fixes a finding, if there is one
  public void setRemedies(Function<FindingCode, Optional<Node>> newRemedies) {
    remedies = newRemedies;
  }

  /// @param action shows the values of what is selected
  public void setOnValues(Runnable action) {
    onValues = action;
  }

  /// True while the pane is visible. Otherwise the list is empty, as its layout would slow down a
  /// running scan.
  public BooleanProperty activeProperty() {
    return active;
  }

  private void showList() {
    if (active.get()) {
      list.setItems(model.shown());
      keepSelected();
      int index = list.getSelectionModel().getSelectedIndex();
      if (index >= 0) {
        list.scrollTo(index);
      }
    } else {
      list.setItems(FXCollections.observableArrayList());
    }
    followSelection();
  }

  /// Marks the findings of the selection and scrolls to the first one.
  private void followSelection() {
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
        .ifPresent(
            first -> {
              if (cells.stream().noneMatch(cell -> !cell.isEmpty() && cell.getIndex() == first)) {
                list.scrollTo(first);
              }
            });
  }

  private FlowPane bar() {
    FlowPane bar = new FlowPane(8, 8);
    bar.getStyleClass().add("problems-bar");
    for (Severity severity : Severity.values()) {
      ToggleButton toggle = new ToggleButton(null, FindingCell.icon(severity));
      toggle.setId("problems-" + severity.word());
      toggle.getStyleClass().addAll("problems-toggle", "small");
      String meaning = messages.text("problems." + severity.word() + ".tip");
      Tips.explain(toggle, meaning);
      toggle.setAccessibleHelp(meaning);
      toggle.selectedProperty().bindBidirectional(model.shownProperty(severity));
      toggles.put(severity, toggle);
      bar.getChildren().add(toggle);
    }
    return bar;
  }

  private void buildList() {
    list.setId("problems-list");
    list.setAccessibleText(messages.text("problems.list"));
    list.getStyleClass().add("edge-to-edge");
    list.setCellFactory(
        _ -> new FindingCell(model, code -> remedies.apply(code), this::showValue, messages));
    Label nothing = new Label(messages.text("problems.all-hidden"));
    nothing.getStyleClass().add("muted");
    list.setPlaceholder(nothing);
    list.getSelectionModel()
        .selectedItemProperty()
        .subscribe(located -> Optional.ofNullable(located).ifPresent(this::select));
    FindingCopies.menu(model, list, messages).installOn(list);
    list.setOnKeyPressed(
        event -> {
          if (event.getCode() == KeyCode.ENTER) {
            goToSelected();
          }
        });
  }

  private void showValue(LocatedFinding located) {
    list.getSelectionModel().select(located);
    model.goTo(located);
    onValues.run();
  }

  private void goToSelected() {
    Optional.ofNullable(list.getSelectionModel().getSelectedItem()).ifPresent(model::goTo);
  }

  /// Ignores a selection that was only restored.
  private void select(LocatedFinding located) {
    if (!selected.equals(Optional.of(located))) {
      selected = Optional.of(located);
      model.goTo(located);
    }
  }

  private void keepSelected() {
    int index = selected.map(model.shown()::indexOf).orElse(-1);
    if (index < 0) {
      selected = Optional.empty();
      list.getSelectionModel().clearSelection();
    } else if (active.get() && list.getSelectionModel().getSelectedIndex() != index) {
      list.getSelectionModel().clearAndSelect(index);
    }
  }

  private VBox healthy() {
    Label title = new Label(messages.text("problems.none"));
    title.setId("problems-none");
    title.getStyleClass().add("heading");
    hint.setId("problems-none-hint");
    hint.getStyleClass().add("muted");
    for (Label label : new Label[] {title, hint}) {
      label.setWrapText(true);
      label.setMinHeight(Region.USE_PREF_SIZE);
    }
    VBox box = new VBox(12, Icons.of(Feather.CHECK_CIRCLE, "icon-large", "icon-success"));
    box.getChildren().addAll(title, hint);
    box.getStyleClass().add("empty-state");
    box.setAlignment(Pos.CENTER);
    return box;
  }

  private void showHint(ScanState state) {
    hint.setText(
        switch (state) {
          case ScanState.NotStarted _ -> messages.text("problems.none.not-scanned");
          case ScanState.Running _ -> messages.text("problems.none.scanning");
          case ScanState.Stopped _ -> messages.text("problems.none.stopped");
          case ScanState.Failed(String sentence, Throwable _) -> DisplayText.of(sentence);
          case ScanState.Done _ -> messages.text("problems.none.scanned");
        });
  }

  private void showCounts() {
    keepSelected();
    boolean open = model.documentProperty().get().isPresent();
    boolean none = true;
    for (Severity severity : Severity.values()) {
      long count = model.count(severity);
      none &= count == 0;
      ToggleButton toggle = toggles.get(severity);
      toggle.setText(textOf(severity, count));
      toggle.setDisable(count == 0);
    }
    content.setVisible(open && !none);
    healthy.setVisible(open && none);
    leftOut.setText(messages.text("problems.left-out", Figures.count(model.leftOut())));
    PanelParts.setShown(leftOut, model.leftOut() > 0);
  }

  private String textOf(Severity severity, long count) {
    String key = "problems." + severity.word();
    return count == 1 ? messages.text(key + ".one") : messages.text(key, Figures.count(count));
  }

  /// The context menu of a finding.
  private static final class FindingCopies {

    private FindingCopies() {}

    /// The menu of the selected finding.
    static CopyMenu menu(
        ProblemsViewModel model, ListView<LocatedFinding> list, Messages messages) {
      Supplier<Optional<LocatedFinding>> marked =
          () -> Optional.ofNullable(list.getSelectionModel().getSelectedItem());
      return new CopyMenu(messages)
          .copies("problems.copy.sentence", text(marked, each -> each.finding().message()))
          .copies("problems.copy.code", text(marked, each -> each.finding().code().spelling()))
          .copies("problems.copy.json", text(marked, FindingCopies::json))
          .copies(
              "problems.copy.all",
              () ->
                  list.getItems().stream()
                      .map(FindingCopies::row)
                      .collect(Collectors.joining("\n")))
          .copies("problems.copy.command", text(marked, FindingCopies::command))
          .line()
          .does(
              "problems.go",
              () -> marked.get().ifPresent(model::goTo),
              () -> marked.get().isPresent());
    }

    private static Supplier<String> text(
        Supplier<Optional<LocatedFinding>> marked, Function<LocatedFinding, String> text) {
      return () -> marked.get().map(text).orElse("");
    }

    /// Severity, code, tensor and sentence, separated by tabs.
    static String row(LocatedFinding located) {
      Finding finding = located.finding();
      return String.join(
          "\t",
          finding.severity().word(),
          finding.code().spelling(),
          finding.tensor().orElse(""),
          finding.message());
    }

    /// The JSON object of the command line.
    static String json(LocatedFinding located) {
      Finding finding = located.finding();
      return "{\"code\":\"%s\",\"severity\":\"%s\",\"message\":%s,\"tensor\":%s,\"begin\":%s,\"end\":%s}"
          .formatted(
              finding.code().spelling(),
              finding.severity().word(),
              JsonText.of(finding.message()),
              finding.tensor().map(JsonText::of).orElse("null"),
              finding.range().map(ByteRange::begin).map(String::valueOf).orElse("null"),
              finding.range().map(ByteRange::end).map(String::valueOf).orElse("null"));
    }

    private static String command(LocatedFinding located) {
      return located
          .file()
          .map(file -> file.path().toAbsolutePath().normalize())
          .map(Path::toString)
          .map(path -> "tensorloupe check --values " + ShellText.of(path))
          .orElse("");
    }
  }
}
