package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.adapter.PairFigures.Scaled;
import io.github.tensorloupe.format.Shape;

/// A module of adapter A and its counterpart in adapter B, one of which may be missing. Unknown
/// numbers are NaN.
///
/// @param pairedBy the criterion, or empty if one module is missing
/// @param cosine the cosine of both deltas
/// @param downCosine the cosine of the stored input factors, if both deltas are plain products
/// @param upCosine the cosine of the scaled output factors, if both deltas are plain products
/// @param inner the inner product of both deltas, if they are comparable
/// @param together the combined effect of both modules on one weight
public record AdapterPair(
    Optional<AdapterModule> a,
    Optional<AdapterModule> b,
    Optional<By> pairedBy,
    double normA,
    double normB,
    double cosine,
    double downCosine,
    double upCosine,
    double inner,
    PairFigures together) {

  private static final int MAX_COLUMNS = 1 << 26;

  public enum By {
    NAME,
    /// The names identify the same layer in different naming conventions.
    KEY
  }

  /// Pairs the modules of two adapters without measuring them: all modules of A in order, then the
  /// unpaired modules of B.
  public static List<AdapterPair> of(Adapter adapterA, Adapter adapterB) {
    List<AdapterModule> a = adapterA.modules();
    Map<String, AdapterModule> unpairedB = new LinkedHashMap<>();
    adapterB.modules().forEach(module -> unpairedB.put(module.name(), module));
    Map<String, AdapterModule> partners = new HashMap<>();
    for (AdapterModule module : a) {
      AdapterModule partner = unpairedB.remove(module.name());
      if (partner != null) {
        partners.put(module.name(), partner);
      }
    }
    Map<String, List<AdapterModule>> keysA =
        byKey(a.stream().filter(module -> !partners.containsKey(module.name())));
    Map<String, List<AdapterModule>> keysB = byKey(unpairedB.values().stream());
    keysA.forEach(
        (key, modules) -> {
          List<AdapterModule> others = keysB.getOrDefault(key, List.of());
          if (modules.size() == 1 && others.size() == 1) {
            partners.put(modules.getFirst().name(), others.getFirst());
            unpairedB.remove(others.getFirst().name());
          }
        });
    List<AdapterPair> pairs = new ArrayList<>();
    for (AdapterModule module : a) {
      Optional<AdapterModule> partner = Optional.ofNullable(partners.get(module.name()));
      Optional<By> by = partner.map(other -> other.name().equals(module.name()) ? By.NAME : By.KEY);
      pairs.add(of(Optional.of(module), partner, by));
    }
    for (AdapterModule module : unpairedB.values()) {
      pairs.add(of(Optional.empty(), Optional.of(module), Optional.empty()));
    }
    return List.copyOf(pairs);
  }

  private static Map<String, List<AdapterModule>> byKey(Stream<AdapterModule> modules) {
    return modules.collect(Collectors.groupingBy(module -> BaseNames.key(module.name())));
  }

  private static AdapterPair of(
      Optional<AdapterModule> a, Optional<AdapterModule> b, Optional<By> pairedBy) {
    double unknown = Double.NaN;
    return new AdapterPair(
        a, b, pairedBy, unknown, unknown, unknown, unknown, unknown, unknown, PairFigures.UNKNOWN);
  }

  /// Reads the factors and returns this pair with measured figures. Blocks.
  ///
  /// @throws IOException if reading fails
  public AdapterPair measured() throws IOException {
    Optional<Scaled> scaledA = Scaled.of(a);
    Optional<Scaled> scaledB = Scaled.of(b);
    double normA = scaledA.map(Scaled::norm).orElse(Double.NaN);
    double normB = scaledB.map(Scaled::norm).orElse(Double.NaN);
    double inner = Double.NaN;
    double downs = Double.NaN;
    double ups = Double.NaN;
    PairFigures figures = PairFigures.UNKNOWN;
    if (scaledA.isPresent()
        && scaledB.isPresent()
        && areComparable(scaledA.get().delta(), scaledB.get().delta())) {
      Delta deltaA = scaledA.get().delta();
      Delta deltaB = scaledB.get().delta();
      double scale = scaledA.get().scale() * scaledB.get().scale();
      inner = scale * Delta.inner(deltaA, deltaB);
      boolean isLoha = has(module -> module.kind() == AdapterKind.LOHA);
      figures = PairFigures.of(scaledA.get(), scaledB.get(), inner, !isLoha);
      boolean isProduct = !isLoha && !has(module -> module.factors().containsKey(Factor.MID));
      if (isProduct
          && deltaA instanceof Delta.LowRank plainA
          && deltaB instanceof Delta.LowRank plainB) {
        downs = cosine(plainA.down(), plainB.down(), 1);
        ups = cosine(plainA.up(), plainB.up(), Math.signum(scale));
      }
    }
    double norms = normA * normB;
    double cosine = norms == 0 ? Double.NaN : Math.clamp(inner / norms, -1, 1);
    return new AdapterPair(a, b, pairedBy, normA, normB, cosine, downs, ups, inner, figures);
  }

  /// Reads the factors and returns the cosine of both deltas, or NaN if it is unknown or a delta is
  /// zero. Blocks.
  ///
  /// @throws IOException if reading fails
  double readCosine() throws IOException {
    if (a.isEmpty() || b.isEmpty()) {
      return Double.NaN;
    }
    Optional<Delta> deltaA = a.get().delta();
    Optional<Delta> deltaB = b.get().delta();
    if (deltaA.isEmpty() || deltaB.isEmpty() || !areComparable(deltaA.get(), deltaB.get())) {
      return Double.NaN;
    }
    double sign = Math.signum(a.get().scale().orElse(0) * b.get().scale().orElse(0));
    double normA = Math.sqrt(Delta.inner(deltaA.get(), deltaA.get()));
    double normB = Math.sqrt(Delta.inner(deltaB.get(), deltaB.get()));
    return sign == 0
        ? Double.NaN
        : Math.clamp(sign * Delta.inner(deltaA.get(), deltaB.get()) / (normA * normB), -1, 1);
  }

  private boolean has(Predicate<AdapterModule> condition) {
    return a.filter(condition).isPresent() || b.filter(condition).isPresent();
  }

  private boolean areComparable(Delta deltaA, Delta deltaB) {
    return fitsInMemory(a)
        && fitsInMemory(b)
        && deltaA.rows() == deltaB.rows()
        && deltaA.columns() == deltaB.columns();
  }

  /// Returns true if a row of the delta fits in memory, which a Kronecker product may exceed.
  private static boolean fitsInMemory(Optional<AdapterModule> module) {
    Optional<Shape> shape = module.flatMap(AdapterModule::shape);
    long rows =
        shape.filter(dimensions -> dimensions.rank() > 0).map(it -> it.dimension(0)).orElse(0L);
    long elements = shape.map(Shape::elementCount).orElse(OptionalLong.empty()).orElse(0);
    return rows <= Integer.MAX_VALUE && (rows == 0 || elements / rows <= MAX_COLUMNS);
  }

  private static double cosine(Matrix a, Matrix b, double sign) {
    double norms = a.norm() * b.norm();
    return a.rows() != b.rows() || a.columns() != b.columns() || norms == 0 || sign == 0
        ? Double.NaN
        : Math.clamp(sign * Delta.dot(a.values(), b.values()) / norms, -1, 1);
  }
}
