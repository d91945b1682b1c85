package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.PaneException;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement;
import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement.Order;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.work.Cancellation;

/// The rows of the table: the entries that match the search, in the selected order. Belongs to the
/// FX thread; reading, searching and sorting run in the background.
///
/// Small changes to the entries are applied immediately, row by row. A changed row stays in its
/// position even if it no longer matches the search, so that it does not disappear while the user
/// edits it.
final class EntryRows {

  private static final int MAX_ROWS_AT_ONCE = 1000;
  private static final int MAX_CHARACTERS_AT_ONCE = 100_000;

  private final Messages messages;
  private final JobSlot<List<MetadataRow>> reading;
  private final JobSlot<List<MetadataRow>> arranging;
  final ObservableList<MetadataRow> shown = FXCollections.observableArrayList();
  final IntegerProperty count = new SimpleIntegerProperty();

  /// The total size of entries that only reserve space, in bytes.
  final IntegerProperty reserve = new SimpleIntegerProperty();

  final StringProperty findText = new SimpleStringProperty("");
  final ObjectProperty<Order> order = new SimpleObjectProperty<>(Order.FILE);
  private List<Entry> entries = List.of();
  private List<MetadataRow> all = new ArrayList<>();
  private long highestId = -1;
  private boolean isRead = true;
  private Runnable onUpdate = () -> {};

  EntryRows(Jobs jobs, Messages messages) {
    this.messages = messages;
    this.reading = new JobSlot<>(jobs);
    this.arranging = new JobSlot<>(jobs);
    findText.subscribe(_ -> arrange());
    order.subscribe(_ -> arrange());
  }

  void onUpdate(Runnable listener) {
    onUpdate = listener;
  }

  void show(List<Entry> other) {
    entries = other;
    highestId = -1;
    updateHighestId(other);
    replace(new ArrayList<>());
    read();
  }

  /// Returns the first of the given entries that is not shown now but was shown before, such as an
  /// entry restored by undo. Ids are never reused.
  Optional<Long> findRestored(List<Entry> now) {
    Replacement<Entry> splice = Replacement.between(entries, now);
    Set<Long> present = splice.in(entries).stream().map(Entry::id).collect(Collectors.toSet());
    return splice.added().stream()
        .map(Entry::id)
        .filter(id -> id <= highestId && !present.contains(id))
        .findFirst();
  }

  /// Shows changed entries.
  void update(List<Entry> now) {
    if (now == entries) {
      return;
    }
    Replacement<Entry> splice = Replacement.between(entries, now);
    entries = now;
    updateHighestId(splice.added());
    if (isRead && isSmall(splice)) {
      applyChange(splice);
    } else {
      read();
    }
  }

  private void updateHighestId(List<Entry> added) {
    highestId = Math.max(highestId, added.stream().mapToLong(Entry::id).max().orElse(-1));
  }

  private static boolean isSmall(Replacement<Entry> splice) {
    long characters = 0;
    for (Entry entry : splice.added()) {
      characters += (long) entry.key().length() + entry.value().length();
    }
    return splice.removedCount() <= MAX_ROWS_AT_ONCE
        && splice.added().size() <= MAX_ROWS_AT_ONCE
        && characters <= MAX_CHARACTERS_AT_ONCE;
  }

  private void read() {
    isRead = false;
    List<Entry> read = entries;
    reading.start(
        messages.text("metadata.job.read"),
        (cancellation, _) -> MetadataRow.of(read, cancellation),
        this::replace,
        PaneException.orWhole(this::read));
  }

  private void replace(List<MetadataRow> rows) {
    reading.clear();
    isRead = true;
    all = rows;
    countRows();
    arrange();
  }

  private void arrange() {
    Arrangement arrangement = new Arrangement(findText.get().strip(), order.get());
    List<MetadataRow> arranged = new ArrayList<>(all);
    arranging.start(
        messages.text("metadata.job.find"),
        (cancellation, _) -> arrangement.arrange(arranged, cancellation),
        matches -> {
          shown.setAll(matches);
          onUpdate.run();
        },
        PaneException.orPart(this::arrange));
  }

  private void applyChange(Replacement<Entry> splice) {
    List<MetadataRow> added = MetadataRow.of(splice.added(), Cancellation.NEVER);
    List<MetadataRow> range = splice.in(all);
    List<MetadataRow> removed = List.copyOf(range);
    range.clear();
    all.addAll(splice.begin(), added);
    countRows();
    if (arranging.isRunning()) {
      arrange();
    } else {
      show(Replacement.between(shown, isComplete() ? rowsOf(all) : patched(removed, added)));
      onUpdate.run();
    }
  }

  private static List<MetadataRow> rowsOf(List<MetadataRow> rows) {
    return rows.stream().filter(row -> !row.isReserve()).toList();
  }

  /// Returns whether all rows are shown in file order, so that they can be moved.
  boolean isComplete() {
    return order.get() == Order.FILE && findText.get().isBlank();
  }

  private List<MetadataRow> patched(List<MetadataRow> removed, List<MetadataRow> added) {
    SortedMap<Long, MetadataRow> after = new TreeMap<>();
    rowsOf(added).forEach(row -> after.put(row.id(), row));
    Set<Long> before = removed.stream().map(MetadataRow::id).collect(Collectors.toSet());
    List<MetadataRow> patched = new ArrayList<>();
    for (MetadataRow row : shown) {
      MetadataRow now = before.contains(row.id()) ? after.get(row.id()) : row;
      if (now != null) {
        patched.add(now);
      }
    }
    after.keySet().removeAll(before);
    patched.addAll(after.values());
    return patched;
  }

  /// Replaces rows in place if possible, so that they remain selected.
  private void show(Replacement<MetadataRow> splice) {
    List<MetadataRow> added = splice.added();
    int common = Math.min(splice.removedCount(), added.size());
    int end = splice.begin() + common;
    for (int i = 0; i < common; i++) {
      shown.set(splice.begin() + i, added.get(i));
    }
    shown.remove(end, splice.begin() + splice.removedCount());
    shown.addAll(end, added.subList(common, added.size()));
  }

  private void countRows() {
    count.set(rowsOf(all).size());
    reserve.set(
        all.stream().filter(MetadataRow::isReserve).mapToInt(row -> row.value().length()).sum());
  }

  /// A range of a list and the items that replace it.
  private record Replacement<T>(int begin, int removedCount, List<T> added) {

    /// Returns the difference between two lists, from the first to the last differing item.
    /// Compares by identity, so that no text is compared.
    static <T> Replacement<T> between(List<T> before, List<T> after) {
      int shorter = Math.min(before.size(), after.size());
      int begin = 0;
      while (begin < shorter && before.get(begin) == after.get(begin)) {
        begin++;
      }
      int same = 0;
      while (same < shorter - begin
          && before.get(before.size() - 1 - same) == after.get(after.size() - 1 - same)) {
        same++;
      }
      int end = after.size() - same;
      return new Replacement<>(begin, before.size() - same - begin, after.subList(begin, end));
    }

    <E> List<E> in(List<E> list) {
      return list.subList(begin, begin + removedCount);
    }
  }
}
