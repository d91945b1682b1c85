package io.github.tensorloupe.desktop.pane.comparison.summary;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.Figures;
import io.github.tensorloupe.compare.Likeness;
import io.github.tensorloupe.compare.report.HeaderDifference;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.command.Commands;
import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.error.FeedbackLine;
import io.github.tensorloupe.desktop.pane.ComparisonContext;
import io.github.tensorloupe.desktop.pane.ComparisonDescriptor;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.comparison.summary.SummaryViewModel.Count;
import io.github.tensorloupe.desktop.pane.comparison.summary.SummaryViewModel.Summary;
import io.github.tensorloupe.desktop.selection.OpenComparison;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ShardSet;
import java.nio.file.Path;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The page that a comparison opens with.
public final class SummaryView extends StackPane {

  public static final ComparisonDescriptor DESCRIPTOR =
      new ComparisonDescriptor("summary", Command.SHOW_OVERVIEW, SummaryView::pane);

  private static final double GAP = 16;
  private static final String NONE = "–";
  private static final double FIGURE_WIDTH = 78;
  private static final double WIDTH_FOR_ALL_FIGURES = 620;
  private static final double HEADER_KEY_WIDTH = 180;

  private final SummaryViewModel model;
  private final Supplier<FileDialogs> dialogs;
  private final Messages messages;
  private final Label verdict =
      PanelParts.named(PanelParts.wrapping("", "heading"), "compare-verdict");
  private final VBox likeness = PanelParts.named(new VBox(4), "compare-likeness");
  private final FlowPane counts = PanelParts.named(new FlowPane(8, 8), "compare-counts");
  private final Map<String, Button> countButtons = new LinkedHashMap<>();
  private final VBox worst = new VBox(2);
  private final VBox worstCard;
  private List<Integer> shownWorst = List.of();
  private final GridPane headers = new GridPane();
  private final VBox headersCard;

  SummaryView(
      SummaryViewModel model, Supplier<FileDialogs> dialogs, Commands commands, Messages messages) {
    this.model = model;
    this.dialogs = dialogs;
    this.messages = messages;
    PanelParts.named(this, "compare-summary", "compare-summary");
    Themes.style(this, SummaryView.class, "summary.css");
    VBox what = new VBox(10, verdict, likeness, counts);
    worstCard = card("worst", worst);
    PanelParts.setShown(worstCard, false);
    headersCard = card("headers", headers);
    prepareHeaders();
    VBox page =
        new VBox(
            GAP,
            paths(),
            actions(commands),
            new FeedbackLine("compare-feedback", model.feedbackProperty(), messages),
            what,
            notes(),
            worstCard,
            headersCard);
    page.getStyleClass().add("compare-page");
    page.setMinWidth(0);
    ScrollPane scroll = new ScrollPane(page);
    scroll.setId("compare-summary-scroll");
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    getChildren().setAll(scroll);
    Following.of(this).subscribe(model.summaryProperty(), it -> it.ifPresent(this::show));
    Following.of(this).subscribe(model.headersProperty(), this::show);
  }

  private static DocumentPane pane(ComparisonContext context) {
    SummaryViewModel model = new SummaryViewModel(context);
    return shown -> {
      model.activeProperty().bind(shown);
      return new SummaryView(model, context.dialogs(), context.commands(), context.messages());
    };
  }

  private VBox card(String name, Node content) {
    VBox card = PanelParts.section(messages.text("compare.summary." + name), content);
    card.getStyleClass().add("card");
    return PanelParts.named(card, "compare-" + name);
  }

  /// A name that both have stands once, and of the paths the part that differs.
  private VBox paths() {
    Path a = path(model.comparison().a().checkpoint());
    Path b = path(model.comparison().b().checkpoint());
    int shared = 0;
    int most = Math.min(a.getNameCount(), b.getNameCount()) - 1;
    while (shared < most && a.getName(shared).equals(b.getName(shared))) {
      shared++;
    }
    boolean hasOneName = a.getFileName().equals(b.getFileName());
    int kept = hasOneName && !a.equals(b) ? 1 : 0;
    VBox lines = new VBox(4);
    if (hasOneName) {
      lines.getChildren().add(PanelParts.wrapping(PathText.of(a.getFileName()), "title"));
    }
    lines.getChildren().addAll(path("A", a, shared, kept), path("B", b, shared, kept));
    if (shared > 0) {
      String folder = PathText.of(a.getRoot().resolve(a.subpath(0, shared)));
      Label in = PanelParts.elastic(messages.text("compare.summary.in", folder), "caption");
      Tips.tell(in, () -> folder);
      lines.getChildren().add(in);
    }
    lines.setMinWidth(0);
    return PanelParts.named(lines, "compare-paths");
  }

  /// The folder of a set of shards, because every index has the same name.
  private static Path path(Checkpoint checkpoint) {
    Path path = checkpoint.path().toAbsolutePath().normalize();
    return ShardSet.isIndexName(path) && path.getNameCount() > 1 ? path.getParent() : path;
  }

  /// @param shared how many names at the beginning are left out
  /// @param kept how many at the end are
  private static HBox path(String side, Path path, int shared, int kept) {
    int end = Math.max(shared + 1, path.getNameCount() - kept);
    Label text = PanelParts.elastic(PathText.of(path.subpath(shared, end)), "mono");
    Tips.tell(text, () -> PathText.of(path));
    HBox line = new HBox(8, PanelParts.label(side, "compare-side"), text);
    line.setAlignment(Pos.CENTER_LEFT);
    return PanelParts.named(line, "compare-path-" + side.toLowerCase(Locale.ROOT));
  }

  private FlowPane actions(Commands commands) {
    MenuButton report =
        new MenuButton(messages.text("compare.report"), Icons.of(Feather.FILE_TEXT));
    report
        .getItems()
        .setAll(reportItem("html", model::saveHtml), reportItem("json", model::saveJson));
    return new FlowPane(
        8, 8, commands.textButton(Command.SWAP_SIDES), PanelParts.named(report, "compare-report"));
  }

  private MenuItem reportItem(String extension, Consumer<Path> save) {
    MenuItem item = new MenuItem(messages.text("compare.report." + extension));
    item.setId("compare-report-" + extension);
    item.setOnAction(_ -> dialogs.get().chooseTarget("comparison." + extension).ifPresent(save));
    return item;
  }

  /// Both sides are the same file, and what of a side could not be read.
  private VBox notes() {
    VBox notes = PanelParts.named(new VBox(8), "compare-notes");
    OpenComparison of = model.comparison();
    of.sameness()
        .map(how -> messages.text("compare.same." + Messages.word(how)))
        .ifPresent(text -> notes.getChildren().add(note(text, false)));
    of.warnings().stream()
        .map(it -> messages.text("compare.warning." + it.side(), messages.sentence(it.sentence())))
        .forEach(text -> notes.getChildren().add(note(text, true)));
    PanelParts.setShown(notes, !notes.getChildren().isEmpty());
    return notes;
  }

  private static Label note(String text, boolean isWarning) {
    Label note = PanelParts.wrapping(text);
    note.setGraphic(
        isWarning
            ? Icons.of(Feather.ALERT_TRIANGLE, "icon-warning")
            : Icons.of(Feather.INFO, "icon-info"));
    return note;
  }

  private void show(Summary shown) {
    verdict.setText(messages.sentence(shown.verdict()));
    show(shown.likeness());
    List<Count> found = SummaryViewModel.counts(shown.totals());
    found.forEach(this::show);
    List<Button> buttons = found.stream().map(it -> countButtons.get(it.name())).toList();
    if (!counts.getChildren().equals(buttons)) {
      counts.getChildren().setAll(buttons);
    }
    showWorst(shown.worst());
  }

  private void show(Likeness shown) {
    String kind = messages.text("compare.likeness." + Messages.word(shown.kind()));
    Label head = PanelParts.wrapping(messages.text("compare.summary.likeness", kind), "strong");
    likeness.getChildren().setAll(head);
    shown.evidence().stream()
        .map(each -> PanelParts.wrapping(messages.sentence(each), "muted"))
        .forEach(likeness.getChildren()::add);
  }

  /// The button of a count stays while results arrive, with the focus if it has it.
  private void show(Count count) {
    Button button =
        countButtons.computeIfAbsent(
            count.name(),
            name -> {
              Button made = PanelParts.button("compare-count-" + name, "", () -> {});
              made.getStyleClass().add("compare-count");
              Tips.explain(made, messages.text("compare.summary.count.tip"));
              return made;
            });
    button.setText(messages.count("compare.summary.count." + count.name(), count.pairs()));
    button.setOnAction(_ -> model.filter(count));
  }

  private void showWorst(List<Integer> pairs) {
    if (pairs.equals(shownWorst)) {
      // Results do not change, and a row may have the focus.
      return;
    }
    shownWorst = pairs;
    PanelParts.setShown(worstCard, !pairs.isEmpty());
    List<String> heads =
        Stream.of("name", "l2", "changed", "max")
            .map(name -> messages.text("compare.column." + name))
            .toList();
    HBox head = line(heads, "caption");
    head.getStyleClass().add("compare-worst-head");
    worst.getChildren().setAll(head);
    pairs.forEach(pair -> worst.getChildren().add(row(pair)));
  }

  /// A pair that differs much; pressing it selects its farthest element.
  private Button row(int pair) {
    Figures figures = model.figures(pair).orElseThrow();
    String name = DisplayText.of(model.pair(pair).name());
    OptionalDouble size = figures.relativeL2();
    String l2 = size.isPresent() ? value(size.getAsDouble()) : NONE;
    String changed = messages.share(model.share(pair));
    String largest = figures.maxAbs().map(it -> value(it.doubleValue())).orElse(NONE);
    HBox line = line(List.of(name, l2, changed, largest), "mono");
    Button row = new Button(null, line);
    PanelParts.named(
        row, "compare-worst-" + (worst.getChildren().size() - 1), "flat", "compare-worst-row");
    line.prefWidthProperty().bind(row.widthProperty().subtract(16));
    row.setContentDisplay(ContentDisplay.GRAPHIC_ONLY);
    row.setMaxWidth(Double.MAX_VALUE);
    row.setMinWidth(0);
    row.setAccessibleText(messages.text("compare.summary.worst.text", name, l2, changed));
    Tips.tell(row, () -> name);
    row.setOnAction(_ -> model.select(pair));
    return row;
  }

  /// A name and figures that stand below each other; the last one only where there is room.
  private HBox line(List<String> texts, String nameStyle) {
    HBox line = new HBox(8);
    line.setAlignment(Pos.CENTER_LEFT);
    texts.forEach(text -> line.getChildren().add(PanelParts.label(text)));
    Label name = (Label) line.getChildren().getFirst();
    // Names differ at their ends.
    name.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
    name.setMinWidth(0);
    name.setMaxWidth(Double.MAX_VALUE);
    HBox.setHgrow(name, Priority.ALWAYS);
    for (Node each : line.getChildren().subList(1, texts.size())) {
      ((Label) each).setMinWidth(FIGURE_WIDTH);
      ((Label) each).setAlignment(Pos.CENTER_RIGHT);
    }
    name.getStyleClass().add(nameStyle);
    Node last = line.getChildren().getLast();
    last.visibleProperty().bind(widthProperty().greaterThan(WIDTH_FOR_ALL_FIGURES));
    last.managedProperty().bind(last.visibleProperty());
    return line;
  }

  private String value(double value) {
    return messages.value(new BigDecimal(value).round(new MathContext(3)).doubleValue());
  }

  private void prepareHeaders() {
    headers.getStyleClass().add("compare-headers");
    ColumnConstraints what = new ColumnConstraints(0, USE_COMPUTED_SIZE, HEADER_KEY_WIDTH);
    ColumnConstraints side = new ColumnConstraints(0, 0, Double.MAX_VALUE);
    side.setHgrow(Priority.ALWAYS);
    headers.getColumnConstraints().setAll(what, side, side);
  }

  private void show(List<HeaderDifference> differences) {
    PanelParts.setShown(headersCard, !differences.isEmpty());
    headers.getChildren().clear();
    headers.addRow(
        0, new Label(), PanelParts.label("A", "caption"), PanelParts.label("B", "caption"));
    for (HeaderDifference each : differences) {
      headers.addRow(
          headers.getRowCount(),
          PanelParts.wrapping(messages.sentence(each.what()), "muted"),
          PanelParts.wrapping(messages.sentence(each.a())),
          PanelParts.wrapping(messages.sentence(each.b())));
    }
  }
}
