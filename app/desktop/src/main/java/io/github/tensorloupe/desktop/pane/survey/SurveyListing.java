package io.github.tensorloupe.desktop.pane.survey;

import module java.base;

import io.github.tensorloupe.desktop.selection.SurveyHealth;
import io.github.tensorloupe.desktop.selection.SurveyRow;
import io.github.tensorloupe.desktop.selection.figures.FigureCondition.Written;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.NaturalOrder;

/// The shown files of a survey, in their order.
///
/// @param counts the number of files of each health that match the words, regardless of the chosen
///   health
/// @param bins consecutive files, each represented by one bar
record SurveyListing(List<SurveyRow> shown, Map<SurveyHealth, Integer> counts, List<Bin> bins) {

  static final SurveyListing EMPTY = new SurveyListing(List.of(), Map.of(), List.of());

  private static final int MAX_BINS = 160;

  /// A range of consecutive files.
  ///
  /// @param first the index of the first file
  /// @param worstIndex the index of a file with the worst health
  /// @param meanSize in bytes
  record Bin(int first, int count, int worstIndex, SurveyHealth worst, double meanSize) {}

  /// The columns with their sort orders. Figures are sorted in descending order.
  enum SurveyColumnOrder {
    PATH(Comparator.comparing(SurveyRow::path, NaturalOrder.INSTANCE)),
    HEALTH(Comparator.comparing(SurveyRow::health)),
    MODEL(text(SurveyRow::model)),
    FAMILY(text(SurveyRow::family)),
    DTYPE(text(SurveyRow::dtype)),
    TENSORS(Comparator.comparingLong(SurveyRow::tensorCount).reversed()),
    PARAMETERS(Comparator.comparingLong(SurveyRow::parameterCount).reversed()),
    SIZE(Comparator.comparingLong(SurveyRow::size).reversed()),
    NAN(Comparator.comparingLong(SurveyRow::nanCount).reversed()),
    INF(Comparator.comparingLong(SurveyRow::infCount).reversed()),
    FINDINGS(text(row -> String.join(", ", row.findings()))),
    CHANGED(Comparator.comparing(SurveyRow::modified).reversed());

    private final Comparator<SurveyRow> order;

    SurveyColumnOrder(Comparator<SurveyRow> order) {
      this.order = order;
    }

    private static Comparator<SurveyRow> text(Function<SurveyRow, String> text) {
      return Comparator.comparing((SurveyRow row) -> text.apply(row).isEmpty())
          .thenComparing(text, NaturalOrder.INSTANCE);
    }
  }

  /// The filter and the order.
  ///
  /// @param words search terms, all of which must occur in the texts of a file, or hold as a
  ///   condition
  /// @param health the selected health values; all if empty
  /// @param by empty for the order of the results
  record Wanted(
      String words, Set<SurveyHealth> health, Optional<SurveyColumnOrder> by, boolean isReversed) {

    static final Wanted ALL = new Wanted("", Set.of(), Optional.empty(), false);
  }

  /// @param healthTexts the text for each health
  static SurveyListing of(
      List<SurveyRow> rows, Wanted wanted, Map<SurveyHealth, String> healthTexts) {
    Predicate<SurveyRow> matches = matching(wanted.words, healthTexts);
    Map<SurveyHealth, Integer> counts = new EnumMap<>(SurveyHealth.class);
    List<SurveyRow> shown = new ArrayList<>();
    for (SurveyRow row : rows) {
      if (matches.test(row)) {
        counts.merge(row.health(), 1, Integer::sum);
        if (wanted.health.isEmpty() || wanted.health.contains(row.health())) {
          shown.add(row);
        }
      }
    }
    wanted.by.ifPresent(by -> shown.sort(wanted.isReversed ? by.order.reversed() : by.order));
    return new SurveyListing(List.copyOf(shown), counts, bins(shown));
  }

  private static Predicate<SurveyRow> matching(
      String words, Map<SurveyHealth, String> healthTexts) {
    return Stream.of(words.strip().split("\\s+"))
        .filter(word -> !word.isEmpty())
        .map(word -> matching(word, healthTexts, Written.of(word)))
        .reduce(_ -> true, Predicate::and);
  }

  private static Predicate<SurveyRow> matching(
      String word, Map<SurveyHealth, String> healthTexts, Optional<Written> condition) {
    if (condition.isPresent()) {
      Written written = condition.get();
      return row ->
          written.bound().isEmpty()
              || row.figure(written.word()).stream()
                  .anyMatch(it -> written.relation().holds(it, written.bound().getAsDouble()));
    }
    String lower = word.toLowerCase(Locale.ROOT);
    return row ->
        Stream.concat(
                Stream.of(
                    row.path(),
                    row.model(),
                    row.family(),
                    row.dtype(),
                    row.type(),
                    healthTexts.getOrDefault(row.health(), "")),
                row.findings().stream())
            .anyMatch(text -> text.toLowerCase(Locale.ROOT).contains(lower));
  }

  private static List<Bin> bins(List<SurveyRow> rows) {
    int count = Math.min(MAX_BINS, rows.size());
    List<Bin> bins = new ArrayList<>(count);
    for (int bin = 0; bin < count; bin++) {
      int begin = (int) ((long) rows.size() * bin / count);
      int end = (int) ((long) rows.size() * (bin + 1) / count);
      int worst = begin;
      double size = 0;
      for (int i = begin; i < end; i++) {
        size += Math.max(0, rows.get(i).size());
        if (rows.get(i).health().compareTo(rows.get(worst).health()) < 0) {
          worst = i;
        }
      }
      bins.add(new Bin(begin, end - begin, worst, rows.get(worst).health(), size / (end - begin)));
    }
    return bins;
  }

  /// Returns the style class suffix of a health, which is the same as in the library.
  static String tone(SurveyHealth health) {
    return switch (health) {
      case UNREADABLE, DAMAGED, NAN_AND_INF, NAN, INF -> "danger";
      case DOUBTFUL -> "warning";
      case LOADS -> "muted";
      case HEALTHY -> "success";
    };
  }

  static String messageKey(SurveyHealth health) {
    return "survey.health." + Messages.word(health);
  }
}
