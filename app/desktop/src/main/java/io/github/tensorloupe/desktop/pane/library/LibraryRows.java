package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Heading;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Item;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Note;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.model.NaturalOrder;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.text.Sentence;

/// The rows of the library: recent files, then each place.
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
    boolean isShortened = query.isEmpty() && !state.byPlace().isEmpty();
    List<Item> items =
        state.recent.stream()
            .map(this::item)
            .filter(query::matches)
            .limit(isShortened ? MAX_RECENT_SHOWN : Long.MAX_VALUE)
            .toList();
    if (!items.isEmpty()) {
      String order = messages.text("library.recent.order");
      rows.add(new Heading(messages.text("library.recent"), order, Optional.empty()));
      rows.addAll(items);
    }
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
    List<Item> matching =
        entries.stream().sorted(sort.order()).map(Item::of).filter(query::matches).toList();
    if (matching.isEmpty() && !query.isEmpty()) {
      return;
    }
    String title =
        place.kind() == Place.Kind.CACHE
            ? messages.text("library.cache")
            : DisplayText.of(nameOf(place.folder()));
    rows.add(new Heading(title, captionOf(place, entries), Optional.of(place)));
    rows.addAll(matching);
    if (query.isEmpty()) {
      List<Sentence> problems = state.problemsIn(place);
      problems.forEach(sentence -> rows.add(new Note(messages.sentence(sentence), true)));
      if (entries.isEmpty() && problems.isEmpty()) {
        String key = isScanning ? "library.looking" : "library.none-here";
        rows.add(new Note(messages.text(key), false));
      }
    }
  }

  private String captionOf(Place place, List<LibraryEntry> entries) {
    String folder = DisplayText.of(place.folder().toString(), PATH_CHARACTERS);
    if (entries.isEmpty()) {
      return folder;
    }
    long byteCount = entries.stream().mapToLong(entry -> entry.contents().byteLength()).sum();
    return String.join(
        " · ", folder, messages.count("library.count", entries.size()), messages.bytes(byteCount));
  }

  String nothing() {
    if (!query.isEmpty()) {
      return messages.text("library.nothing-matches");
    }
    boolean isLooking = isScanning && state.byPlace().isEmpty();
    return messages.text(isLooking ? "library.looking" : "library.nothing");
  }

  /// Search words, all of which must occur in the name, path, dtypes or state.
  record Query(List<String> words) {

    static Query of(String text) {
      return new Query(List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+")));
    }

    boolean isEmpty() {
      return words.stream().allMatch(String::isEmpty);
    }

    boolean matches(Item item) {
      if (isEmpty()) {
        return true;
      }
      StringJoiner text = new StringJoiner("\n").add(item.name()).add(item.path().toString());
      for (LibraryEntry entry : item.entry().stream().toList()) {
        entry.contents().dtypes().forEach(dtype -> text.add(dtype.name()));
        text.add(entry.state().name());
        entry.revision().ifPresent(it -> text.add(it.commit()));
      }
      String lower = text.toString().toLowerCase(Locale.ROOT);
      return words.stream().allMatch(lower::contains);
    }
  }

  enum LibrarySort {
    NAME(
        Comparator.comparing(
            entry -> entry.name().toLowerCase(Locale.ROOT), NaturalOrder.INSTANCE)),
    SIZE(
        Comparator.comparingLong((LibraryEntry entry) -> entry.contents().byteLength()).reversed()),
    RECENT(Comparator.comparing(LibraryEntry::modified).reversed());

    private final Comparator<LibraryEntry> order;

    LibrarySort(Comparator<LibraryEntry> order) {
      this.order = order;
    }

    String messageKey() {
      return "library.sort." + name().toLowerCase(Locale.ROOT);
    }

    Comparator<LibraryEntry> order() {
      return order.thenComparing(LibraryEntry::name).thenComparing(LibraryEntry::path);
    }
  }

  sealed interface LibraryRow {

    /// @param caption path, count and size
    /// @param place empty for recent files
    record Heading(String title, String caption, Optional<Place> place) implements LibraryRow {

      /// True if the place can be removed from the library.
      boolean isRemovable() {
        return place.map(each -> each.kind() == Place.Kind.FOLDER).orElse(false);
      }
    }

    record Note(String sentence, boolean isProblem) implements LibraryRow {}

    /// @param name for display
    /// @param entry empty until it was inspected
    /// @param opened when it was last opened; empty except for recent files
    record Item(
        Path path,
        String name,
        Optional<LibraryEntry> entry,
        Optional<Instant> opened,
        boolean isGone)
        implements LibraryRow {

      static Item of(LibraryEntry entry) {
        return new Item(entry.path(), entry.name(), Optional.of(entry), Optional.empty(), false);
      }
    }
  }
}
