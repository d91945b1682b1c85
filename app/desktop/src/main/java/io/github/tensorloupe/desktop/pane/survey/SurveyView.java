package io.github.tensorloupe.desktop.pane.survey;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bar;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Bars;
import io.github.tensorloupe.desktop.control.bars.BarsCanvas.Tone;
import io.github.tensorloupe.desktop.control.copy.CopyText;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.pane.DocumentPane;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.Bin;
import io.github.tensorloupe.desktop.pane.survey.SurveyListing.Wanted;
import io.github.tensorloupe.desktop.selection.SurveyDocument;
import io.github.tensorloupe.desktop.selection.SurveyHealth;
import io.github.tensorloupe.desktop.selection.SurveyRow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.format.DisplayText;
import javafx.scene.control.Label;
import org.controlsfx.control.textfield.CustomTextField;

/// The number of files of a survey by health, a bar chart of all files, and the table below.
public final class SurveyView extends VBox {

  public static final PaneDescriptor DESCRIPTOR =
      PaneDescriptor.ofSurvey("survey", Command.SHOW_OVERVIEW, SurveyView::pane);

  private static final double STRIP_HEIGHT = 84;

  /// Below this height, the table needs the space.
  private static final double MIN_HEIGHT_WITH_STRIP = 420;

  private static final int PATH_CHARACTERS = 400;
  private static final PseudoClass ACTIVE = PseudoClass.getPseudoClass("active");

  private final SurveyViewModel model;
  private final Messages messages;
  private final Map<SurveyHealth, Button> chips = new EnumMap<>(SurveyHealth.class);
  private final Label title = PanelParts.named(PanelParts.wrapping("", "strong"), "survey-title");
  private final BarsCanvas strip = new BarsCanvas(this::tooltipOf, this::goTo);
  private final SurveyTable table;
  private final Label details = PanelParts.wrapping("", "muted");

  private static DocumentPane pane(PaneContext context) {
    SurveyDocument survey =
        (SurveyDocument) context.selection().documentProperty().get().shown().orElseThrow();
    SurveyViewModel model =
        new SurveyViewModel(survey, context.jobs(), context.open(), context.messages());
    // Opening another result adds it to this survey.
    Runnable onAdd =
        () -> context.dialogs().get().choose(Existing.CHECKPOINT).ifPresent(context.open());
    return _ -> new SurveyView(model, onAdd, context.messages());
  }

  /// @param onAdd opens a dialog for another result to show together with this one
  private SurveyView(SurveyViewModel model, Runnable onAdd, Messages messages) {
    super(8);
    this.model = model;
    this.messages = messages;
    PanelParts.named(this, "survey", "survey-view");
    table = new SurveyTable(model, messages);
    table.getSelectionModel().selectedItemProperty().subscribe(this::showDetails);
    VBox.setVgrow(table, Priority.ALWAYS);
    details.setId("survey-details");
    details.setMinHeight(USE_PREF_SIZE);
    details.visibleProperty().bind(details.textProperty().isNotEmpty());
    details.managedProperty().bind(details.visibleProperty());
    CopyText.set(details, details::getText);
    Label note = PanelParts.named(PanelParts.wrapping("", "status-warning"), "survey-note");
    VBox bars = strip.titled("survey-strip", messages.text("survey.strip"), STRIP_HEIGHT);
    bars.managedProperty().bind(bars.visibleProperty());
    bars.visibleProperty()
        .bind(
            heightProperty()
                .greaterThan(MIN_HEIGHT_WITH_STRIP)
                .and(
                    Bindings.createBooleanBinding(
                        () -> !strip.contentProperty().get().bars().isEmpty(),
                        strip.contentProperty())));
    getChildren().setAll(head(onAdd), chips(), bars, table, details, note);
    WeakSubscriptions following = WeakSubscriptions.of(this);
    following.subscribe(model.listing, this::show);
    following.subscribe(model.wanted, this::mark);
    following.subscribe(
        model.note,
        text -> {
          note.setText(DisplayText.of(text, PATH_CHARACTERS));
          PanelParts.setShown(note, !text.isEmpty());
        });
  }

  private HBox head(Runnable onAdd) {
    title.setMinWidth(USE_PREF_SIZE);
    HBox.setHgrow(title, Priority.ALWAYS);
    title.setMaxWidth(Double.MAX_VALUE);
    CustomTextField search =
        PanelParts.searchField("survey-search", messages.text("survey.search"));
    search.textProperty().subscribe((_, text) -> model.search(text));
    search.setPrefWidth(320);
    search.setMinWidth(120);
    Tips.explain(search, messages.text("survey.search.tip"));
    Button add = PanelParts.button("survey-add", messages.text("survey.add"), onAdd);
    add.setMinWidth(USE_PREF_SIZE);
    Tips.explain(add, messages.text("survey.add.tip"));
    HBox head = PanelParts.row(8, title, search, add);
    return head;
  }

  private FlowPane chips() {
    FlowPane line = new FlowPane(6, 6);
    for (SurveyHealth health : SurveyHealth.values()) {
      Button chip =
          PanelParts.button(
              "survey-health-" + Messages.word(health), "", () -> model.toggle(health));
      chip.getStyleClass().addAll("survey-chip", "badge", "badge-" + SurveyListing.tone(health));
      chips.put(health, chip);
      line.getChildren().add(chip);
    }
    return line;
  }

  private void show(SurveyListing listing) {
    int all = model.survey.rows().size();
    int shown = listing.shown().size();
    title.setText(
        shown == all
            ? contents(model.survey, messages)
            : messages.text("survey.files.of", messages.count(shown), messages.count(all)));
    chips.forEach(
        (health, chip) -> {
          int count = listing.counts().getOrDefault(health, 0);
          chip.setText(messages.text("survey.chip", model.text(health), messages.count(count)));
          PanelParts.setShown(chip, count > 0 || model.wanted.get().health().contains(health));
        });
    table.show(listing.shown());
    strip.contentProperty().set(bars(listing.bins()));
    strip.selectedProperty().set(-1);
  }

  /// Returns the number of files that a survey has read, and of paths with errors only.
  public static String contents(SurveyDocument survey, Messages messages) {
    int errors = (int) survey.rows().stream().filter(SurveyRow::isError).count();
    String files = messages.count("survey.files", survey.rows().size() - errors);
    return errors == 0 ? files : files + ", " + messages.count("survey.errors", errors);
  }

  private void mark(Wanted wanted) {
    chips.forEach(
        (health, chip) -> chip.pseudoClassStateChanged(ACTIVE, wanted.health().contains(health)));
  }

  private Bars bars(List<Bin> bins) {
    double max = bins.stream().mapToDouble(Bin::meanSize).max().orElse(0);
    List<Bar> bars =
        bins.stream()
            .map(bin -> new Bar(max > 0 ? bin.meanSize() / max : 0, 0, barTone(bin.worst())))
            .toList();
    return new Bars(bars, new TreeMap<>(), new double[0], messages.bytes(Math.round(max)), "0");
  }

  private static Tone barTone(SurveyHealth health) {
    return switch (SurveyListing.tone(health)) {
      case "danger" -> Tone.BAD;
      case "warning" -> Tone.NOTABLE;
      default -> Tone.NORMAL;
    };
  }

  private String tooltipOf(int bar) {
    Bin bin = model.listing.get().bins().get(bar);
    SurveyRow worst = model.listing.get().shown().get(bin.worstIndex());
    String files = bin.count() == 1 ? "" : messages.count("survey.files", bin.count()) + "\n";
    return files + DisplayText.of(worst.path(), PATH_CHARACTERS) + "\n" + text(worst);
  }

  private void goTo(int bar) {
    int index = model.listing.get().bins().get(bar).worstIndex();
    strip.selectedProperty().set(bar);
    table.getSelectionModel().clearAndSelect(index);
    table.scrollTo(Math.max(0, index - 2));
  }

  private void showDetails(SurveyRow row) {
    details.setText(
        row == null ? "" : DisplayText.of(row.path(), PATH_CHARACTERS) + "\n" + text(row));
  }

  private String text(SurveyRow row) {
    return Stream.of(
            model.text(row.health()),
            row.size() < 0 ? "" : messages.bytes(row.size()),
            row.tensorCount() < 0 ? "" : messages.count("status.tensors", row.tensorCount()),
            row.sameAs().isEmpty() ? "" : messages.text("survey.same-as", row.sameAs()),
            String.join(", ", row.findings()),
            row.message())
        .filter(it -> !it.isEmpty())
        .map(it -> DisplayText.of(it, PATH_CHARACTERS))
        .collect(Collectors.joining(" · "));
  }
}
