package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.HeaderText;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.nio.file.Path;

/// The metadata of the open document: the files that contain them, their entries, and the models
/// for editing, checking and selection. Belongs to the FX thread; reading, searching and sorting
/// run in the background.
public final class MetadataViewModel {

  private static final String KNOWN = "metadata.known.";

  /// Prefixes of key families. A key without an explanation uses the explanation of its family.
  private static final List<String> FAMILIES = List.of("ss_", "ssmd_", "modelspec.", "gptq_");

  private final Selection selection;
  private final DocumentEdits edits;
  final Jobs jobs;
  private final Messages messages;
  private final JobSlot<List<SharedMetadata>> comparing;
  private final JobSlot<Optional<ByteRange>> locating;
  final EntryRows rows;
  final EntrySelection selected;
  final EntryEditing editing;
  final EntryProblems problems;
  final ProposalViewModel proposals;
  final PictureImport pictures;

  /// The entries that saving would remove, with their values in the file.
  final ObservableList<Entry> removed = FXCollections.observableArrayList();

  final ObservableList<SharedMetadata> sources = FXCollections.observableArrayList();

  /// The metadata whose entries are shown; empty while no document is open.
  final ObjectProperty<Optional<SharedMetadata>> source =
      new SimpleObjectProperty<>(Optional.empty());

  private Predicate<String> isTensor = _ -> false;
  private Optional<FileDocument> document = Optional.empty();
  private Optional<Path> returningTo = Optional.empty();

  public MetadataViewModel(Selection selection, DocumentEdits edits, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.edits = edits;
    this.jobs = jobs;
    this.messages = messages;
    this.comparing = new JobSlot<>(jobs);
    this.locating = new JobSlot<>(jobs);
    this.rows = new EntryRows(jobs, messages);
    this.selected = new EntrySelection(rows, jobs, messages);
    this.editing = new EntryEditing(edits);
    this.problems = new EntryProblems(jobs, messages);
    this.proposals = new ProposalViewModel(selection, editing, jobs, messages);
    this.pictures = new PictureImport(editing, jobs, messages, proposals::showNote);
    selected.onChosen(this::showBytes);
    source.subscribe(this::turnTo);
    edits.onChange(this::follow);
    selection.documentProperty().subscribe(_ -> show(selection.openDocument()));
    selection.tensorProperty().subscribe(this::showSourceOf);
  }

  private void show(Optional<FileDocument> opened) {
    returningTo = opened.flatMap(this::fileShownBefore);
    selected.begin(returningTo.isPresent());
    if (returningTo.isEmpty()) {
      rows.findText.set("");
    }
    document = opened;
    isTensor = _ -> false;
    opened.ifPresent(open -> isTensor = new EntryProblems.TensorNames(open.checkpoint()));
    comparing.clear();
    locating.clear();
    source.set(Optional.empty());
    sources.clear();
    opened.ifPresent(
        open ->
            comparing.start(
                messages.text("metadata.job.read"),
                (_, _) -> SharedMetadata.of(open.checkpoint()),
                this::showSources,
                PaneException.orWhole(() -> show(selection.openDocument()))));
  }

  /// Returns the file that was shown, if the same document is opened again.
  private Optional<Path> fileShownBefore(FileDocument opened) {
    return document
        .filter(before -> before.checkpoint().path().equals(opened.checkpoint().path()))
        .flatMap(_ -> source.get())
        .map(shown -> shown.files().getFirst().path());
  }

  private void showSources(List<SharedMetadata> found) {
    sources.setAll(
        found.stream()
            .flatMap(each -> edits.apart(each.files()).stream().map(each::withFiles))
            .toList());
    Optional<SharedMetadata> before =
        returningTo.flatMap(path -> sourceOf(file -> file.path().equals(path)));
    source.set(before.or(() -> sources.stream().findFirst()));
    if (before.isEmpty()) {
      showSourceOf(selection.tensorProperty().get());
    }
  }

  private Optional<SharedMetadata> sourceOf(Predicate<TensorFile> wanted) {
    return sources.stream().filter(each -> each.files().stream().anyMatch(wanted)).findFirst();
  }

  private void showSourceOf(Optional<TensorRef> tensor) {
    tensor
        .flatMap(ref -> sourceOf(ref.file()::equals))
        .ifPresent(found -> source.set(Optional.of(found)));
  }

  private void turnTo(Optional<SharedMetadata> shown) {
    edits.commitDraft();
    selected.clear();
    turnEditing(
        shown.filter(each -> each.readable() && !each.refused() && !each.isOnServer()).isPresent());
    selected.selectWhenShown(Optional.empty());
    rows.show(editing.entries());
    proposals.dismiss();
    proposals.clearNote();
    pictures.cancel();
    check();
  }

  /// Moves the caret to the key of an entry in the file. Does nothing for a new entry.
  private void showBytes(String key) {
    List<TensorFile> files = source.get().map(SharedMetadata::files).orElse(List.of());
    Optional<TensorFile> file =
        selection
            .caretProperty()
            .get()
            .map(Selection.Caret::file)
            .filter(files::contains)
            .or(() -> files.stream().findFirst());
    file.ifPresent(
        shown ->
            locating.start(
                messages.text("metadata.job.read"),
                (_, _) -> entryRange(shown, key),
                range -> range.ifPresent(found -> selection.placeCaret(shown, found.begin())),
                PaneException.orPart(() -> showBytes(key))));
  }

  private static Optional<ByteRange> entryRange(TensorFile file, String key) throws IOException {
    long end = file.reading().dataStart().orElse(0);
    if (end < Preface.BYTE_COUNT || end - Preface.BYTE_COUNT > Preface.MAX_HEADER_LENGTH) {
      return Optional.empty();
    }
    byte[] header = file.bytes().read(Preface.BYTE_COUNT, (int) end - Preface.BYTE_COUNT);
    try {
      return HeaderText.of(header).entryRange(key);
    } catch (IllegalArgumentException e) {
      // If the text is not a valid header, the position of an entry is unknown.
      return Optional.empty();
    }
  }

  private void check() {
    if (editing.editable.get()) {
      problems.check(editing.now(), isTensor);
    } else {
      problems.clear();
    }
  }

  private void follow() {
    // Edits also change when another document opens, before its metadata are shown here.
    if (source.get().isEmpty() || !document.equals(selection.openDocument())) {
      return;
    }
    turnEditing(editing.editable.get());
    proposals.dismiss();
    selected.selectWhenShown(rows.findRestored(editing.entries()));
    rows.follow(editing.entries());
    check();
  }

  private void turnEditing(boolean mayChange) {
    editing.turnTo(source.get().map(each -> edits.of(each.files(), each.entries())), mayChange);
    removed.setAll(editing.now().removed());
  }

  /// Returns a sentence that explains a metadata key, if its meaning is known. Keys that look like
  /// tensor names have no explanation: writers use them to record shared weights.
  Optional<String> explanation(String key) {
    return Stream.concat(
            Stream.of(key).filter(each -> !FAMILIES.contains(each)),
            FAMILIES.stream().filter(key::startsWith))
        .flatMap(each -> messages.find(KNOWN + each).stream())
        .findFirst();
  }

  /// Returns the known keys that match the typed text and that no entry has yet, with their
  /// meanings.
  List<FieldChoice> knownKeys(String typed) {
    Set<String> there = editing.entries().stream().map(Entry::key).collect(Collectors.toSet());
    List<FieldChoice> known =
        messages.keys(KNOWN).stream()
            .map(key -> key.substring(KNOWN.length()))
            .filter(key -> !FAMILIES.contains(key) && !there.contains(key))
            .map(key -> new FieldChoice(key, messages.text(KNOWN + key)))
            .toList();
    return FieldChoice.matching(known, typed);
  }

  void propose(Preset preset) {
    source.get().ifPresent(shown -> proposals.propose(preset, isTensor, shown.files().getFirst()));
  }

  void proposeCard() {
    Stream<CheckpointPart> parts =
        document.stream().flatMap(open -> open.checkpoint().parts().stream());
    List<TensorFile> files = source.get().map(SharedMetadata::files).orElse(List.of());
    parts
        .filter(part -> !files.isEmpty() && part.files().contains(files.getFirst()))
        .findFirst()
        .ifPresent(part -> proposals.proposeCard(part, files));
  }

  boolean isOfManyFiles() {
    return source.get().filter(shown -> shown.files().size() > 1).isPresent();
  }

  /// Returns a short description of the files of a source: `a.safetensors`, `a.safetensors and 3
  /// more`.
  String filesOf(SharedMetadata shown) {
    Path file = shown.files().getFirst().path();
    Path folder =
        selection
            .openDocument()
            .map(open -> open.checkpoint().path())
            .filter(path -> file.startsWith(path) && !file.equals(path))
            .orElse(file.getParent());
    Path name = folder == null ? file : folder.relativize(file);
    String first = DisplayText.of(name.toString());
    int more = shown.files().size() - 1;
    return more == 0 ? first : messages.text("metadata.files", first, messages.count(more));
  }

  String suggestedExportName() {
    String name =
        source
            .get()
            .map(shown -> String.valueOf(shown.files().getFirst().path().getFileName()))
            .orElse("");
    return name.replaceFirst("\\.safetensors$", "") + ".metadata.json";
  }

  /// Returns the keys and values of all metadata of the document. The shown entries precede, and
  /// take priority over, the entries of other files.
  public Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    editing.entries().forEach(entry -> keys.putIfAbsent(entry.key(), entry.value()));
    sources.forEach(each -> each.entries().entries().forEach(keys::putIfAbsent));
    return keys;
  }

  /// Selects the entry with a key. If the shown files do not contain it, switches to the first
  /// files that do.
  void showKey(String key) {
    if (editing.entry(key).isEmpty()) {
      sources.stream()
          .filter(each -> each.entries().entries().containsKey(key))
          .findFirst()
          .ifPresent(each -> source.set(Optional.of(each)));
    }
    rows.findText.set("");
    selected.selectKey(key);
  }
}
