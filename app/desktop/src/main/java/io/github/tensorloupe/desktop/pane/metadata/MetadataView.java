package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.Following;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.EditProblem;
import io.github.tensorloupe.model.SharedMetadata;
import io.github.tensorloupe.model.SharedMetadata.Content;
import io.github.tensorloupe.storage.session.TableLayout;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The metadata of the open document, read and edited: the entries with the selected value beside
/// or below them, or the model card.
public final class MetadataView extends StackPane {

  private static final double SIDE_BY_SIDE_WIDTH = 700;

  /// Below this height, sentences of several lines would leave no entry visible.
  private static final double LOW = 260;

  /// The most problems shown in one sentence.
  private static final int NOTICES_TOLD = 4;

  private static final int NOTICES_EXPLAINED = 12;

  private final MetadataViewModel model;
  private final Messages messages;
  private final OriginBar origin;
  private final MetadataBar bar;
  private final NoteBar notes;
  private final NoteBar problems;
  private final NoteBar readOnly;
  private final EntryPane entries;
  private final ModelCardPane card;
  private final ProposalPane proposal;
  private final Label emptySentence = new Label();
  private final Button addFirst = new Button();
  private final VBox emptyState = new VBox(12);
  private boolean cardWanted;
  private boolean focusWanted;

  /// @param files gives what asks for files, when one is needed
  public MetadataView(MetadataViewModel model, Supplier<MetadataFiles> files, Messages messages) {
    this.model = model;
    this.messages = messages;
    this.origin = new OriginBar(model, messages);
    this.bar = new MetadataBar(model, messages, files, this::showCard);
    this.notes = new NoteBar("metadata-note", messages);
    this.problems = new NoteBar("metadata-problems", messages);
    this.readOnly = new NoteBar("metadata-read-only", messages);
    this.entries = new EntryPane(model, messages, files);
    this.card = new ModelCardPane(model, messages, files);
    this.proposal = new ProposalPane(model.proposals(), messages);
    setId("metadata-view");
    getStyleClass().add("metadata-view");
    getStylesheets()
        .add(Objects.requireNonNull(getClass().getResource("metadata.css")).toExternalForm());
    setUpEmptyState();
    StackPane body = new StackPane(entries, card, emptyState, proposal);
    VBox.setVgrow(body, Priority.ALWAYS);
    body.setMinSize(0, 0);
    getChildren().setAll(new VBox(origin, bar, readOnly, problems, notes, body));
    widthProperty().subscribe(width -> entries.arrange(width.doubleValue() >= SIDE_BY_SIDE_WIDTH));
    heightProperty()
        .map(height -> height.doubleValue() < LOW)
        .subscribe(low -> List.of(notes, problems, readOnly).forEach(note -> note.beBrief(low)));
    addEventHandler(KeyEvent.KEY_PRESSED, entries::keyPressed);
    Following.of(this).subscribe(model.sourceProperty(), this::showSource);
    Following.of(this).subscribe(model.rows().countProperty(), _ -> showBody());
    Following.of(this)
        .subscribe(
            model.proposals().proposalProperty(),
            (before, now) -> showProposal(before.isPresent(), now.isPresent()));
    Following.of(this).subscribe(model.proposals().noteProperty(), _ -> showNote());
    Following.of(this).subscribe(model.proposals().runningProperty(), _ -> showNote());
    model.problems().onChange(Following.of(this).weakly(this::showProblems));
    // What was found before anybody turned to this pane is told from the start: coming up with the
    // first edit, it would look like its fault, and move the entries away from below the mouse.
    showProblems();
  }

  /// Offers what is done to many files at once, where the document has several.
  ///
  /// @param edit makes a change to all of them
  /// @param recomputeHashes gives each of them its own hashes
  public void setOnManyFiles(Runnable edit, Runnable recomputeHashes) {
    origin.setOnEditAll(edit);
    bar.setOnHashesOfMany(recomputeHashes);
  }

  /// Shows the entry with a key, marked, in whichever files it is.
  public void showKey(String key) {
    bar.showEntries();
    model.showKey(key);
    entries.focusTable();
  }

  /// The arrangement of the columns.
  public TableLayout columns() {
    return entries.columns().layout();
  }

  /// Arranges the columns of the entries.
  public void arrangeColumns(TableLayout layout) {
    entries.columns().arrange(layout);
    layout.sort().ifPresent(entries.columns()::sort);
  }

  private void setUpEmptyState() {
    emptyState.setId("metadata-empty");
    emptyState.getStyleClass().add("empty-state");
    emptyState.setAlignment(Pos.CENTER);
    RemovedBar removed =
        new RemovedBar("metadata-empty-removed", model, messages, entries::focusTable);
    // As wide as what it tells, below a sentence in the middle.
    removed.setMaxWidth(Region.USE_PREF_SIZE);
    emptyState
        .getChildren()
        .setAll(Icons.of(Feather.TAG, "icon-large"), emptySentence, addFirst, removed);
    emptySentence.setId("metadata-empty-sentence");
    emptySentence.getStyleClass().add("empty-state");
    emptySentence.setWrapText(true);
    addFirst.setId("metadata-add-first");
    addFirst.setText(messages.text("metadata.add-first"));
    addFirst.setGraphic(Icons.of(Feather.PLUS, "icon-small"));
    addFirst.setOnAction(_ -> entries.add());
    addFirst.visibleProperty().bind(model.editing().editableProperty());
    addFirst.managedProperty().bind(addFirst.visibleProperty());
  }

  private void showCard(boolean wanted) {
    model.editing().commitDraft();
    cardWanted = wanted;
    showBody();
  }

  private void showSource(Optional<SharedMetadata> source) {
    if (source.isEmpty()) {
      focusWanted = model.isOpenedAgain() && Nodes.isFocusWithin(this);
    }
    getChildren().getFirst().setVisible(source.isPresent());
    source.ifPresent(origin::show);
    emptySentence.setText(source.map(SharedMetadata::content).map(this::sentence).orElse(""));
    boolean refused = source.filter(each -> each.readable() && each.refused()).isPresent();
    if (refused) {
      readOnly.show(
          messages.text(
              "metadata.read-only",
              source
                  .flatMap(each -> each.files().getFirst().reading().loadError())
                  .map(error -> error.variant())
                  .orElse("")),
          "warning");
    } else {
      readOnly.hide();
    }
    showBody();
  }

  private String sentence(Content shown) {
    return switch (shown) {
      case EMPTY_MAP -> messages.text("metadata.empty-map");
      case ABSENT -> messages.text("metadata.absent");
      case UNREADABLE -> messages.text("metadata.unreadable");
    };
  }

  private void showBody() {
    boolean proposed = model.proposals().proposalProperty().get().isPresent();
    boolean none = model.rows().countProperty().get() == 0;
    boolean unreadable =
        model.sourceProperty().get().filter(source -> !source.readable()).isPresent();
    proposal.setVisible(proposed);
    card.setVisible(!proposed && cardWanted && !unreadable);
    emptyState.setVisible(!proposed && !card.isVisible() && none);
    entries.setVisible(!proposed && !card.isVisible() && !none);
    bar.setDisable(proposed || unreadable && none);
    if (focusWanted && entries.isVisible()) {
      focusWanted = false;
      entries.focusTable();
    }
  }

  /// A proposal takes the focus from the entries, and returns it.
  private void showProposal(boolean before, boolean now) {
    boolean focused = Nodes.isFocusWithin(this);
    showBody();
    if (focused && now) {
      proposal.focusButtons();
    } else if (focused && before) {
      entries.focusTable();
    }
  }

  private void showNote() {
    model
        .proposals()
        .runningProperty()
        .get()
        .ifPresentOrElse(
            job -> notes.show(job, messages.text("metadata.note.stop")),
            () ->
                model
                    .proposals()
                    .noteProperty()
                    .get()
                    .ifPresentOrElse(
                        note -> notes.show(note, model.proposals()::clearNote), notes::hide));
  }

  private void showProblems() {
    List<EditProblem> blocking = model.problems().blocking();
    List<EditProblem> others = model.problems().ofNoEntry();
    if (!blocking.isEmpty()) {
      problems.show(
          messages.text("metadata.blocked", messages.sentence(blocking.getFirst().sentence())),
          "danger");
      blocking
          .getFirst()
          .entryId()
          .ifPresent(
              id -> problems.offer(messages.text("metadata.show"), () -> entries.select(id)));
    } else if (!others.isEmpty()) {
      showMissing(others);
    } else {
      problems.hide();
    }
  }

  private void showMissing(List<EditProblem> others) {
    String told =
        others.stream()
            .limit(NOTICES_TOLD)
            .map(problem -> messages.sentence(problem.sentence()))
            .collect(Collectors.joining("\n"));
    int rest = others.size() - NOTICES_TOLD;
    problems.show(
        rest <= 0
            ? told
            : told + "\n" + messages.text("metadata.more-notices", Figures.count(rest)),
        "warning");
    if (rest > 0) {
      problems.explain(
          others.stream()
              .limit(NOTICES_EXPLAINED)
              .map(problem -> messages.sentence(problem.sentence()))
              .collect(Collectors.joining("\n")));
    }
    others.stream()
        .filter(problem -> problem.kind() == EditProblem.Kind.MODEL_SPEC_MISSING)
        .filter(_ -> model.editing().editableProperty().get())
        .findFirst()
        .map(EditProblem::key)
        .ifPresent(this::offerEntry);
  }

  /// Leads to the entry with a key, which is added where there is none.
  private void offerEntry(String key) {
    boolean isThere = model.editing().entry(key).isPresent();
    problems.offer(
        isThere ? messages.text("metadata.show") : messages.text("metadata.add-key", key),
        () -> {
          if (!isThere) {
            model.editing().set(key, Optional.of(""));
          }
          model.editing().entry(key).ifPresent(entry -> entries.select(entry.id()));
        });
  }
}
