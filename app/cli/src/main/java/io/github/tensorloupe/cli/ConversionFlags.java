package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.convert.AdapterOperation;
import io.github.tensorloupe.convert.Cast;
import io.github.tensorloupe.convert.ConversionOptions;
import io.github.tensorloupe.convert.ConversionOptions.CastRule;
import io.github.tensorloupe.convert.ConversionOptions.MetadataChange;
import io.github.tensorloupe.convert.ConversionOptions.Renaming;
import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.format.Dtype;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// The options that describe the changes of a conversion.
final class ConversionFlags {

  enum MetadataChoice {
    KEEP,
    NONE
  }

  private static final Pattern SIZE = Pattern.compile("(\\d{1,15})([kMGT]?)(i?)B");
  private static final String PREFIXES = "kMGT";

  private static final List<String> ONLY_FOR_CHECKPOINTS =
      List.of(
          "--strip-prefix",
          "--map",
          "--map-file",
          "--add-prefix",
          "--root",
          "--dedupe",
          "--shard-size");

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(names = "--include", paramLabel = "PATTERN")
  private List<String> includes = List.of();

  @Option(names = "--exclude", paramLabel = "PATTERN")
  private List<String> excludes = List.of();

  @Option(names = "--strip-prefix", paramLabel = "PREFIX")
  private String strippedPrefix = "";

  @Option(names = "--map", paramLabel = "REGEX=REPLACEMENT")
  private List<String> rules = List.of();

  @Option(names = "--map-file", paramLabel = "FILE.json")
  Optional<Path> mapFile = Optional.empty();

  @Option(names = "--add-prefix", paramLabel = "PREFIX")
  private String addedPrefix = "";

  @Option(names = "--root", paramLabel = "PATH")
  private Optional<String> root = Optional.empty();

  @Option(names = "--dtype", paramLabel = "DTYPE")
  private Optional<String> dtype = Optional.empty();

  @Option(names = "--cast", paramLabel = "PATTERN=DTYPE")
  private List<String> casts = List.of();

  @Option(names = "--saturate")
  private boolean saturates;

  @Option(names = "--dequantize")
  private boolean dequantizes;

  @Option(names = "--dedupe")
  private boolean deduplicates;

  @Option(names = "--shard-size", paramLabel = "SIZE")
  private Optional<String> shardSize = Optional.empty();

  @Option(names = "--align", paramLabel = "N")
  private int alignment = ConversionOptions.MIN_ALIGNMENT;

  @Option(names = "--metadata", paramLabel = "keep|none")
  private MetadataChoice metadata = MetadataChoice.KEEP;

  @Option(names = "--entry", paramLabel = "KEY=VALUE")
  private List<String> entries = List.of();

  @Option(names = "--unset", paramLabel = "KEY")
  private List<String> removedKeys = List.of();

  @Option(names = "--accept-refused")
  private boolean acceptsRefused;

  /// Returns the options, without the file of names.
  ///
  /// @throws ParameterException if a value is invalid
  ConversionOptions options() {
    if (Integer.bitCount(alignment) != 1
        || alignment < ConversionOptions.MIN_ALIGNMENT
        || alignment > ConversionOptions.MAX_ALIGNMENT) {
      throw usage(
          "Invalid value for option '--align': it is not a power of two from %d to %d"
              .formatted(ConversionOptions.MIN_ALIGNMENT, ConversionOptions.MAX_ALIGNMENT));
    }
    List<CastRule> castRules = new ArrayList<>();
    for (String cast : casts) {
      int split = cast.lastIndexOf('=');
      if (split < 0) {
        throw usage("Invalid value for option '--cast': it has no =");
      }
      NameFilter pattern = NameFilter.parse(cast.substring(0, split));
      castRules.add(new CastRule(Optional.of(pattern), dtype("--cast", cast.substring(split + 1))));
    }
    dtype.ifPresent(name -> castRules.add(new CastRule(Optional.empty(), dtype("--dtype", name))));
    NameMap map = NameMap.parse(rules);
    return new ConversionOptions(
        includes.stream().map(NameFilter::parse).toList(),
        excludes.stream().map(NameFilter::parse).toList(),
        root,
        new Renaming(strippedPrefix, map, Map.of(), addedPrefix),
        castRules,
        saturates,
        dequantizes,
        deduplicates,
        shardSize.map(this::shardBytes).orElse(OptionalLong.empty()),
        alignment,
        new MetadataChange(
            metadata == MetadataChoice.KEEP, addedEntries(), Set.copyOf(removedKeys)),
        acceptsRefused);
  }

  /// Refuses the options that an operation on adapters would ignore.
  ///
  /// @throws ParameterException if there is such an option
  void requireSupported(AdapterOperation operation) {
    List<String> unsupported = new ArrayList<>(ONLY_FOR_CHECKPOINTS);
    if (!(operation instanceof AdapterOperation.Extract)) {
      unsupported.add("--dequantize");
    }
    for (String option : unsupported) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw usage("'%s' has no effect on a new adapter".formatted(option));
      }
    }
  }

  private Dtype dtype(String option, String name) {
    return Dtype.named(name)
        .filter(Cast.TARGETS::contains)
        .orElseThrow(
            () ->
                usage(
                    "Invalid value for option '%s': values are cast to %s"
                        .formatted(
                            option,
                            Cast.TARGETS.stream()
                                .map(Dtype::name)
                                .collect(Collectors.joining(", ")))));
  }

  private OptionalLong shardBytes(String size) {
    Matcher parts = SIZE.matcher(size);
    if (parts.matches()) {
      int exponent = 1 + PREFIXES.indexOf(parts.group(2));
      long unit = parts.group(3).isEmpty() ? 1000 : 1024;
      double bytes =
          Long.parseLong(parts.group(1)) * Math.pow(unit, parts.group(2).isEmpty() ? 0 : exponent);
      if (bytes >= 1 && bytes < Long.MAX_VALUE) {
        return OptionalLong.of((long) bytes);
      }
    }
    throw usage("Invalid value for option '--shard-size': it is not a size such as 500MB or 2GiB");
  }

  private Map<String, String> addedEntries() {
    SequencedMap<String, String> added = new LinkedHashMap<>();
    for (String entry : entries) {
      int split = entry.indexOf('=');
      if (split < 0) {
        throw usage("Invalid value for option '--entry': it has no =");
      }
      added.put(entry.substring(0, split), entry.substring(split + 1));
    }
    return added;
  }

  /// Returns the changes of names, including those in a file.
  ///
  /// @throws IOException if the file cannot be read or is not a JSON object of strings
  Renaming renaming(Path file) throws IOException {
    return new Renaming(strippedPrefix, NameMap.parse(rules), Renaming.namesIn(file), addedPrefix);
  }

  private ParameterException usage(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
