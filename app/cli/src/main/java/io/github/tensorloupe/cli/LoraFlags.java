package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.convert.AdapterOperation;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options of conversions that merge or write adapters.
final class LoraFlags {

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--lora", paramLabel = "ADAPTER[=WEIGHT]")
  List<String> merged = List.of();

  @Option(names = "--lora-skip-missing")
  boolean skipsMissing;

  @Option(names = "--lora-rank", paramLabel = "N")
  private Optional<Integer> rank = Optional.empty();

  @Option(names = "--lora-keep", paramLabel = "SHARE")
  private Optional<Double> keep = Optional.empty();

  @Option(names = "--lora-from", paramLabel = "BASE")
  Optional<String> base = Optional.empty();

  @Option(names = "--lora-concat")
  private boolean joins;

  @Option(names = "--lora-weight", paramLabel = "WEIGHT")
  private List<Double> weights = List.of();

  @Option(names = "--lora-dialect", paramLabel = "kohya|diffusers|peft|native")
  private Optional<AdapterOperation.Dialect> dialect = Optional.empty();

  /// Returns the requested operation that writes an adapter, or empty.
  ///
  /// @param sourceCount the number of sources
  /// @throws ParameterException if options contradict each other
  Optional<AdapterOperation> operation(int sourceCount) {
    if (rank.filter(each -> each < 1).isPresent()) {
      throw usage("Invalid value for option '--lora-rank': it is not at least 1");
    }
    if (keep.filter(each -> !(each > 0 && each <= 1)).isPresent()) {
      throw usage("Invalid value for option '--lora-keep': it is not above 0 and at most 1");
    }
    if (!weights.isEmpty() && (!joins || weights.size() != sourceCount)) {
      throw usage("'--lora-weight' needs --lora-concat and one value for each source");
    }
    boolean hasLimit = rank.isPresent() || keep.isPresent();
    boolean isOperation = hasLimit || joins || dialect.isPresent() || base.isPresent();
    if (!isOperation) {
      return Optional.empty();
    }
    if (!merged.isEmpty()) {
      throw usage("'--lora' cannot be combined with other --lora options");
    }
    if (joins && (hasLimit || base.isPresent())) {
      throw usage(
          "'--lora-concat' cannot be combined with --lora-rank, --lora-keep or --lora-from");
    }
    if (base.isPresent() && !hasLimit) {
      throw usage("'--lora-from' needs --lora-rank or --lora-keep");
    }
    if (!joins && sourceCount > 1) {
      throw usage("Only '--lora-concat' accepts several adapters");
    }
    Limit limit =
        new Limit(
            rank.map(OptionalInt::of).orElse(OptionalInt.empty()),
            keep.map(OptionalDouble::of).orElse(OptionalDouble.empty()));
    return Optional.of(
        joins
            ? new AdapterOperation.Join(weights, dialect)
            : base.isPresent()
                ? new AdapterOperation.Extract(limit, dialect)
                : hasLimit
                    ? new AdapterOperation.Resize(limit, dialect)
                    : new AdapterOperation.Rename(dialect.orElseThrow()));
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
