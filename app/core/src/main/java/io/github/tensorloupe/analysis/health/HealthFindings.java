package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;

/// The findings of the health scan, for the command line and the window.
public final class HealthFindings {

  /// The most findings about runs of zero-filled pages for one tensor.
  static final int MAX_RUN_FINDINGS = 16;

  private final TensorData tensor;
  private final TensorHealth health;
  private final String name;
  private final List<Finding> findings = new ArrayList<>();

  private HealthFindings(TensorData tensor, TensorHealth health) {
    this.tensor = tensor;
    this.health = health;
    this.name = DisplayText.of(tensor.info().name());
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
      case NAN -> tellPlace(issue, Sentence.of("{0} NaN", health.nan().count()), health.nan());
      case INF -> tellInfinities();
      case ALL_ZERO -> tell(issue, zeros());
      case INITIAL_ZEROS ->
          tell(
              issue,
              Sentence.of(
                  "The tensor \"{0}\" has only zeros ({1}), the initial value of {2}: normal if"
                      + " they are not trained.",
                  name, health.partCount(), initialWords()));
      case INITIAL_ONES ->
          tell(
              issue,
              Sentence.of(
                  "The tensor \"{0}\" has the value 1 in all {1} elements, the initial value of"
                      + " {2}: normal if they are not trained.",
                  name, elementCount(), initialWords()));
      case CONSTANT ->
          tell(
              issue,
              Sentence.of(
                  "The tensor \"{0}\" has the same value in all {1} elements.",
                  name, elementCount()));
      case EQUAL_ROWS ->
          tell(
              issue,
              Sentence.of(
                  "The tensor \"{0}\" has {1} equal rows.",
                  name, Long.toUnsignedString(tensor.info().shape().dimension(0))));
      case ZERO_PAGES -> tellRuns();
      case INVALID_BOOL ->
          tellPlace(
              issue,
              Sentence.of("{0} bytes other than 0 and 1", health.invalid().count()),
              health.invalid());
    }
  }

  /// Zeros in the outer half of an adapter mean that it was not trained.
  private Sentence zeros() {
    return InitialValue.of(tensor.info()).filter(value -> !value.isHarmless()).isPresent()
        ? Sentence.of(
            "The tensor \"{0}\" has only zeros ({1}), the initial value of {2}: it was not trained"
                + " and changes nothing.",
            name, health.partCount(), initialWords())
        : Sentence.of("The tensor \"{0}\" has only zeros ({1}).", name, health.partCount());
  }

  private Sentence initialWords() {
    return InitialValue.of(tensor.info()).orElseThrow().words();
  }

  private long elementCount() {
    return health.partCount() / ElementType.of(tensor.info().dtype()).partsPerElement();
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
    List<Sentence> counted = new ArrayList<>();
    if (positive.any()) {
      counted.add(Sentence.of("{0} +Infinity", positive.count()));
    }
    if (negative.any()) {
      counted.add(Sentence.of("{0} -Infinity", negative.count()));
    }
    Sentence found =
        counted.size() == 1
            ? counted.getFirst()
            : Sentence.of("{0} and {1}", counted.getFirst(), counted.getLast());
    tellPlace(HealthIssue.INF, found, new Occurrences(positive.count() + negative.count(), first));
  }

  /// Tells where the first of several parts is.
  private void tellPlace(HealthIssue issue, Sentence found, Occurrences places) {
    ByteRange bytes = tensor.bytesOfPart(places.firstIndex());
    tell(
        issue,
        bytes,
        Sentence.of(
            "The tensor \"{0}\" has {1} among {2} values, the first at index {3}, file offset"
                + " {4}.",
            name, found, health.partCount(), indexText(places.firstIndex()), bytes.begin()));
  }

  /// The index of a part in the shape, as `[77, 201]`.
  private String indexText(long partIndex) {
    int parts = ElementType.of(tensor.info().dtype()).partsPerElement();
    return new ElementPosition(tensor.info(), partIndex / parts).indexText();
  }

  private void tellRuns() {
    ZeroPages pages = health.zeroPages();
    int toldCount = Math.min(MAX_RUN_FINDINGS, pages.runs().size());
    for (int i = 0; i < toldCount; i++) {
      ByteRange run = pages.runs().get(i);
      long others = pages.runCount() - toldCount;
      Sentence more =
          i == toldCount - 1 && others > 0
              ? Sentence.of(
                  "; {0} more runs follow, {1} such pages in all", others, pages.pageCount())
              : Sentence.of("");
      tell(
          HealthIssue.ZERO_PAGES,
          run,
          Sentence.of(
              "The tensor \"{0}\" has only zero bytes in {1} whole {1#page|pages} of 4 KiB, file"
                  + " offset {2} to {3}{4}.",
              name, run.byteCount() / ZeroPages.PAGE_BYTES, run.begin(), run.end(), more));
    }
  }

  private void tell(HealthIssue issue, Sentence sentence) {
    tell(issue, tensor.range(), sentence);
  }

  private void tell(HealthIssue issue, ByteRange range, Sentence sentence) {
    findings.add(
        new Finding(
            issue.code(),
            sentence,
            Optional.of(tensor.info().name()),
            Optional.of(range),
            issue.severity()));
  }
}
