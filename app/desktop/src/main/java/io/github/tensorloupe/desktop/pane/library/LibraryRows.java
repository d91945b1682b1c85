package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.LibraryRow.Heading;
import io.github.tensorloupe.desktop.pane.library.LibraryRow.Item;
import io.github.tensorloupe.desktop.pane.library.LibraryRow.Note;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.text.Sentence;

/// The rows of the library: recent files, then each place.
///
/// @param isScanning true if a scan is running
record LibraryRows(
    LibraryState state, Query query, LibrarySort sort, boolean isScanning, Messages messages) {

  /// Applies while other sections follow; searching finds the rest.
  private static final int MAX_RECENT_SHOWN = 6;

  private static final int PATH_CHARACTERS = 400;

  List<LibraryRow> all() {
    List<LibraryRow> rows = new ArrayList<>();
    addRecent(rows);
    state.byPlace().forEach((place, entries) -> add(rows, place, entries));
    return rows;
  }

  private void addRecent(List<LibraryRow> rows) {
    List<Item> items =
        state.recent().stream()
            .map(this::item)
            .filter(query::matches)
            .limit(query.isEmpty() && hasOthers() ? MAX_RECENT_SHOWN : Long.MAX_VALUE)
            .toList();
    if (!items.isEmpty()) {
      rows.add(
          new Heading(
              messages.text("library.recent"),
              messages.text("library.recent.order"),
              Optional.empty()));
      rows.addAll(items);
    }
  }

  private boolean hasOthers() {
    return !state.byPlace().isEmpty();
  }

  private Item item(RecentFile recent) {
    Optional<LibraryEntry> entry = state.recentEntry(recent.path());
    return new Item(
        recent.path(),
        entry.map(LibraryEntry::name).orElseGet(() -> nameOf(recent.path())),
        entry,
        Optional.of(recent.opened()),
        state.isGone(recent.path()));
  }

  private static String nameOf(Path path) {
    return String.valueOf(path.getFileName() == null ? path : path.getFileName());
  }

  private void add(List<LibraryRow> rows, Place place, List<LibraryEntry> entries) {
    List<LibraryEntry> matching =
        entries.stream().filter(query::matches).sorted(sort.order()).toList();
    if (matching.isEmpty() && !query.isEmpty()) {
      return;
    }
    rows.add(new Heading(titleOf(place), captionOf(place, entries), Optional.of(place)));
    matching.forEach(entry -> rows.add(Item.of(entry)));
    if (query.isEmpty()) {
      List<Sentence> problems = state.problemsIn(place);
      problems.forEach(sentence -> rows.add(new Note(messages.sentence(sentence), true)));
      if (entries.isEmpty() && problems.isEmpty()) {
        rows.add(
            new Note(messages.text(isScanning ? "library.looking" : "library.none-here"), false));
      }
    }
  }

  private String titleOf(Place place) {
    return switch (place.kind()) {
      case CACHE -> messages.text("library.cache");
      case FOLDER -> DisplayText.of(nameOf(place.folder()));
    };
  }

  private String captionOf(Place place, List<LibraryEntry> entries) {
    String folder = DisplayText.of(place.folder().toString(), PATH_CHARACTERS);
    if (entries.isEmpty()) {
      return folder;
    }
    long byteCount = entries.stream().mapToLong(entry -> entry.contents().byteLength()).sum();
    return folder + " · " + countOf(entries.size()) + " · " + Figures.bytes(byteCount);
  }

  private String countOf(int count) {
    return count == 1
        ? messages.text("library.count.one")
        : messages.text("library.count", Figures.count(count));
  }

  /// The message where there are no rows.
  String nothing() {
    Map<Place, List<LibraryEntry>> places = state.byPlace();
    if (!query.isEmpty()) {
      return messages.text("library.nothing-matches");
    }
    return messages.text(places.isEmpty() && isScanning ? "library.looking" : "library.nothing");
  }

  /// Search words, all of which must occur in the name, path, dtypes or state.
  record Query(List<String> words) {

    Query {
      words = List.copyOf(words);
    }

    static Query of(String text) {
      return new Query(List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+")));
    }

    /// Returns true if everything matches.
    boolean isEmpty() {
      return words.stream().allMatch(String::isEmpty);
    }

    boolean matches(LibraryEntry entry) {
      return matches(Item.of(entry));
    }

    boolean matches(Item item) {
      if (isEmpty()) {
        return true;
      }
      StringBuilder text = new StringBuilder(item.name()).append('\n').append(item.path());
      item.entry().ifPresent(entry -> addFacts(text, entry));
      String lower = text.toString().toLowerCase(Locale.ROOT);
      return words.stream().allMatch(lower::contains);
    }

    private static void addFacts(StringBuilder text, LibraryEntry entry) {
      for (Dtype dtype : entry.contents().dtypes()) {
        text.append('\n').append(dtype.name());
      }
      text.append('\n').append(entry.state());
      entry.revision().map(Revision::commit).ifPresent(commit -> text.append('\n').append(commit));
    }
  }

  /// The order of the checkpoints of a place.
  enum LibrarySort {
    NAME(
        "library.sort.name",
        Comparator.comparing(
            entry -> entry.name().toLowerCase(Locale.ROOT), NaturalOrder.INSTANCE)),
    SIZE(
        "library.sort.size",
        Comparator.comparingLong((LibraryEntry entry) -> entry.contents().byteLength()).reversed()),
    RECENT("library.sort.recent", Comparator.comparing(LibraryEntry::modified).reversed());

    private final String messageKey;
    private final Comparator<LibraryEntry> order;

    LibrarySort(String messageKey, Comparator<LibraryEntry> order) {
      this.messageKey = messageKey;
      this.order = order;
    }

    /// The message key of its name.
    String messageKey() {
      return messageKey;
    }

    /// A total order.
    Comparator<LibraryEntry> order() {
      return order.thenComparing(LibraryEntry::name).thenComparing(LibraryEntry::path);
    }
  }
}
