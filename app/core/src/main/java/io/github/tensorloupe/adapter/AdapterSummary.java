package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// A summary of the modules of an adapter. Immutable.
///
/// @param kinds the number of modules per kind, by spelling
/// @param dialects the number of modules per naming convention
/// @param ranks the distinct ranks, ascending
/// @param effectiveRank the median effective rank, or empty if unknown
/// @param dead the number of modules with a zero delta
/// @param unknown the number of modules whose change is not computed
/// @param otherMethods the number of these modules by the known method, in lower case
/// @param withoutAlpha the number of modules with an unknown scale, for which loaders use 1
/// @param scaleFault see [Adapter#scaleFault]
/// @param scaled the number of modules scaled by an alpha
/// @param hasBase true if the modules were matched with a base; otherwise `fits`, `doesNotFit` and
///   `noBaseTensor` are 0
/// @param widenedInputs the number of modules that do not fit because they widen the input
/// @param hasMagnitudes true if modules of a kind other than DoRA have magnitudes
/// @param hasBiases true if modules also change biases
/// @param declaredMethod the method of the configuration, if its deltas are not computed
/// @param norm the norm of all deltas
public record AdapterSummary(
    long modules,
    SortedMap<String, Long> kinds,
    SortedMap<NamingDialect, Long> dialects,
    SortedSet<Integer> ranks,
    OptionalDouble effectiveRank,
    long dead,
    long unknown,
    SortedMap<String, Long> otherMethods,
    long nonFinite,
    long withoutAlpha,
    Optional<Sentence> scaleFault,
    long scaled,
    boolean hasBase,
    long fits,
    long doesNotFit,
    long noBaseTensor,
    long widenedInputs,
    boolean hasMagnitudes,
    boolean hasBiases,
    Optional<String> declaredMethod,
    double norm) {

  public AdapterSummary {
    kinds = Collections.unmodifiableSortedMap(kinds);
    dialects = Collections.unmodifiableSortedMap(dialects);
    otherMethods = Collections.unmodifiableSortedMap(otherMethods);
    ranks = Collections.unmodifiableSortedSet(ranks);
  }

  public static AdapterSummary of(Adapter adapter, List<MeasuredModule> modules, boolean hasBase) {
    SortedMap<String, Long> kinds = new TreeMap<>();
    SortedMap<NamingDialect, Long> dialects = new TreeMap<>();
    SortedSet<Integer> ranks = new TreeSet<>();
    SortedMap<String, Long> others = new TreeMap<>();
    for (MeasuredModule each : modules) {
      kinds.merge(each.module().kind().spelling(), 1L, Long::sum);
      dialects.merge(NamingDialect.of(each.module()), 1L, Long::sum);
      each.module().rank().ifPresent(ranks::add);
      each.module().method().ifPresent(method -> others.merge(method.name(), 1L, Long::sum));
    }
    DoubleStream norms = modules.stream().mapToDouble(MeasuredModule::norm);
    double squares = norms.filter(Double::isFinite).map(norm -> norm * norm).sum();
    return new AdapterSummary(
        modules.size(),
        kinds,
        dialects,
        ranks,
        MeasuredModule.medianEffectiveRank(modules),
        count(modules, each -> each.figures().isDead()),
        count(modules, each -> each.module().kind() == AdapterKind.UNKNOWN),
        others,
        count(modules, each -> each.figures().nonFinite() > 0),
        count(modules, each -> each.module().lacksAlpha()),
        adapter.scaleFault(),
        count(modules, each -> each.module().isScaled()),
        hasBase,
        count(modules, each -> each.fits(true)),
        count(modules, each -> each.fits(false)),
        hasBase ? count(modules, each -> each.fit().isEmpty()) : 0,
        count(modules, MeasuredModule::widensInput),
        modules.stream()
            .map(MeasuredModule::module)
            .anyMatch(each -> each.magnitude().isPresent() && each.kind() != AdapterKind.DORA),
        count(modules, each -> each.module().factors().containsKey(Factor.BIAS)) > 0,
        adapter.otherMethod(),
        Math.sqrt(squares));
  }

  private static long count(List<MeasuredModule> modules, Predicate<MeasuredModule> condition) {
    return modules.stream().filter(condition).count();
  }

  /// Returns true if loaders cannot use all modules, or if no module matches a tensor of the base.
  public boolean hasErrors() {
    boolean hasNoTensor = hasBase && noBaseTensor == modules;
    boolean hasMisfits = doesNotFit > widenedInputs;
    boolean isEmpty = modules == 0 && declaredMethod.isEmpty();
    boolean isMissing = modules > 0 && hasNoTensor;
    return isEmpty || isMissing || hasMisfits || ownUnknown() + nonFinite > 0;
  }

  /// Returns the number of modules whose method is unknown, or whose factors do not match.
  private long ownUnknown() {
    return unknown - otherMethods.values().stream().mapToLong(Long::longValue).sum();
  }

  /// Returns the conclusion as a line without a period.
  public Sentence verdict() {
    if (modules == 0 && declaredMethod.isPresent()) {
      return Sentence.of(
          "adapter of the method {0} (adapter_config.json), whose changes are not computed here",
          declaredMethod.get());
    }
    if (modules == 0) {
      return Sentence.of("not an adapter: no tensor has a name as in adapters");
    }
    List<Sentence> parts = new ArrayList<>();
    parts.add(Sentence.of("{0} {0#module|modules}", modules));
    for (Map.Entry<String, Long> method : otherMethods.entrySet()) {
      parts.add(
          Sentence.of(
              "{0} with {1}, whose changes are not computed here",
              method.getValue(), OtherMethod.label(method.getKey())));
    }
    if (hasMagnitudes) {
      parts.add(Sentence.of("with DoRA magnitudes"));
    }
    if (hasBiases) {
      parts.add(Sentence.of("with biases"));
    }
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
    addCount(parts, ownUnknown(), Sentence.of("{0} unknown", ownUnknown()));
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

  /// Returns the known programs that load all modules.
  public List<String> loaders() {
    return NamingDialect.loaders(dialects.keySet());
  }

  /// Returns the naming convention and its loaders as a line without a period, or empty without
  /// modules.
  public Optional<Sentence> naming() {
    return dialects.isEmpty() ? Optional.empty() : Optional.of(NamingDialect.describe(dialects));
  }

  private static void addCount(List<Sentence> parts, long count, Sentence part) {
    if (count > 0) {
      parts.add(part);
    }
  }
}
