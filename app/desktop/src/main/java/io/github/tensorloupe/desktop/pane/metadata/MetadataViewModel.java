package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.selection.DocumentEdits;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.StringProperty;
import javafx.collections.FXCollections;
import javafx.collections.ObservableList;

/// What the metadata pane shows: of which files, which entries in which order, and the selected
/// one. Belongs to the FX thread; reading values, finding and sorting run beside it.
public final class MetadataViewModel {

  /// What was before the eyes of the person when the document was opened again.
  ///
  /// @param file one of the files whose metadata were shown
  /// @param key of the selected entry
  /// @param index where that stood
  private record Place(Path file, Optional<String> key, int index) {}

  private final Selection selection;
  private final DocumentEdits edits;
  private final Messages messages;
  private final LatestJob comparing;
  private final LatestJob detailing;
  private final LatestJob decoding;
  private final LatestJob decodingForCard;
  private final LatestJob arrangingFacts;
  private final EntryRows rows;
  private final EntryEditing editing;
  private final NoticeBoard notices;
  private final ProposalViewModel proposals;
  private final PictureImport pictures;
  private final PresetActions presets;
  private Predicate<String> isTensor = TensorNames.NONE;
  private Optional<OpenDocument> document = Optional.empty();
  private final ObservableList<Entry> removed = FXCollections.observableArrayList();
  private final ObservableList<MetadataSource> sources = FXCollections.observableArrayList();
  private final ObjectProperty<Optional<MetadataSource>> source =
      new SimpleObjectProperty<>(Optional.empty());
  private final ObjectProperty<Optional<MetadataRow>> selectedRow =
      new SimpleObjectProperty<>(Optional.empty());
  private int selectedIndex;
  private Optional<String> wantedKey = Optional.empty();
  private Optional<Long> wantedId = Optional.empty();
  private Optional<Place> place = Optional.empty();
  private final ObjectProperty<Set<Long>> selectedIds = new SimpleObjectProperty<>(Set.of());
  private final ReadOnlyObjectWrapper<Optional<MetadataDetail>> detail =
      new ReadOnlyObjectWrapper<>(Optional.empty());

  /// @param selection shared with the other panes
  /// @param edits receives what is changed here
  /// @param jobs runs reading, finding and sorting
  public MetadataViewModel(Selection selection, DocumentEdits edits, Jobs jobs, Messages messages) {
    this.selection = selection;
    this.edits = edits;
    this.messages = messages;
    this.comparing = new LatestJob(jobs);
    this.detailing = new LatestJob(jobs);
    this.decoding = new LatestJob(jobs);
    this.rows = new EntryRows(jobs, messages);
    this.editing = new EntryEditing(edits, messages.text("metadata.new-key"));
    this.notices = new NoticeBoard(jobs, messages);
    this.proposals = new ProposalViewModel(selection, editing, jobs, messages);
    this.pictures = new PictureImport(editing, proposals, jobs, messages);
    this.presets = new PresetActions(proposals, messages);
    this.decodingForCard = new LatestJob(jobs);
    this.arrangingFacts = new LatestJob(jobs);
    rows.onUpdate(this::keepSelection);
    source.subscribe(this::turnTo);
    selectedRow.subscribe(this::describe);
    edits.onChange(this::follow);
    selection.documentProperty().subscribe(_ -> show(selection.openDocument()));
    selection.tensorProperty().subscribe(this::showSourceOf);
  }

  private void show(Optional<OpenDocument> opened) {
    wantedKey = Optional.empty();
    place = opened.flatMap(this::placeIn);
    document = opened;
    isTensor = TensorNames.NONE;
    opened.ifPresent(open -> isTensor = new TensorNames(open.checkpoint()));
    comparing.cancel();
    source.set(Optional.empty());
    sources.clear();
    if (place.isEmpty()) {
      rows.findTextProperty().set("");
    }
    opened.ifPresent(
        open ->
            comparing.start(
                messages.text("metadata.job.read"),
                (_, _) -> MetadataSource.of(open.checkpoint()),
                this::showSources,
                failure -> {
                  throw PaneException.whole(failure, () -> show(selection.openDocument()));
                }));
  }

  private void showSources(List<MetadataSource> found) {
    sources.setAll(
        found.stream().flatMap(each -> edits.apart(each.files()).stream().map(each::of)).toList());
    Optional<MetadataSource> before = place.flatMap(this::sourceAt);
    source.set(before.or(() -> sources.stream().findFirst()));
    if (before.isEmpty()) {
      showSourceOf(selection.tensorProperty().get());
    }
  }

  /// The place to go back to, where the document is the one from before, opened again.
  private Optional<Place> placeIn(OpenDocument opened) {
    return document
        .filter(before -> before.checkpoint().path().equals(opened.checkpoint().path()))
        .flatMap(_ -> source.get())
        .map(
            shown ->
                new Place(
                    shown.files().getFirst().path(),
                    selectedRow.get().map(MetadataRow::key),
                    selectedIndex));
  }

  /// Whether the document is being shown again at the same place, after a save for instance.
  boolean isOpenedAgain() {
    return place.isPresent();
  }

  private Optional<MetadataSource> sourceAt(Place wanted) {
    return sources.stream()
        .filter(each -> each.files().stream().anyMatch(file -> file.path().equals(wanted.file())))
        .findFirst();
  }

  private void showSourceOf(Optional<TensorRef> tensor) {
    tensor
        .flatMap(
            ref -> sources.stream().filter(each -> each.files().contains(ref.file())).findFirst())
        .ifPresent(found -> source.set(Optional.of(found)));
  }

  private void turnTo(Optional<MetadataSource> shown) {
    edits.commitDraft();
    selectedIndex = 0;
    selectedRow.set(Optional.empty());
    editing.turnTo(
        shown.map(each -> edits.of(each.files(), each.entries())),
        shown.filter(each -> each.readable() && !each.refused()).isPresent());
    removed.setAll(editing.removed());
    wantedId = Optional.empty();
    rows.show(editing.entries());
    proposals.dismiss();
    proposals.clearNote();
    check();
  }

  private void check() {
    if (editing.editableProperty().get()) {
      notices.check(editing.entries(), editing.changes(), isTensor);
    } else {
      notices.clear();
    }
  }

  private void follow() {
    // Edits change also when another document opens, before its metadata are shown here.
    source
        .get()
        .filter(_ -> document.equals(selection.openDocument()))
        .ifPresent(
            shown -> {
              editing.turnTo(
                  Optional.of(edits.of(shown.files(), shown.entries())),
                  editing.editableProperty().get());
              proposals.dismiss();
              removed.setAll(editing.removed());
              wantedId = rows.comingBack(editing.entries());
              rows.follow(editing.entries());
              check();
            });
  }

  /// The selected row is the one that has just come back, or else the one with the same entry;
  /// where that is gone, the row that took its place.
  private void keepSelection() {
    List<MetadataRow> shown = rows.shown();
    Optional<MetadataRow> before = selectedRow.get();
    Optional<MetadataRow> now =
        wanted(shown)
            .or(
                () ->
                    before.flatMap(
                        row -> shown.stream().filter(each -> each.id() == row.id()).findFirst()))
            .or(() -> placed(shown))
            .or(() -> nearest(shown));
    now.ifPresent(row -> selectedIndex = shown.indexOf(row));
    if (now.map(MetadataRow::id).equals(before.map(MetadataRow::id))) {
      selectedRow.set(now);
    } else {
      selectedIds.set(now.map(row -> Set.of(row.id())).orElse(Set.of()));
      selectedRow.set(now);
    }
  }

  /// The row that was selected before the document was opened again.
  private Optional<MetadataRow> placed(List<MetadataRow> shown) {
    if (shown.isEmpty() || place.isEmpty()) {
      return Optional.empty();
    }
    Place wanted = place.get();
    place = Optional.empty();
    selectedIndex = wanted.index();
    return wanted
        .key()
        .flatMap(key -> shown.stream().filter(row -> row.key().equals(key)).findFirst());
  }

  private Optional<MetadataRow> nearest(List<MetadataRow> shown) {
    return shown.isEmpty()
        ? Optional.empty()
        : Optional.of(shown.get(Math.clamp(selectedIndex, 0, shown.size() - 1)));
  }

  private void describe(Optional<MetadataRow> row) {
    detailing.cancel();
    decoding.cancel();
    row.ifPresentOrElse(
        each ->
            detailing.start(
                messages.text("metadata.job.read"),
                (_, _) -> MetadataDetail.of(each),
                made -> detail.set(Optional.of(made)),
                partly(() -> describe(row))),
        () -> detail.set(Optional.empty()));
  }

  /// Decodes the picture of the selected entry beside the FX thread; dropped when another entry is
  /// selected meanwhile.
  <T> void decode(Supplier<T> decoder, Consumer<T> shown) {
    decoding.start(
        messages.text("metadata.job.read"),
        (_, _) -> decoder.get(),
        shown,
        partly(() -> decode(decoder, shown)));
  }

  /// Decodes the picture of the model card beside the FX thread; dropped when there is another one
  /// meanwhile.
  <T> void decodeForCard(Supplier<T> decoder, Consumer<T> shown) {
    decodingForCard.start(
        messages.text("metadata.job.read"),
        (_, _) -> decoder.get(),
        shown,
        partly(() -> decodeForCard(decoder, shown)));
  }

  /// Finds and sorts the rows of the table that the selected value makes, beside the FX thread.
  void arrangeFacts(
      Function<Cancellation, List<FactTable.Row>> arranging, Consumer<List<FactTable.Row>> shown) {
    arrangingFacts.start(
        messages.text("metadata.job.find"),
        (cancellation, _) -> arranging.apply(cancellation),
        shown,
        partly(() -> arrangeFacts(arranging, shown)));
  }

  private static Consumer<Throwable> partly(Runnable again) {
    return failure -> {
      throw PaneException.part(failure, again);
    };
  }

  /// What can be done to the entries.
  EntryEditing editing() {
    return editing;
  }

  /// What is to be told about the entries.
  NoticeBoard notices() {
    return notices;
  }

  /// Puts pictures into entries.
  PictureImport pictures() {
    return pictures;
  }

  /// Changes that people often want.
  PresetActions presets() {
    return presets;
  }

  /// Shows what would come of a preset for the files that are shown.
  void propose(Preset preset) {
    document.ifPresent(
        open -> source.get().ifPresent(shown -> presets.propose(preset, open, shown)));
  }

  /// Changes to all of the metadata.
  ProposalViewModel proposals() {
    return proposals;
  }

  /// The different metadata of the open document's files.
  ObservableList<MetadataSource> sources() {
    return sources;
  }

  /// Whose entries are shown; empty while no document is open.
  ObjectProperty<Optional<MetadataSource>> sourceProperty() {
    return source;
  }

  /// The files of a source in a few words: `a.safetensors`, `a.safetensors and 3 more`.
  String filesOf(MetadataSource shown) {
    String first = nameOf(shown.files().getFirst());
    int more = shown.files().size() - 1;
    return more == 0 ? first : messages.text("metadata.files", first, Figures.count(more));
  }

  /// What a file is called that the entries are exported to.
  String suggestedExportName() {
    String name =
        source
            .get()
            .map(shown -> String.valueOf(shown.files().getFirst().path().getFileName()))
            .orElse("");
    return name.replaceFirst("\\.safetensors$", "") + ".metadata.json";
  }

  private String nameOf(TensorFile file) {
    Path folder =
        selection
            .openDocument()
            .map(open -> open.checkpoint().path())
            .filter(path -> file.path().startsWith(path) && !file.path().equals(path))
            .orElse(file.path().getParent());
    Path name = folder == null ? file.path() : folder.relativize(file.path());
    return DisplayText.of(name.toString());
  }

  /// The entries that are shown, in which order, and how many there are.
  EntryRows rows() {
    return rows;
  }

  /// The entries that saving would remove, as they are in the file.
  ObservableList<Entry> removed() {
    return removed;
  }

  /// The keys of all metadata of the document with what they have: those that are shown first, then
  /// those of other files.
  public Map<String, String> keys() {
    Map<String, String> keys = new LinkedHashMap<>();
    editing.entries().forEach(entry -> keys.putIfAbsent(entry.key(), entry.value()));
    sources.forEach(each -> each.entries().entries().forEach(keys::putIfAbsent));
    return keys;
  }

  /// Selects the entry with a key; of those that are not shown, in the first files that have it.
  void showKey(String key) {
    if (editing.entry(key).isEmpty()) {
      sources.stream()
          .filter(each -> each.entries().entries().containsKey(key))
          .findFirst()
          .ifPresent(each -> source.set(Optional.of(each)));
    }
    rows.findTextProperty().set("");
    wantedKey = Optional.of(key);
    keepSelection();
  }

  /// The row that is to be selected as soon as it is there.
  private Optional<MetadataRow> wanted(List<MetadataRow> shown) {
    Optional<MetadataRow> found =
        wantedKey
            .flatMap(key -> shown.stream().filter(row -> row.key().equals(key)).findFirst())
            .or(
                () ->
                    wantedId.flatMap(
                        id -> shown.stream().filter(row -> row.id() == id).findFirst()));
    if (found.isPresent()) {
      wantedKey = Optional.empty();
      wantedId = Optional.empty();
    }
    return found;
  }

  /// The selected entry; one of the rows, and empty only where there are none.
  ObjectProperty<Optional<MetadataRow>> selectedRowProperty() {
    return selectedRow;
  }

  /// The ids of all selected entries.
  ObjectProperty<Set<Long>> selectedIdsProperty() {
    return selectedIds;
  }

  /// Selects entries.
  ///
  /// @param row the one whose value is shown
  /// @param ids of all of them
  void select(MetadataRow row, Set<Long> ids) {
    selectedIndex = rows.shown().indexOf(row);
    selectedIds.set(Set.copyOf(ids));
    selectedRow.set(Optional.of(row));
  }

  /// What is shown of the selected entry; follows the selection with a delay.
  ReadOnlyObjectProperty<Optional<MetadataDetail>> detailProperty() {
    return detail.getReadOnlyProperty();
  }

  /// What the find field holds; changing it filters the rows.
  public StringProperty findTextProperty() {
    return rows.findTextProperty();
  }
}
