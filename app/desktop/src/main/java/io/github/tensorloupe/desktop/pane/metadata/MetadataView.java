package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.control.notice.Tone;
import io.github.tensorloupe.desktop.control.panel.PanelParts;
import io.github.tensorloupe.desktop.control.table.TableColumns;
import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.metadata.ProposalViewModel.Proposal;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Icons;
import io.github.tensorloupe.edit.EditProblem;
import javafx.scene.control.Label;
import org.kordamp.ikonli.feather.Feather;

/// The metadata of the open document, for reading and editing: the entries with the selected value
/// next to or below them, or the model card.
public final class MetadataView extends StackPane {

  private static final double SIDE_BY_SIDE_WIDTH = 700;

  /// Below this height, multi-line messages would leave no entry visible.
  private static final double LOW = 260;

  private static final int MAX_LISTED_NOTICES = 4;
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
  private final VBox emptyState;
  private final Runnable convert;
  private boolean isCardSelected;
  private boolean isFocusRequested;

  /// @param dialogs supplies the file dialogs; called for each file
  /// @param editAll changes many files at once; offered if the document has several files
  /// @param hashAll adds hashes to many files
  /// @param convert converts a checkpoint of another format, whose metadata cannot be edited
  public MetadataView(
      MetadataViewModel model,
      Supplier<FileDialogs> dialogs,
      Messages messages,
      Runnable editAll,
      Runnable hashAll,
      Runnable convert) {
    this.convert = convert;
    this.model = model;
    this.messages = messages;
    origin = new OriginBar(editAll);
    bar = new MetadataBar(model, messages, dialogs, hashAll, this::showCard);
    notes = new NoteBar("metadata-note", messages);
    problems = new NoteBar("metadata-problems", messages);
    readOnly = new NoteBar("metadata-read-only", messages);
    entries = new EntryPane(model, messages, dialogs);
    card = new ModelCardPane(model, messages, dialogs);
    proposal = new ProposalPane(model.proposals, messages);
    emptyState = emptyState();
    PanelParts.named(this, "metadata-view", "metadata-view");
    StackPane body = new StackPane();
    PanelParts.fill(body, entries, card, emptyState, proposal);
    VBox.setVgrow(body, Priority.ALWAYS);
    body.setMinSize(0, 0);
    VBox page = new VBox();
    PanelParts.fill(page, origin, bar, readOnly, problems, notes, body);
    getChildren().setAll(page);
    widthProperty().subscribe(width -> entries.arrange(width.doubleValue() >= SIDE_BY_SIDE_WIDTH));
    heightProperty()
        .map(height -> height.doubleValue() < LOW)
        .subscribe(
            low -> List.of(notes, problems, readOnly).forEach(note -> note.setSingleLine(low)));
    addEventHandler(KeyEvent.KEY_PRESSED, entries::keyPressed);
    ProposalViewModel proposals = model.proposals;
    WeakSubscriptions subscriptions = WeakSubscriptions.of(this);
    subscriptions.subscribe(model.source, this::showSource);
    subscriptions.subscribe(model.rows.count, _ -> showBody());
    subscriptions.subscribe(proposals.proposal, this::showProposal);
    subscriptions.subscribe(proposals.note, _ -> showNote());
    subscriptions.subscribe(proposals.running, _ -> showNote());
    // Shows existing problems immediately. If they appeared with the first edit, that edit would
    // seem to cause them, and the entries would move under the mouse pointer.
    subscriptions.subscribe(model.problems.checks, _ -> showProblems());
  }

  /// Selects the entry with a key in any of the files.
  public void showKey(String key) {
    bar.showEntries();
    model.showKey(key);
    entries.table.requestFocus();
  }

  TableColumns<MetadataRow> columns() {
    return new TableColumns<>(entries.table);
  }

  private VBox emptyState() {
    RemovedBar removed =
        new RemovedBar("metadata-empty-removed", model, messages, entries.table::requestFocus);
    // As wide as its content, centered below the sentence.
    removed.setMaxWidth(Region.USE_PREF_SIZE);
    PanelParts.named(emptySentence, "metadata-empty-sentence", "empty-state").setWrapText(true);
    Button addFirst =
        PanelParts.button(
            "metadata-add-first", messages.text("metadata.add-first"), () -> entries.add());
    addFirst.setGraphic(Icons.of(Feather.PLUS, "icon-small"));
    addFirst.visibleProperty().bind(model.editing.editable);
    addFirst.managedProperty().bind(addFirst.visibleProperty());
    VBox box = new VBox(12, Icons.of(Feather.TAG, "icon-large"), emptySentence, addFirst, removed);
    box.setAlignment(Pos.CENTER);
    return PanelParts.named(box, "metadata-empty", "empty-state");
  }

  private void showCard(boolean selected) {
    model.editing.document.commitDraft();
    isCardSelected = selected;
    showBody();
    showProblems();
  }

  private void showSource(Optional<SharedMetadata> source) {
    if (source.isEmpty()) {
      isFocusRequested = model.selected.isReturning() && hasFocus();
    }
    getChildren().getFirst().setVisible(source.isPresent());
    emptySentence.setText("");
    readOnly.hide();
    if (source.isPresent()) {
      SharedMetadata shown = source.get();
      origin.show(shown);
      emptySentence.setText(messages.text("metadata." + Messages.word(shown.content())));
      if (shown.isOnServer()) {
        readOnly.show(messages.text("metadata.on-server"), Tone.INFO);
      } else if (shown.isForeign()) {
        readOnly.show(messages.text("metadata.foreign"), Tone.INFO);
        readOnly.offer(messages.text("command.convert"), convert);
      } else if (shown.isReadable() && shown.isRefused()) {
        String variant =
            shown.files().getFirst().reading().loadError().map(each -> each.variant()).orElse("");
        readOnly.show(messages.text("metadata.read-only", variant), Tone.WARNING);
      }
    }
    showBody();
  }

  private void showBody() {
    boolean proposed = model.proposals.proposal.get().isPresent();
    boolean none = model.rows.count.get() == 0;
    boolean unreadable = model.source.get().filter(source -> !source.isReadable()).isPresent();
    proposal.setVisible(proposed);
    card.setVisible(!proposed && isCardSelected && !unreadable);
    emptyState.setVisible(!proposed && !card.isVisible() && none);
    entries.setVisible(!proposed && !card.isVisible() && !none);
    bar.setDisable(proposed || unreadable && none);
    if (isFocusRequested && entries.isVisible()) {
      isFocusRequested = false;
      entries.table.requestFocus();
    }
  }

  // A proposal takes the focus from the entries, and returns it.
  private void showProposal(Optional<Proposal> before, Optional<Proposal> now) {
    boolean focused = hasFocus();
    showBody();
    if (focused && now.isPresent()) {
      proposal.focusButtons();
    } else if (focused && before.isPresent()) {
      (card.isVisible() ? card : entries.table).requestFocus();
    }
  }

  // Also true while another window is active.
  private boolean hasFocus() {
    Node owner = getScene() == null ? null : getScene().getFocusOwner();
    return Stream.iterate(owner, Objects::nonNull, Node::getParent).anyMatch(this::equals);
  }

  private void showNote() {
    ProposalViewModel proposals = model.proposals;
    Optional<Job> running = proposals.running.getValue();
    if (running.isPresent()) {
      notes.show(running.get(), messages.text("metadata.note.stop"));
    } else {
      proposals
          .note
          .get()
          .ifPresentOrElse(note -> notes.show(note, proposals::clearNote), notes::hide);
    }
  }

  private void showProblems() {
    List<EditProblem> blocking = model.problems.blocking();
    // The model card marks the missing fields itself.
    List<EditProblem> others =
        model.problems.ofNoEntry().stream()
            .filter(each -> !isCardSelected || each.kind() != EditProblem.Kind.MODEL_SPEC_MISSING)
            .toList();
    if (!blocking.isEmpty()) {
      EditProblem first = blocking.getFirst();
      String why = messages.sentence(first.sentence());
      String show = messages.text("metadata.show");
      problems.show(messages.text("metadata.blocked", why), Tone.DANGER);
      first.entryId().ifPresent(id -> problems.offer(show, () -> entries.table.select(id)));
    } else if (!others.isEmpty()) {
      showMissing(others);
    } else {
      problems.hide();
    }
  }

  private void showMissing(List<EditProblem> problemList) {
    int rest = problemList.size() - MAX_LISTED_NOTICES;
    String listed = sentences(problemList, MAX_LISTED_NOTICES);
    String more = messages.text("metadata.more-notices", messages.count(Math.max(0, rest)));
    problems.show(rest <= 0 ? listed : listed + "\n" + more, Tone.WARNING);
    if (rest > 0) {
      problems.explain(sentences(problemList, NOTICES_EXPLAINED));
    }
    if (model.editing.editable.get()) {
      problemList.stream()
          .filter(problem -> problem.kind() == EditProblem.Kind.MODEL_SPEC_MISSING)
          .findFirst()
          .ifPresent(problem -> offerEntry(problem.key()));
    }
  }

  private String sentences(List<EditProblem> problemList, int limit) {
    return problemList.stream()
        .limit(limit)
        .map(problem -> messages.sentence(problem.sentence()))
        .collect(Collectors.joining("\n"));
  }

  /// Offers to show the entry with a key, or to add it if it is missing.
  private void offerEntry(String key) {
    EntryEditing editing = model.editing;
    boolean isPresent = editing.entry(key).isPresent();
    problems.offer(
        isPresent ? messages.text("metadata.show") : messages.text("metadata.add-key", key),
        () -> {
          if (!isPresent) {
            editing.set(key, Optional.of(""));
          }
          editing.entry(key).ifPresent(entry -> entries.table.select(entry.id()));
        });
  }

  private final class OriginBar extends HBox {

    private final ComboBox<SharedMetadata> chooser = new ComboBox<>();
    private final Label files = PanelParts.named(new Label(), "metadata-files", "caption");
    private final Button editAll;

    OriginBar(Runnable onEditAll) {
      super(8);
      editAll = PanelParts.button("metadata-edit-all-files", "", onEditAll);
      editAll.getStyleClass().add("small");
      setAlignment(Pos.CENTER_LEFT);
      getStyleClass().add("metadata-origin");
      PanelParts.named(chooser, "metadata-source")
          .setAccessibleText(messages.text("metadata.source"));
      chooser.setItems(model.sources);
      chooser.setMinWidth(0);
      PanelParts.grow(chooser);
      chooser.setConverter(PanelParts.choiceText(model::filesOf));
      chooser
          .valueProperty()
          .subscribe((_, chosen) -> model.source.set(Optional.ofNullable(chosen)));
      files.setMaxWidth(Double.MAX_VALUE);
      getChildren().setAll(files, chooser, editAll);
    }

    void show(SharedMetadata source) {
      chooser.setValue(source);
      boolean several = model.sources.size() > 1;
      PanelParts.setShown(chooser, several);
      PanelParts.setShown(this, several || source.files().size() > 1);
      files.setMinWidth(several ? Region.USE_PREF_SIZE : 0);
      HBox.setHgrow(files, several ? Priority.NEVER : Priority.ALWAYS);
      int fileCount = model.sources.stream().mapToInt(each -> each.files().size()).sum();
      editAll.setText(messages.text("metadata.edit-all-files", messages.count(fileCount)));
      files.setText(
          several
              ? messages.text("metadata.source")
              : messages.text("metadata.same", messages.count(source.files().size())));
    }
  }
}
