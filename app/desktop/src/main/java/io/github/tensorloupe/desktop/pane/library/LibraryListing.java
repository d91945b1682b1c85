package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.NaturalOrder;

/// The models that are shown, in their order, and the available filter options.
///
/// @param shown the models that match the search and all filters
/// @param all the models without search and filters
/// @param options for each filter, its values and the number of models with each value that match
///   the search and the other filters
record LibraryListing(
    List<LibraryItem> shown,
    Collection<LibraryItem> all,
    Map<Facet, SequencedMap<String, Integer>> options) {

  /// The message key that is the value of favorites in the filter of tags.
  static final String FAVORITES = "library.favorites";

  static final LibraryListing EMPTY = new LibraryListing(List.of(), List.of(), Map.of());

  /// @param chosen the accepted values of each filter; empty for an unused filter
  static LibraryListing of(
      Collection<LibraryItem> all, Query query, Map<Facet, Set<String>> chosen, Order order) {
    Map<Facet, SequencedMap<String, Integer>> options = new EnumMap<>(Facet.class);
    List<LibraryItem> shown = new ArrayList<>();
    for (LibraryItem item : all) {
      if (query.matches(item)) {
        List<Facet> mismatches =
            chosen.entrySet().stream()
                .filter(each -> !each.getValue().isEmpty())
                .filter(each -> Collections.disjoint(each.getKey().values(item), each.getValue()))
                .map(Map.Entry::getKey)
                .toList();
        if (mismatches.isEmpty()) {
          shown.add(item);
        }
        for (Facet facet : Facet.values()) {
          if (mismatches.isEmpty() || mismatches.equals(List.of(facet))) {
            SequencedMap<String, Integer> counts =
                options.computeIfAbsent(facet, _ -> new TreeMap<>(NaturalOrder.INSTANCE));
            facet.values(item).forEach(value -> counts.merge(value, 1, Integer::sum));
          }
        }
      }
    }
    shown.sort(order.comparator());
    return new LibraryListing(shown, List.copyOf(all), options);
  }

  /// Returns the titles of all models by path.
  SequencedMap<Path, String> titles() {
    SequencedMap<Path, String> titles = new LinkedHashMap<>();
    all.forEach(item -> titles.put(item.path(), item.title()));
    return titles;
  }

  /// Returns the shown models that are not adapters.
  List<Path> bases() {
    return shown.stream()
        .filter(item -> !item.isDeleted() && !item.facts().kind().isAdapter())
        .map(LibraryItem::path)
        .toList();
  }

  boolean hasOtherFormats() {
    return all.stream().anyMatch(LibraryItem::isOfOtherFormat);
  }

  int allCount() {
    return all.size();
  }

  long byteLength() {
    return shown.stream().mapToLong(LibraryItem::byteLength).sum();
  }

  /// A property of models that the library can be filtered by. A value is a localized text; the
  /// empty text represents models for which the property is unknown.
  enum Facet {
    KIND(item -> List.of(item.kind())),
    FAMILY(item -> List.of(item.family())),
    PRECISION(item -> List.of(item.precision())),
    HEALTH(item -> List.of(item.health().messageKey())),
    FOLDER(LibraryItem::folders),
    /// The own tags, and the favorites.
    TAG(
        item ->
            item.mark().isFavorite()
                ? Stream.concat(Stream.of(FAVORITES), item.mark().tags().stream()).toList()
                : item.mark().tags()),
    FORMAT(item -> List.of(item.format()));

    private final Function<LibraryItem, List<String>> values;

    Facet(Function<LibraryItem, List<String>> values) {
      this.values = values;
    }

    List<String> values(LibraryItem item) {
      return values.apply(item);
    }
  }

  /// The words of a search, all of which must occur in the searched text.
  ///
  /// @param mustFit true if only models that fit a chosen base match
  record Query(List<String> words, boolean mustFit) {

    static Query of(String text, boolean mustFit) {
      return new Query(
          Stream.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+"))
              .filter(word -> !word.isEmpty())
              .toList(),
          mustFit);
    }

    boolean isEmpty() {
      return words.isEmpty() && !mustFit;
    }

    boolean matches(LibraryItem item) {
      return (!mustFit || !item.fit().isEmpty())
          && words.stream().allMatch(item.searched()::contains);
    }
  }

  /// A sort order.
  enum LibrarySort {
    /// Most recently opened first, then by name.
    RECENT(
        Comparator.comparing(
            (LibraryItem item) -> item.opened().orElse(Instant.MIN), Comparator.reverseOrder())),
    NAME(
        Comparator.comparing(item -> item.title().toLowerCase(Locale.ROOT), NaturalOrder.INSTANCE)),
    KIND(knownFirst(LibraryItem::kind).thenComparing(knownFirst(LibraryItem::family))),
    FAMILY(knownFirst(LibraryItem::family).thenComparing(knownFirst(LibraryItem::kind))),
    RANK(Comparator.comparingLong(LibraryItem::highestRank).reversed()),
    EFFECTIVE_RANK(
        Comparator.comparingDouble(
            (LibraryItem item) -> Double.isNaN(item.effectiveRank()) ? 0 : -item.effectiveRank())),
    PRECISION(knownFirst(LibraryItem::precision)),
    TRIGGER_WORDS(knownFirst(LibraryItem::words)),
    /// The own tags.
    TAGS(knownFirst(LibraryItem::tagLine)),
    SIZE(Comparator.comparingLong(LibraryItem::byteLength).reversed()),
    HEALTH(Comparator.comparing(LibraryItem::health)),
    DATE(Comparator.comparing(LibraryItem::modified).reversed());

    private final Comparator<LibraryItem> comparator;

    LibrarySort(Comparator<LibraryItem> comparator) {
      this.comparator = comparator;
    }

    private static Comparator<LibraryItem> knownFirst(Function<LibraryItem, String> text) {
      return Comparator.comparing((LibraryItem item) -> text.apply(item).isEmpty())
          .thenComparing(text, NaturalOrder.INSTANCE);
    }

    String messageKey() {
      return "library.sort." + Messages.word(this);
    }
  }

  /// @param isReversed true if the order is reversed
  record Order(LibrarySort by, boolean isReversed) {

    static final Order DEFAULT = new Order(LibrarySort.RECENT, false);

    /// Returns the order, in which files of other formats are the last group. Of these, recently
    /// opened files are not in the group if the models are sorted by the time of opening.
    Comparator<LibraryItem> comparator() {
      Comparator<LibraryItem> order = isReversed ? by.comparator.reversed() : by.comparator;
      Comparator<LibraryItem> group =
          Comparator.comparing(
              item ->
                  item.isOfOtherFormat() && (by != LibrarySort.RECENT || item.opened().isEmpty()));
      return group
          .thenComparing(order)
          .thenComparing(LibrarySort.NAME.comparator)
          .thenComparing(LibraryItem::name, NaturalOrder.INSTANCE)
          .thenComparing(LibraryItem::path);
    }
  }
}
