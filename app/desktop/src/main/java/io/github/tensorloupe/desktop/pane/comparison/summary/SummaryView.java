package io.github.tensorloupe.desktop.pane.comparison.summary;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.compare.report.HeaderDifference;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.comparison.summary.SummaryViewModel.Summary;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.model.PathText;
import javafx.scene.Node;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The first page of a comparison. Not a Control itself, because its descriptor is read before a
/// window exists.
public final class SummaryView extends StackPane {

  public static final PaneDescriptor DESCRIPTOR =
      PaneDescriptor.ofComparison("summary", Command.SHOW_OVERVIEW, SummaryView::pane);

  private static final double GAP = 16;

  /// The width of each side in percent of the differences of headers.
  private static final double SIDE_PERCENT = 32;

  private static final double HEADER_KEY_WIDTH = 180;

  private final SummaryViewModel model;
  private final Messages messages;
  private final Label verdict =
      PanelParts.named(PanelParts.wrapping("", "heading"), "compare-verdict");
  private final VBox likeness = PanelParts.named(new VBox(4), "compare-likeness");
  private final VBox worst = new VBox(2);
  private final VBox worstCard;
  private final GridPane headers = new GridPane();
  private final VBox headersCard;
  private List<Integer> shownWorst = List.of();

  SummaryView(SummaryViewModel model, PaneContext context) {
    this.model = model;
    this.messages = context.messages();
    PanelParts.named(this, "compare-summary", "compare-summary");
    worstCard = card("worst", worst);
    headersCard = card("headers", headers);
    headers.getStyleClass().add("compare-headers");
    ColumnConstraints what = new ColumnConstraints(0, USE_COMPUTED_SIZE, HEADER_KEY_WIDTH);
    ColumnConstraints side = new ColumnConstraints();
    side.setPercentWidth(SIDE_PERCENT);
    headers.getColumnConstraints().setAll(what, side, side);
    FlowPane actions =
        new FlowPane(
            8,
            8,
            context.commands().textButton(Command.SWAP_SIDES),
            context.commands().textButton(Command.SAVE_REPORT));
    VBox paths = new VBox(4, path("A", model.comparison().a()), path("B", model.comparison().b()));
    VBox verdictBox = new VBox(10, verdict, likeness);
    context
        .compared()
        .formTitle(messages)
        .map(title -> PanelParts.named(PanelParts.wrapping(title, "strong"), "compare-form"))
        .ifPresent(verdictBox.getChildren()::addFirst);
    VBox page =
        new VBox(
            GAP,
            paths,
            actions,
            verdictBox,
            notes(context.compared().notes(messages)),
            worstCard,
            headersCard);
    page.getStyleClass().add("compare-page");
    page.setMinWidth(0);
    ScrollPane scroll = new ScrollPane(page);
    scroll.setFitToWidth(true);
    scroll.setHbarPolicy(ScrollPane.ScrollBarPolicy.NEVER);
    getChildren().setAll(scroll);
    WeakSubscriptions.of(this).subscribe(model.summary, it -> it.ifPresent(this::show));
    WeakSubscriptions.of(this).subscribe(model.headers, this::show);
  }

  static DocumentPane pane(PaneContext context) {
    SummaryViewModel model = new SummaryViewModel(context);
    return shown -> {
      model.active.bind(shown);
      return new SummaryView(model, context);
    };
  }

  private VBox card(String name, Node content) {
    VBox card = PanelParts.section(messages.text("compare.summary." + name), content);
    card.getStyleClass().add("card");
    PanelParts.setShown(card, false);
    return PanelParts.named(card, "compare-" + name);
  }

  private HBox path(String side, FileDocument document) {
    String text = side.equals("A") ? messages.text("compare.base") : side;
    String path = PathText.of(document.checkpoint().path().toAbsolutePath().normalize());
    HBox line =
        new HBox(8, PanelParts.uncut(text, "compare-side"), PanelParts.wrapping(path, "mono"));
    return PanelParts.named(line, "compare-path-" + side.toLowerCase(Locale.ROOT));
  }

  private static VBox notes(List<String> sentences) {
    VBox notes = PanelParts.named(new VBox(8), "compare-notes");
    sentences.forEach(
        note -> {
          Label label = PanelParts.wrapping(note);
          label.setGraphic(Icons.of(Feather.ALERT_TRIANGLE, "icon-warning"));
          notes.getChildren().add(label);
        });
    PanelParts.setShown(notes, !notes.getChildren().isEmpty());
    return notes;
  }

  private void show(Summary shown) {
    verdict.setText(messages.sentence(shown.verdict()));
    String head = messages.sentence(shown.likeness().sentence());
    likeness.getChildren().setAll(PanelParts.wrapping(head, "strong"));
    shown.likeness().evidence().stream()
        .map(each -> PanelParts.wrapping(messages.sentence(each), "muted"))
        .forEach(likeness.getChildren()::add);
    // Results do not change, so equal links are reused: one of them may have the focus.
    if (!shown.worst().equals(shownWorst)) {
      shownWorst = shown.worst();
      PanelParts.setShown(worstCard, !shownWorst.isEmpty());
      worst.getChildren().setAll(shownWorst.stream().map(this::link).toList());
    }
  }

  private Hyperlink link(int pair) {
    Hyperlink link = new Hyperlink(model.text(pair));
    PanelParts.named(link, "compare-worst-" + shownWorst.indexOf(pair), "mono");
    link.setTextOverrun(OverrunStyle.LEADING_ELLIPSIS);
    // Without wrapping, the additional figures would leave no room for the name.
    link.setWrapText(model.comparison().weights().areDequantized());
    link.setMinWidth(0);
    link.setOnAction(_ -> model.select(pair));
    return link;
  }

  private void show(List<HeaderDifference> differences) {
    PanelParts.setShown(headersCard, !differences.isEmpty());
    headers.getChildren().clear();
    headers.addRow(
        0, new Label(), PanelParts.label("A", "caption"), PanelParts.label("B", "caption"));
    for (HeaderDifference each : differences) {
      headers.addRow(
          headers.getRowCount(),
          PanelParts.wrapping(messages.sentence(each.property()), "muted"),
          PanelParts.wrapping(messages.sentence(each.a())),
          PanelParts.wrapping(messages.sentence(each.b())));
    }
  }
}
