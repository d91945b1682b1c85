package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.JoinedTensors;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// One adapted layer. Immutable; valid while the file is open.
///
/// @param name of its tensors without what says which factor each is
/// @param factors its tensors
/// @param rank the inner dimension of the factors, where they have one
/// @param alpha as it is stored or configured
/// @param scale of what the factors make; empty where it is not known or there is none
/// @param magnitude the axis of the magnitudes that the sum is brought to
/// @param shape of the delta as the factors tell it: outputs first
public record AdapterModule(
    String name,
    AdapterKind kind,
    Map<Factor, TensorRef> factors,
    OptionalInt rank,
    OptionalDouble alpha,
    OptionalDouble scale,
    Optional<ScaleSource> scaleFrom,
    Optional<Axis> magnitude,
    Optional<Shape> shape)
    implements JoinedTensors {

  /// An axis of a weight.
  public enum Axis {
    IN,
    OUT
  }

  private static final String WRAPPER = "base_model.model.";

  public AdapterModule {
    factors = Collections.unmodifiableMap(new EnumMap<>(factors));
  }

  /// True if an alpha decides how much of its product is added.
  public boolean isScaled() {
    return scale.isPresent() && rank.isPresent();
  }

  /// True if nothing tells its scale, for which loaders take 1.
  public boolean lacksAlpha() {
    return isScaled() && scaleFrom.filter(from -> from == ScaleSource.DEFAULT).isPresent();
  }

  /// The factor on the side of the outputs, or the first.
  @Override
  public TensorRef lead() {
    return Stream.concat(
            Stream.of(Factor.UP, Factor.TURNED_UP, Factor.EMBEDDING_UP),
            factors.keySet().stream()
                .filter(factor -> factor != Factor.ALPHA && factor != Factor.MAGNITUDE))
        .filter(factors::containsKey)
        .map(factors::get)
        .findFirst()
        .orElseThrow();
  }

  @Override
  public Collection<TensorRef> tensors() {
    return factors.values();
  }

  @Override
  public int bits() {
    return lead().info().dtype().bits();
  }

  @Override
  public Sentence dtype() {
    return rank.isPresent() ? Sentence.of("{0} r{1}", kind.label(), rank.getAsInt()) : kind.label();
  }

  @Override
  public Sentence dtypeInWords() {
    return rank.isPresent()
        ? Sentence.of("{0}, rank {1}", kind.label(), rank.getAsInt())
        : kind.label();
  }

  /// The path of a module in its model: its name without the wrapper of PEFT.
  static String path(String name) {
    return name.startsWith(WRAPPER) ? name.substring(WRAPPER.length()) : name;
  }

  /// Counts NaN and infinities in its tensors. Blocks.
  ///
  /// @param which of the tensors
  /// @throws IOException if reading fails
  long nonFinite(Predicate<Factor> which) throws IOException {
    long count = 0;
    for (Map.Entry<Factor, TensorRef> entry : factors.entrySet()) {
      if (which.test(entry.getKey()) && FactorValues.areReadable(entry.getValue())) {
        count +=
            Arrays.stream(FactorValues.read(entry.getValue()))
                .filter(value -> !Double.isFinite(value))
                .count();
      }
    }
    return count;
  }

  /// The product of its factors, not scaled; empty where they make none that is known. Blocks.
  Optional<Delta> delta() throws IOException {
    Optional<DeltaPlan> plan = DeltaPlan.of(factors);
    return plan.isPresent() ? Optional.of(plan.get().making().get()) : Optional.empty();
  }

  /// True if an IA³ vector is added to 1, and does not stand for itself.
  boolean isAddedToOne() {
    return factors.containsKey(Factor.IA3_AXIS);
  }
}
