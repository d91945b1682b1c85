package io.github.tensorloupe.analysis.health;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.TensorData;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/// Says what the health scan has found, in sentences. The same for the command line and the window.
public final class HealthFindings {

  /// How many findings about runs of zero-filled pages one tensor may have.
  static final int MAX_RUN_FINDINGS = 16;

  private final TensorData tensor;
  private final TensorHealth health;
  private final List<Finding> findings = new ArrayList<>();

  private HealthFindings(TensorData tensor, TensorHealth health) {
    this.tensor = tensor;
    this.health = health;
  }

  /// The findings about one tensor, the worst first. Of NaN, infinities and invalid bytes the range
  /// is the bytes of the first one, of zero-filled pages there is one finding for each of the first
  /// runs, of other things the range is that of the tensor.
  public static List<Finding> of(TensorData tensor, TensorHealth health) {
    HealthFindings all = new HealthFindings(tensor, health);
    health.issues().forEach(all::tell);
    return all.findings;
  }

  private void tell(HealthIssue issue) {
    switch (issue) {
      case NAN ->
          tellPlace(
              issue, String.format(Locale.ROOT, "%,d NaN", health.nan().count()), health.nan());
      case INF -> tellInfinities();
      case ALL_ZERO ->
          tell(
              issue,
              tensor.range(),
              "holds %,d zeros and nothing else%s",
              health.partCount(),
              untrained());
      case INITIAL_ZEROS ->
          tell(
              issue,
              tensor.range(),
              "holds %,d zeros and nothing else, with which %s begin: usual where they are not"
                  + " trained",
              health.partCount(),
              initialWords());
      case INITIAL_ONES ->
          tell(
              issue,
              tensor.range(),
              "holds 1 in all %s, with which %s begin: usual where they are not trained",
              elements(),
              initialWords());
      case CONSTANT -> tell(issue, tensor.range(), "holds the same value in all %s", elements());
      case EQUAL_ROWS ->
          tell(
              issue,
              tensor.range(),
              "has %s equal rows",
              Long.toUnsignedString(tensor.info().shape().dimension(0)));
      case ZERO_PAGES -> tellRuns();
      case INVALID_BOOL ->
          tellPlace(
              issue,
              String.format(Locale.ROOT, "%,d bytes other than 0 and 1", health.invalid().count()),
              health.invalid());
    }
  }

  /// What zeros in an adapter mean.
  private String untrained() {
    return InitialValue.of(tensor.info()).filter(value -> !value.isHarmless()).isPresent()
        ? ", with which " + initialWords() + " begin: it was not trained and changes nothing"
        : "";
  }

  private String initialWords() {
    return InitialValue.of(tensor.info()).orElseThrow().words();
  }

  private String elements() {
    int parts = ElementType.of(tensor.info().dtype()).partsPerElement();
    return String.format(Locale.ROOT, "%,d elements", health.partCount() / parts);
  }

  private void tellInfinities() {
    Occurrences positive = health.positiveInfinity();
    Occurrences negative = health.negativeInfinity();
    long first =
        Stream.of(positive, negative)
            .filter(Occurrences::any)
            .mapToLong(Occurrences::firstIndex)
            .min()
            .orElseThrow();
    String what =
        Stream.of(counted(positive, "+Infinity"), counted(negative, "-Infinity"))
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining(" and "));
    tellPlace(HealthIssue.INF, what, new Occurrences(positive.count() + negative.count(), first));
  }

  private static String counted(Occurrences occurrences, String what) {
    return occurrences.any() ? String.format(Locale.ROOT, "%,d %s", occurrences.count(), what) : "";
  }

  /// Tells where the first of several parts is.
  private void tellPlace(HealthIssue issue, String what, Occurrences places) {
    ByteRange bytes = tensor.bytesOfPart(places.firstIndex());
    tell(
        issue,
        bytes,
        "has %s among %,d values, the first at index %s, file offset %,d",
        what,
        health.partCount(),
        indexText(places.firstIndex()),
        bytes.begin());
  }

  /// Where a part is in the shape, as `[77, 201]`.
  private String indexText(long partIndex) {
    int parts = ElementType.of(tensor.info().dtype()).partsPerElement();
    return new ElementPosition(tensor.info(), partIndex / parts).indexText();
  }

  private void tellRuns() {
    ZeroPages pages = health.zeroPages();
    int told = Math.min(MAX_RUN_FINDINGS, pages.runs().size());
    for (int i = 0; i < told; i++) {
      ByteRange run = pages.runs().get(i);
      long others = pages.runCount() - told;
      String more =
          i == told - 1 && others > 0
              ? String.format(
                  Locale.ROOT,
                  "; %,d more runs follow, %,d such pages in all",
                  others,
                  pages.pageCount())
              : "";
      tell(
          HealthIssue.ZERO_PAGES,
          run,
          "holds nothing but zero bytes in %s of 4 KiB, file offset %,d to %,d%s",
          pageText(run.byteCount() / ZeroPages.PAGE_BYTES),
          run.begin(),
          run.end(),
          more);
    }
  }

  private static String pageText(long count) {
    return count == 1 ? "1 whole page" : String.format(Locale.ROOT, "%,d whole pages", count);
  }

  private void tell(HealthIssue issue, ByteRange range, String what, Object... figures) {
    String name = tensor.info().name();
    String message =
        "The tensor \"%s\" %s."
            .formatted(DisplayText.of(name), String.format(Locale.ROOT, what, figures));
    findings.add(
        new Finding(
            issue.code(), message, Optional.of(name), Optional.of(range), issue.severity()));
  }
}
