package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// Remarks about the modules of an adapter, compared with each other. Immutable.
///
/// @param outliers modules whose norm differs strongly from their siblings, with the ratio to the
///   median
/// @param medianScale the median of the scales, or empty
/// @param isCommon true if more than half of the modules have the median scale
/// @param hasNoAlpha true if no module has an alpha, which is not repeated for each module
/// @param hasBase true if the modules were matched with a base
public record ModuleNotes(
    Map<MeasuredModule, Double> outliers,
    OptionalDouble medianScale,
    boolean isCommon,
    boolean hasNoAlpha,
    boolean hasBase) {

  private static final double ODD_FACTOR = 4;

  /// Programs store at least this alpha if it has no effect.
  private static final double MAX_ALPHA = 1e9;

  private static final double ROUNDING = 1e-6;

  /// Deltas of trained adapters are smaller by orders of magnitude.
  private static final double MAX_NORM = 1e6;

  private static final List<List<Factor>> FACTOR_PAIRS =
      List.of(
          List.of(Factor.DOWN, Factor.UP),
          List.of(Factor.TRANSPOSED_DOWN, Factor.TRANSPOSED_UP),
          List.of(Factor.EMBEDDING_DOWN, Factor.EMBEDDING_UP));

  public static ModuleNotes of(List<MeasuredModule> modules, boolean hasBase) {
    List<AdapterModule> scaled =
        modules.stream().map(MeasuredModule::module).filter(AdapterModule::isScaled).toList();
    double[] scales = scaled.stream().mapToDouble(module -> module.scale().orElseThrow()).toArray();
    boolean hasNoAlpha = scaled.stream().allMatch(AdapterModule::lacksAlpha);
    Map<MeasuredModule, Double> outliers = MeasuredModule.outliers(modules);
    OptionalDouble median = MeasuredModule.median(Arrays.stream(scales));
    return new ModuleNotes(
        outliers, median, isCommon(median.orElse(0), scales), hasNoAlpha, hasBase);
  }

  private static boolean isCommon(double median, double[] scales) {
    // Tolerates the rounding of stored alphas.
    long equal =
        Arrays.stream(scales).filter(scale -> Math.abs(scale / median - 1) <= ROUNDING).count();
    return 2 * equal > scales.length;
  }

  /// Returns the remarks about a module, without periods.
  public List<Sentence> of(MeasuredModule measured) {
    List<Sentence> notes = new ArrayList<>();
    AdapterModule module = measured.module();
    long nonFinite = measured.figures().nonFinite();
    if (nonFinite > 0) {
      notes.add(Sentence.of("{0} NaN or infinite", nonFinite));
    }
    if (measured.isRankTooLarge()) {
      notes.add(
          Sentence.of(
              "rank above {0}, so the singular values are not computed", Delta.MAX_SPECTRUM));
    }
    if (measured.isUnknown()) {
      notes.add(reasonForUnknown(module.factors()));
    }
    module.method().ifPresent(method -> notes.add(note(method)));
    if (module.experts().isPresent()) {
      int experts = module.experts().getAsInt();
      notes.add(
          experts == 0
              ? Sentence.of("fused experts, whose number is unknown")
              : Sentence.of("{0} experts of this rank", experts));
    }
    if (module.isReplacement()) {
      boolean isEmpty =
          module.shape().filter(shape -> shape.elementCount().orElse(1) == 0).isPresent();
      notes.add(
          isEmpty
              ? Sentence.of("replaces the weight by a tensor without elements")
              : Sentence.of("replaces the weight"));
    }
    if (module.hasIneffectiveAlpha() && module.alpha().orElse(MAX_ALPHA) < MAX_ALPHA) {
      addAlphaNote(notes, module);
    }
    boolean isOff = module.alpha().orElse(1) == 0;
    if (measured.figures().isDead()) {
      // Only kohya interprets an alpha of 0 as the rank.
      notes.add(
          isOff
              ? Sentence.of("dead: alpha is 0, which kohya reads as the rank")
              : Sentence.of("dead"));
    }
    addMagnitudeNote(notes, module);
    if (!isOff) {
      addScaleNote(notes, module);
    }
    Optional.ofNullable(outliers.get(measured))
        .ifPresent(factor -> notes.add(Sentence.of("{0} times the norm of its siblings", factor)));
    if (measured.norm() > MAX_NORM) {
      notes.add(Sentence.of("norm above {0}, implausible for a trained adapter", MAX_NORM));
    }
    if (measured.widensInput()) {
      notes.add(Sentence.of("widens the input of the base"));
    } else if (measured.fits(false)) {
      String shape = measured.fit().orElseThrow().tensor().shape().toString();
      notes.add(Sentence.of("does not fit {0}", shape));
    } else if (hasBase && measured.fit().isEmpty()) {
      notes.add(Sentence.of("no tensor in the base"));
    }
    return notes;
  }

  private static Sentence note(OtherMethod method) {
    Shape shape = method.tensors().getFirst().info().shape();
    return method.name().startsWith("prompt") && shape.rank() == 2
        ? Sentence.of("{0} tokens of dimension {1}", shape.dimension(0), shape.dimension(1))
        : Sentence.of("{0}, not computed here", OtherMethod.label(method.name()));
  }

  private static void addAlphaNote(List<Sentence> notes, AdapterModule module) {
    double trained = module.trainedScale().orElse(0);
    if (trained == 0) {
      notes.add(Sentence.of("alpha has no effect, because both factors are whole"));
    } else if (trained != 1) {
      notes.add(
          Sentence.of(
              "alpha has no effect, because both factors are whole; the trainer's alpha/dim is"
                  + " {0}",
              trained));
    }
  }

  private static Sentence reasonForUnknown(Map<Factor, TensorRef> factors) {
    for (TensorRef factor : factors.values()) {
      if (factor.info().shape().elementCount().orElse(1) == 0) {
        return Sentence.of("{0} has no elements", DisplayText.of(factor.info().name()));
      }
    }
    for (List<Factor> both : FACTOR_PAIRS) {
      List<TensorInfo> existing =
          both.stream()
              .filter(factors::containsKey)
              .map(factor -> factors.get(factor).info())
              .toList();
      if (existing.size() == 1) {
        return Sentence.of(
            "only {0} exists; the other factor is missing",
            DisplayText.of(existing.getFirst().name()));
      }
      if (existing.size() == 2) {
        return Sentence.of(
            "the shapes of its factors do not match: {0} and {1}",
            existing.getFirst().shape().toString(), existing.getLast().shape().toString());
      }
    }
    return Sentence.of("this kind is not supported");
  }

  private static void addMagnitudeNote(List<Sentence> notes, AdapterModule module) {
    if (module.magnitude().isPresent() && module.shape().isPresent()) {
      boolean isByInput = module.magnitude().get() == AdapterModule.Axis.IN;
      long expected = module.shape().get().dimension(isByInput ? 1 : 0);
      long actual = module.factors().get(Factor.MAGNITUDE).info().shape().elementCount().orElse(0);
      // The second dimension of a convolution's delta may combine inputs and kernel.
      if (actual != expected && !(isByInput && actual > 0 && expected % actual == 0)) {
        notes.add(Sentence.of("{0} magnitudes, expected {1}", actual, expected));
      }
    }
  }

  private void addScaleNote(List<Sentence> notes, AdapterModule module) {
    double alpha = module.alpha().orElse(1);
    if (!Double.isFinite(alpha)) {
      notes.add(Sentence.of("alpha is {0}", alpha));
    } else if (alpha < 0) {
      notes.add(Sentence.of("alpha is negative, so the change is reversed"));
    } else if (module.lacksAlpha() && !hasNoAlpha) {
      notes.add(Sentence.of("no alpha, unlike other modules"));
    } else if (medianScale.isPresent() && module.isScaled()) {
      double scale = module.scale().orElseThrow();
      double median = medianScale.getAsDouble();
      double ratio = scale / median;
      if (ratio > ODD_FACTOR || ratio < 1 / ODD_FACTOR) {
        notes.add(
            isCommon
                ? Sentence.of("scale {0}, where most modules have {1}", scale, median)
                : Sentence.of("scale {0}, where the median is {1}", scale, median));
      }
    }
  }
}
