package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.JsonTextException;
import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.identify.EmbeddedImage;

/// The selected entries, and the details of the entry whose value is shown. One row is always
/// selected unless there are no rows. Belongs to the FX thread; details are read in the background.
final class EntrySelection {

  /// The selected entry, with all forms of its value.
  ///
  /// @param text the beginning of the value
  record Detail(
      MetadataRow row,
      ReadableText text,
      Optional<JsonEdit> json,
      Optional<FactTableView.FactTable> facts,
      Optional<EmbeddedImage> image) {

    static Detail of(MetadataRow row) {
      return new Detail(
          row,
          ReadableText.of(row.value()),
          json(row),
          FactTableView.FactTable.of(row.key(), row.value()),
          EmbeddedImage.of(row.key(), row.value()));
    }

    private static Optional<JsonEdit> json(MetadataRow row) {
      try {
        return row.isJson() ? Optional.of(JsonEdit.of(row.value())) : Optional.empty();
      } catch (JsonTextException e) {
        throw new IllegalStateException("the value was JSON when the row was created", e);
      }
    }
  }

  private record Position(Optional<String> key, int index) {}

  private final EntryRows rows;
  private final JobSlot<Detail> detailSlot;
  private final Messages messages;

  /// The row whose value is shown; empty only if there are no rows.
  final ObjectProperty<Optional<MetadataRow>> row = new SimpleObjectProperty<>(Optional.empty());

  final ObjectProperty<Set<Long>> ids = new SimpleObjectProperty<>(Set.of());

  /// The details of the selected entry. Updated in the background when the selection changes.
  final ReadOnlyObjectProperty<Optional<Detail>> detail;

  private Consumer<String> onChosen = _ -> {};
  private int index;
  private Optional<String> requestedKey = Optional.empty();
  private Optional<Long> requestedId = Optional.empty();
  private Optional<Position> remembered = Optional.empty();

  EntrySelection(EntryRows rows, Jobs jobs, Messages messages) {
    this.rows = rows;
    this.messages = messages;
    this.detailSlot = new JobSlot<>(jobs);
    this.detail = detailSlot.resultProperty();
    rows.onUpdate(this::update);
    row.subscribe(this::describe);
  }

  /// Sets a listener for the key of each entry that the user selects.
  void onChosen(Consumer<String> listener) {
    onChosen = listener;
  }

  /// Clears the selected row before other entries are shown.
  void clear() {
    index = 0;
    row.set(Optional.empty());
  }

  /// Cancels a pending selection of a key.
  ///
  /// @param same true if the same file is shown again, so that the selected position must be
  ///   restored
  void begin(boolean same) {
    Position position = new Position(row.get().map(MetadataRow::key), index);
    requestedKey = Optional.empty();
    remembered = same ? Optional.of(position) : Optional.empty();
  }

  /// Returns whether there is a position to restore, because the same document is being shown
  /// again, for example after a save.
  boolean isReturning() {
    return remembered.isPresent();
  }

  /// Selects the row with this key now, or as soon as it is shown.
  void selectKey(String key) {
    requestedKey = Optional.of(key);
    update();
  }

  /// Selects the row of this entry as soon as it is shown.
  void selectWhenShown(Optional<Long> id) {
    requestedId = id;
  }

  /// @param shown the row whose value is shown
  /// @param all the ids of all selected entries
  void select(MetadataRow shown, Set<Long> all) {
    index = rows.shown.indexOf(shown);
    ids.set(Set.copyOf(all));
    row.set(Optional.of(shown));
    onChosen.accept(shown.key());
  }

  private void update() {
    List<MetadataRow> shown = rows.shown;
    int last = Math.max(0, shown.size() - 1);
    Optional<Long> before = row.get().map(MetadataRow::id);
    Optional<String> key = requestedKey;
    Optional<MetadataRow> now =
        requested()
            .or(() -> before.flatMap(id -> first(each -> each.id() == id)))
            .or(this::remembered)
            .or(() -> shown.stream().skip(Math.clamp(index, 0, last)).findFirst());
    now.ifPresent(each -> index = shown.indexOf(each));
    if (!now.map(MetadataRow::id).equals(before)) {
      ids.set(now.map(each -> Set.of(each.id())).orElse(Set.of()));
    }
    row.set(now);
    key.filter(_ -> requestedKey.isEmpty()).ifPresent(onChosen);
  }

  private Optional<MetadataRow> first(Predicate<MetadataRow> condition) {
    return rows.shown.stream().filter(condition).findFirst();
  }

  private Optional<MetadataRow> requested() {
    Optional<MetadataRow> match =
        requestedKey
            .flatMap(key -> first(each -> each.key().equals(key)))
            .or(() -> requestedId.flatMap(id -> first(each -> each.id() == id)));
    if (match.isPresent()) {
      requestedKey = Optional.empty();
      requestedId = Optional.empty();
    }
    return match;
  }

  private Optional<MetadataRow> remembered() {
    if (rows.shown.isEmpty() || remembered.isEmpty()) {
      return Optional.empty();
    }
    Position position = remembered.get();
    remembered = Optional.empty();
    index = position.index();
    return position.key().flatMap(key -> first(each -> each.key().equals(key)));
  }

  private void describe(Optional<MetadataRow> described) {
    if (described.isEmpty()) {
      detailSlot.clear();
      return;
    }
    detailSlot.start(
        messages.text("metadata.job.read"),
        (_, _) -> Detail.of(described.get()),
        PaneException.orPart(() -> describe(described)));
  }
}
