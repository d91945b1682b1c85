package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.text.Sentence;

/// Creates findings from the results of a health scan.
public final class HealthFindings {

  static final int MAX_RUN_FINDINGS = 16;

  private final TensorData tensor;
  private final TensorHealth health;
  private final String name;
  private final int partsPerElement;
  private final List<Finding> findings = new ArrayList<>();

  private HealthFindings(TensorData tensor, TensorHealth health) {
    this.tensor = tensor;
    this.health = health;
    name = DisplayText.of(tensor.info().name());
    partsPerElement = ElementType.of(tensor.info().dtype()).partsPerElement();
  }

  /// Returns the findings about one tensor, the worst first. The byte range of a finding about NaN,
  /// infinities or invalid bytes is the first such value. Each of the first runs of zero-filled
  /// pages has its own finding. The byte range of all other findings is the entire tensor.
  public static List<Finding> of(TensorData tensor, TensorHealth health) {
    HealthFindings all = new HealthFindings(tensor, health);
    health.issues().forEach(all::addFinding);
    return all.findings;
  }

  private void addFinding(HealthIssue issue) {
    switch (issue) {
      case NAN -> addOccurrences(issue, Sentence.of("{0} NaN", health.nan().count()), health.nan());
      case INF -> addInfinities();
      case INVALID_BOOL ->
          addOccurrences(
              issue,
              Sentence.of("{0} bytes other than 0 and 1", health.invalid().count()),
              health.invalid());
      case ZERO_PAGES -> addZeroPageRuns();
      default -> addFinding(issue, tensor.range(), wholeTensorMessage(issue));
    }
  }

  private Sentence wholeTensorMessage(HealthIssue issue) {
    Optional<InitialValue> initial = InitialValue.of(tensor.info());
    long elementCount = health.partCount() / partsPerElement;
    return switch (issue) {
      // Zeros in the output matrix of an adapter indicate that the adapter was not trained.
      case ALL_ZERO ->
          initial.isPresent() && !initial.get().isHarmless()
              ? Sentence.of(
                  "The tensor \"{0}\" has only zeros ({1}), the initial value of {2}: it was not"
                      + " trained and changes nothing.",
                  name, health.partCount(), initial.get().description)
              : Sentence.of("The tensor \"{0}\" has only zeros ({1}).", name, health.partCount());
      case INITIAL_ZEROS ->
          Sentence.of(
              "The tensor \"{0}\" has only zeros ({1}), the initial value of {2}: normal if"
                  + " they are not trained.",
              name, health.partCount(), initial.orElseThrow().description);
      case INITIAL_ONES ->
          Sentence.of(
              "The tensor \"{0}\" has the value 1 in all {1} elements, the initial value of"
                  + " {2}: normal if they are not trained.",
              name, elementCount, initial.orElseThrow().description);
      case CONSTANT ->
          Sentence.of(
              "The tensor \"{0}\" has the same value in all {1} elements.", name, elementCount);
      case EQUAL_ROWS ->
          Sentence.of(
              "The tensor \"{0}\" has {1} equal rows.",
              name, Long.toUnsignedString(tensor.info().shape().dimension(0)));
      case NAN, INF, ZERO_PAGES, INVALID_BOOL -> throw new IllegalArgumentException("" + issue);
    };
  }

  private void addInfinities() {
    Occurrences positive = health.positiveInfinity();
    Occurrences negative = health.negativeInfinity();
    Sentence ofPositive = Sentence.of("{0} +Infinity", positive.count());
    Sentence ofNegative = Sentence.of("{0} -Infinity", negative.count());
    if (!negative.any()) {
      addOccurrences(HealthIssue.INF, ofPositive, positive);
    } else if (!positive.any()) {
      addOccurrences(HealthIssue.INF, ofNegative, negative);
    } else {
      addOccurrences(
          HealthIssue.INF,
          Sentence.of("{0} and {1}", ofPositive, ofNegative),
          positive.firstIndex() < negative.firstIndex() ? positive : negative);
    }
  }

  private void addOccurrences(HealthIssue issue, Sentence values, Occurrences occurrences) {
    long firstPart = occurrences.firstIndex();
    ByteRange bytes = tensor.bytesOfPart(firstPart);
    ElementPosition element = new ElementPosition(tensor.info(), firstPart / partsPerElement);
    addFinding(
        issue,
        bytes,
        Sentence.of(
            "The tensor \"{0}\" has {1} among {2} values, the first at index {3}, file offset"
                + " {4}.",
            name, values, health.partCount(), element.indexText(), bytes.begin()));
  }

  private void addZeroPageRuns() {
    ZeroPages pages = health.zeroPages();
    int reportedCount = Math.min(MAX_RUN_FINDINGS, pages.runs().size());
    for (int i = 0; i < reportedCount; i++) {
      ByteRange run = pages.runs().get(i);
      long others = pages.runCount() - reportedCount;
      Sentence more =
          i == reportedCount - 1 && others > 0
              ? Sentence.of(
                  "; {0} more runs follow, {1} such pages in all", others, pages.pageCount())
              : Sentence.of("");
      addFinding(
          HealthIssue.ZERO_PAGES,
          run,
          Sentence.of(
              "The tensor \"{0}\" has only zero bytes in {1} whole {1#page|pages} of 4 KiB, file"
                  + " offset {2} to {3}{4}.",
              name, run.byteCount() / ZeroPages.PAGE_BYTES, run.begin(), run.end(), more));
    }
  }

  private void addFinding(HealthIssue issue, ByteRange range, Sentence sentence) {
    findings.add(
        new Finding(
            issue.code(),
            sentence,
            Optional.of(tensor.info().name()),
            Optional.of(range),
            issue.severity()));
  }
}
