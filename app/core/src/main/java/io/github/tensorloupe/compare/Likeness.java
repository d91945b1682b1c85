package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.element.BitField;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.RankName;
import io.github.tensorloupe.model.Slices;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The probable kind of change between two checkpoints. The thresholds are heuristic, so the
/// evidence contains the figures.
///
/// @param evidence the supporting figures, or the reason why the kind is unknown
public record Likeness(Kind kind, List<Sentence> evidence) {

  public enum Kind implements Spelled {
    /// No differences, not even in metadata.
    IDENTICAL(Sentence.of("Looks like: nothing has changed.")),
    RESAVE(Sentence.of("Looks like: the same tensors, saved again.")),
    RENAMED(Sentence.of("Looks like: the same tensors under other names.")),
    CONVERSION(Sentence.of("Looks like: a conversion to another dtype.")),
    QUANTIZATION(Sentence.of("Looks like: quantization.")),
    FINE_TUNE(Sentence.of("Looks like: a fine-tune.")),
    BIT_ROT(Sentence.of("Looks like: damaged bits.")),
    /// Large differences, but similar directions of the weights.
    COMMON_ORIGIN(Sentence.of("Looks like: B is derived from A, or both from one model.")),
    SLICES(Sentence.of("Looks like: slices of one model for different processes.")),
    UNRELATED(Sentence.of("Looks like: unrelated weights.")),
    UNKNOWN(Sentence.of("Looks like: unknown."));

    private final Sentence sentence;

    Kind(Sentence sentence) {
      this.sentence = sentence;
    }
  }

  /// Returns the conclusion without the evidence.
  public Sentence sentence() {
    return kind.sentence;
  }

  /// The maximum number of changed elements for which bit errors are plausible.
  private static final long MAX_DAMAGED = 16;

  /// The minimum ratio of all elements to changed elements for which bit errors are plausible.
  private static final long MIN_ELEMENTS = 1000;

  /// The maximum relative L2 norm of fine-tuning or quantization. These are usually far below, and
  /// differences to other models far above this limit.
  private static final double MAX_STEP = 0.5;

  private static final Set<Kind> UNCHANGED = EnumSet.of(Kind.IDENTICAL, Kind.RESAVE, Kind.RENAMED);

  public Likeness {
    evidence = List.copyOf(evidence);
  }

  private static Likeness of(Kind kind, Sentence... evidence) {
    return new Likeness(kind, List.of(evidence));
  }

  private Likeness with(Sentence more) {
    return new Likeness(kind, Stream.concat(evidence.stream(), Stream.of(more)).toList());
  }

  /// Determines the probable kind of change.
  public static Likeness of(Comparison comparison, Totals totals) {
    Likeness stored = withoutForm(comparison, totals);
    Optional<Likeness> ofRanks = ofRanks(comparison, totals);
    if (ofRanks.isPresent() && !UNCHANGED.contains(stored.kind)) {
      stored = ofRanks.get();
    } else if (totals.pending() == 0) {
      stored = withOrigin(stored, comparison);
    }
    Optional<OtherNames.Scheme> scheme = OtherNames.scheme(comparison.pairs());
    if (scheme.isPresent()) {
      OtherNames.Scheme names = scheme.get();
      stored =
          stored.with(
              Sentence.of(
                  "A has the {1} names of {0}, B the {2} names.",
                  names.family(), names.left(), names.right()));
    }
    long weightsOfA = weightCount(comparison.a());
    long weightsOfB = weightCount(comparison.b());
    return weightsOfA + weightsOfB == 0
        ? stored
        : stored.with(
            Sentence.of(
                "Quantized weights are compared by their values: {0} of A, {1} of B.",
                weightsOfA, weightsOfB));
  }

  /// Returns the conclusion for slices of different processes, whose values are not comparable.
  private static Optional<Likeness> ofRanks(Comparison comparison, Totals totals) {
    Set<Integer> ranksOfA = ranks(comparison.a());
    Set<Integer> ranksOfB = ranks(comparison.b());
    if (ranksOfA.isEmpty() || ranksOfB.isEmpty() || !Collections.disjoint(ranksOfA, ranksOfB)) {
      return Optional.empty();
    }
    long equal = totals.count(Change.EQUAL);
    boolean isOneModel = equal > 0 && totals.count(Change.ADDED, Change.REMOVED) == 0;
    return Optional.of(
        of(
            isOneModel ? Kind.SLICES : Kind.UNKNOWN,
            Sentence.of(
                "By the file names, A is of rank {0} and B of rank {1}: they contain other slices"
                    + " of the tensors, of which {2} {2#is|are} equal. The values are comparable"
                    + " only after joining the slices of all ranks.",
                listed(ranksOfA), listed(ranksOfB), equal)));
  }

  /// Returns the ranks of the processes that saved the files, or an empty set if a file is not from
  /// such a process.
  private static Set<Integer> ranks(Side side) {
    Set<Integer> ranks = new TreeSet<>();
    for (TensorFile file : side.checkpoint().files()) {
      Optional<RankName> name = file.slices().flatMap(Slices::rank);
      if (name.isEmpty()) {
        return Set.of();
      }
      ranks.add(name.get().rank());
    }
    return ranks;
  }

  private static String listed(Set<Integer> ranks) {
    return ranks.stream().map(String::valueOf).collect(Collectors.joining(", "));
  }

  private static Likeness withOrigin(Likeness likeness, Comparison comparison) {
    Optional<MatrixSimilarity> similarity =
        likeness.kind == Kind.UNKNOWN ? MatrixSimilarity.of(comparison) : Optional.empty();
    if (similarity.isEmpty()) {
      return likeness;
    }
    Kind kind =
        similarity.get().isCommon()
            ? Kind.COMMON_ORIGIN
            : similarity.get().isUnrelated() ? Kind.UNRELATED : Kind.UNKNOWN;
    return new Likeness(kind, likeness.evidence).with(similarity.get().sentence());
  }

  private static long weightCount(Side side) {
    return side.tensors().stream().filter(TensorRef::isComputed).count();
  }

  private static Likeness withoutForm(Comparison comparison, Totals totals) {
    if (totals.identical().orElse(false)) {
      return of(
          Kind.IDENTICAL,
          Sentence.of("All tensors are equal under the same names, and so are the metadata."));
    }
    long compared = totals.count(Change.EQUAL, Change.VALUES, Change.DTYPE);
    long unmatched = totals.count(Change.SHAPE, Change.ADDED, Change.REMOVED);
    if (comparison.options().structure() || compared + unmatched < totals.pairCount()) {
      return of(Kind.UNKNOWN, Sentence.of("Not all values were compared."));
    }
    if (unmatched > 0) {
      return of(
          Kind.UNKNOWN,
          Sentence.of(
              "{0} {0#tensor has|tensors have} no counterpart of the same shape.", unmatched));
    }
    long values = totals.count(Change.VALUES);
    long dtype = totals.count(Change.DTYPE);
    if (values + dtype > 0) {
      Differences differences = new Differences(comparison);
      if (differences.weightsOfOneSide > 0) {
        return differences.ofWeights();
      }
      if (values > 0 && dtype > 0) {
        return of(
            Kind.UNKNOWN,
            Sentence.of(
                "{0} {0#tensor has|tensors have} another dtype, and {1} {1#has|have} other values.",
                dtype, values));
      }
      return dtype > 0 ? differences.conversion() : differences.ofValues();
    }
    Sentence equal = Sentence.of("{0} {0#tensor is|tensors are} equal.", compared);
    return totals.renamed() > 0
        ? of(
            Kind.RENAMED,
            equal,
            Sentence.of("{0} of them {0#has|have} another name.", totals.renamed()))
        : of(
            Kind.RESAVE,
            equal,
            Sentence.of("Only metadata differ, in {0} {0#key|keys}.", totals.metadataChanges()));
  }

  private static final class Differences {

    private final Set<String> dtypes = new TreeSet<>();
    private long elementCount;
    private long changed;
    private long changedCodes;
    private long changedBits;
    private long tensorCount;
    private boolean isScattered = true;
    private boolean isWithinRounding = true;
    private boolean isOfFloats = true;

    /// The number of pairs in which one tensor is a dequantized weight.
    private long weightsOfOneSide;

    private long weightsOfBoth;

    /// True if all pairs without dequantized weights differ only by rounding to another dtype.
    private boolean areOthersRounded = true;

    private long changedNonFinite;
    private double largestStep;
    private BigInteger maxUlp = BigInteger.ZERO;
    private BigDecimal squaresOfA = BigDecimal.ZERO;
    private BigDecimal squaresOfDelta = BigDecimal.ZERO;

    Differences(Comparison comparison) {
      for (int i = 0; i < comparison.pairs().size(); i++) {
        PairResult result = comparison.results().get(i);
        if (result.change() != Change.EQUAL) {
          add(comparison.pairs().get(i), result, result.figures().orElseThrow());
        }
      }
    }

    private void add(TensorPair pair, PairResult result, Figures figures) {
      ElementType a = ElementType.of(pair.a().orElseThrow().info().dtype());
      ElementType b = ElementType.of(pair.b().orElseThrow().info().dtype());
      dtypes.add(a.dtype() + " → " + b.dtype());
      tensorCount++;
      long count = result.count().orElse(0) * pair.partsPerElement();
      elementCount += count;
      changed += figures.changed();
      long codes = figures.changedCodes().orElse(0);
      changedCodes += codes;
      changedBits +=
          figures.bits().map(bits -> bits.stream().mapToLong(Long::longValue).sum()).orElse(0L);
      isScattered &= codes * MIN_ELEMENTS <= count;
      isOfFloats &= !a.isInteger();
      changedNonFinite += figures.changedNonFinite();
      double step = figures.relativeL2().orElse(figures.changed() == 0 ? 0 : Double.MAX_VALUE);
      largestStep = Math.max(largestStep, step);
      boolean isRounded = step <= Math.max(rounding(a), rounding(b));
      isWithinRounding &= isRounded;
      boolean isOfA = pair.a().orElseThrow().isComputed();
      boolean isOfB = pair.b().orElseThrow().isComputed();
      weightsOfOneSide += isOfA != isOfB ? 1 : 0;
      weightsOfBoth += isOfA && isOfB ? 1 : 0;
      areOthersRounded &= isOfA || isOfB || result.change() == Change.DTYPE && isRounded;
      maxUlp = maxUlp.max(figures.maxUlp().orElse(BigInteger.ZERO));
      squaresOfA = squaresOfA.add(figures.sumSquaresA().orElse(BigDecimal.ZERO));
      squaresOfDelta = squaresOfDelta.add(figures.sumSquaresDelta());
    }

    /// Returns the maximum relative rounding error of a dtype; 0 for integers.
    private static double rounding(ElementType type) {
      return type.isInteger()
          ? 0
          : type.bitFields().stream()
              .filter(field -> field.kind() == BitField.Kind.MANTISSA)
              .mapToDouble(field -> Math.scalb(1.0, -field.bitCount()))
              .findFirst()
              .orElse(1);
    }

    Likeness conversion() {
      Sentence evidence =
          Sentence.of(
              "{0} {0#tensor has|tensors have} another dtype ({1}); the largest relative L2"
                  + " distance is {2}.",
              tensorCount, DisplayText.of(String.join(", ", dtypes)), largestStep);
      return isWithinRounding && changedNonFinite == 0
          ? Likeness.of(Kind.CONVERSION, evidence, Sentence.of("Rounding explains the difference."))
          : unknown(evidence, Sentence.of("Rounding alone does not explain the difference."));
    }

    private Likeness unknown(Sentence... evidence) {
      Likeness unknown = Likeness.of(Kind.UNKNOWN, evidence);
      return changedNonFinite == 0
          ? unknown
          : unknown.with(
              Sentence.of(
                  "{0} {0#value is|values are} NaN or infinite in only one file.",
                  changedNonFinite));
    }

    Likeness ofValues() {
      if (changedCodes > 0
          && changedCodes <= MAX_DAMAGED
          && isScattered
          && isOfFloats
          && changedBits <= 2 * changedCodes) {
        return Likeness.of(
            Kind.BIT_ROT,
            Sentence.of(
                "{0} {0#bit differs|bits differ} in {1} of {2} elements: damage, not training.",
                changedBits, changedCodes, elementCount));
      }
      if (changed == 0) {
        return unknown(
            Sentence.of(
                "No value changed: only signs of zeros or the bits of NaN differ, in {0} of {1}"
                    + " elements.",
                changedCodes, elementCount));
      }
      if (!isSmallStep() || changedCodes <= MAX_DAMAGED) {
        return unknown(moved());
      }
      if (weightsOfBoth > 0) {
        return unknown(
            moved(),
            Sentence.of(
                "A different quantization explains the difference as well as training does."));
      }
      Likeness fineTune = Likeness.of(Kind.FINE_TUNE, moved());
      return maxUlp.equals(BigInteger.ONE)
          ? fineTune.with(Sentence.of("Each of them moved by one code."))
          : fineTune;
    }

    Likeness ofWeights() {
      return isSmallStep() && weightsOfBoth == 0 && areOthersRounded
          ? Likeness.of(Kind.QUANTIZATION, moved())
          : unknown(moved());
    }

    private OptionalDouble step() {
      return PairSums.rootOfQuotient(squaresOfDelta, squaresOfA);
    }

    private boolean isSmallStep() {
      return changedNonFinite == 0 && step().orElse(Double.MAX_VALUE) <= MAX_STEP;
    }

    private Sentence moved() {
      OptionalDouble step = step();
      return step.isPresent()
          ? Sentence.of(
              "{0} of {1} elements of {2} {2#tensor|tensors} changed; the relative L2 distance"
                  + " is {3}.",
              changed, elementCount, tensorCount, step.getAsDouble())
          : Sentence.of(
              "{0} of {1} elements of {2} {2#tensor|tensors} changed.",
              changed, elementCount, tensorCount);
    }
  }
}
