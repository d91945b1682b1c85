package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// A summary of the modules of an adapter. Immutable.
///
/// @param kinds the number of modules per kind, by spelling
/// @param ranks the distinct ranks, ascending
/// @param effectiveRank the median effective rank, or empty if unknown
/// @param dead the number of modules with a zero delta
/// @param withoutAlpha the number of modules with an unknown scale, for which loaders use 1
/// @param scaleFault see [Adapter#scaleFault]
/// @param scaled the number of modules scaled by an alpha
/// @param hasBase true if the modules were matched with a base; otherwise `fits`, `doesNotFit` and
///   `noBaseTensor` are 0
/// @param norm the norm of all deltas
public record AdapterSummary(
    long modules,
    SortedMap<String, Long> kinds,
    SortedSet<Integer> ranks,
    OptionalDouble effectiveRank,
    long dead,
    long unknown,
    long nonFinite,
    long withoutAlpha,
    Optional<Sentence> scaleFault,
    long scaled,
    boolean hasBase,
    long fits,
    long doesNotFit,
    long noBaseTensor,
    double norm) {

  public AdapterSummary {
    kinds = Collections.unmodifiableSortedMap(kinds);
    ranks = Collections.unmodifiableSortedSet(ranks);
  }

  public static AdapterSummary of(Adapter adapter, List<MeasuredModule> modules, boolean hasBase) {
    SortedMap<String, Long> kinds = new TreeMap<>();
    SortedSet<Integer> ranks = new TreeSet<>();
    for (MeasuredModule each : modules) {
      kinds.merge(each.module().kind().spelling(), 1L, Long::sum);
      each.module().rank().ifPresent(ranks::add);
    }
    DoubleStream norms = modules.stream().mapToDouble(MeasuredModule::norm);
    double squares = norms.filter(Double::isFinite).map(norm -> norm * norm).sum();
    return new AdapterSummary(
        modules.size(),
        kinds,
        ranks,
        MeasuredModule.medianEffectiveRank(modules),
        count(modules, each -> each.figures().isDead()),
        count(modules, MeasuredModule::isUnknown),
        count(modules, each -> each.figures().nonFinite() > 0),
        count(modules, each -> each.module().lacksAlpha()),
        adapter.scaleFault(),
        count(modules, each -> each.module().isScaled()),
        hasBase,
        count(modules, each -> each.fits(true)),
        count(modules, each -> each.fits(false)),
        hasBase ? count(modules, each -> each.fit().isEmpty()) : 0,
        Math.sqrt(squares));
  }

  private static long count(List<MeasuredModule> modules, Predicate<MeasuredModule> condition) {
    return modules.stream().filter(condition).count();
  }

  /// Returns true if loaders cannot use all modules, or if no module matches a tensor of the base.
  public boolean hasErrors() {
    boolean hasNoTensor = hasBase && noBaseTensor == modules;
    return modules == 0 || hasNoTensor || unknown + nonFinite + doesNotFit > 0;
  }

  /// Returns the conclusion as a line without a period.
  public Sentence verdict() {
    if (modules == 0) {
      return Sentence.of("not an adapter: no tensor has a name as in adapters");
    }
    List<Sentence> parts = new ArrayList<>();
    parts.add(Sentence.of("{0} {0#module|modules}", modules));
    if (!ranks.isEmpty()) {
      // As text, because ranks are displayed without digit grouping.
      String lowest = ranks.first().toString();
      parts.add(
          ranks.size() == 1
              ? Sentence.of("rank {0}", lowest)
              : Sentence.of("ranks {0} to {1}", lowest, ranks.last().toString()));
      effectiveRank.ifPresent(
          used -> parts.add(Sentence.of("effective {0}", new Decimal(used, 1))));
    }
    if (withoutAlpha > 0) {
      Sentence all = scaleFault.orElse(Sentence.of("no alpha (loaders take scale 1)"));
      parts.add(withoutAlpha == scaled ? all : Sentence.of("{0} without alpha", withoutAlpha));
    }
    addCount(parts, dead, Sentence.of("{0} dead", dead));
    addCount(parts, unknown, Sentence.of("{0} unknown", unknown));
    addCount(parts, nonFinite, Sentence.of("{0} with NaN or infinity", nonFinite));
    if (hasBase && fits == modules) {
      parts.add(Sentence.of("fits"));
    } else if (hasBase) {
      parts.add(Sentence.of("{0} {0#fits|fit}", fits));
      addCount(parts, doesNotFit, Sentence.of("{0} of another shape", doesNotFit));
      addCount(parts, noBaseTensor, Sentence.of("{0} without a tensor in the base", noBaseTensor));
    }
    return Sentence.joined(", ", parts);
  }

  private static void addCount(List<Sentence> parts, long count, Sentence part) {
    if (count > 0) {
      parts.add(part);
    }
  }
}
