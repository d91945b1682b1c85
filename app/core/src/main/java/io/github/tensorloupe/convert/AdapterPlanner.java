package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.Factor;
import io.github.tensorloupe.adapter.LowRankFactors;
import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.PlannedTensor;
import io.github.tensorloupe.convert.ConversionPlan.TextFile;
import io.github.tensorloupe.convert.ConversionPlan.Warning;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Quantization;
import io.github.tensorloupe.quantization.QuantizedWeight;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Plans new adapters: with another rank or other names, joined, or extracted from two checkpoints.
/// Not thread-safe. The factors are kept in memory.
public final class AdapterPlanner {

  private final ConversionOptions options;
  private final Path out;
  private final Cancellation cancellation;
  private final List<AdapterContent.NewModule> modules = new ArrayList<>();
  private final List<ByteSource> sources = new ArrayList<>();
  private final SequencedMap<String, String> metadata = new LinkedHashMap<>();
  private final List<Warning> warnings = new ArrayList<>();
  private int skippedCount;
  private int excludedCount;

  private AdapterPlanner(ConversionOptions options, Path out, Cancellation cancellation) {
    this.options = options;
    this.out = out;
    this.cancellation = cancellation;
  }

  /// Plans an adapter that is made of others.
  ///
  /// @param operation an operation other than [AdapterOperation.Extract]
  /// @param adapters the sources, which must stay open as long as the plan is used
  /// @param out the path of the new file, or of the folder for PEFT
  /// @param progress reported in modules, if their factors are computed
  /// @throws ConversionException if the conversion is refused
  /// @throws IOException if reading fails
  public static ConversionPlan plan(
      AdapterOperation operation,
      List<LoraMerge.Strength> adapters,
      ConversionOptions options,
      Path out,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    AdapterPlanner planner = new AdapterPlanner(options, out, cancellation);
    for (LoraMerge.Strength adapter : adapters) {
      planner.addAdapter(adapter);
    }
    Optional<Dialect> own = dialectOf(adapters.getFirst());
    return switch (operation) {
      case AdapterOperation.Resize(Limit limit, Optional<Dialect> dialect) -> {
        planner.resize(adapters.getFirst(), limit, progress);
        yield planner.plan(dialect.or(() -> own));
      }
      case AdapterOperation.Rename(Dialect dialect) -> {
        planner.join(adapters, List.of());
        yield planner.plan(Optional.of(dialect));
      }
      case AdapterOperation.Join(List<Double> weights, Optional<Dialect> dialect) -> {
        planner.join(adapters, weights);
        yield planner.plan(dialect.or(() -> own));
      }
      case AdapterOperation.Extract _ -> throw new IllegalArgumentException("not of adapters");
    };
  }

  /// Plans an adapter for the difference of two checkpoints.
  ///
  /// @param progress reported in tensors
  /// @throws ConversionException if the conversion is refused
  /// @throws IOException if reading fails
  public static ConversionPlan plan(
      AdapterOperation.Extract operation,
      Source tuned,
      Source base,
      ConversionOptions options,
      Path out,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    AdapterPlanner planner = new AdapterPlanner(options, out, cancellation);
    planner.addDifferences(tuned, base, operation.limit(), progress);
    return planner.plan(operation.dialect().or(() -> Optional.of(Dialect.NATIVE)));
  }

  private void resize(LoraMerge.Strength adapter, Limit limit, Progress progress)
      throws IOException {
    List<AdapterModule> included = included(adapter);
    for (AdapterModule module : included) {
      cancellation.check();
      requireKind(LowRankFactors.isDecomposable(module), module, adapter.name());
      add(adapter.name(), module, LowRankFactors.of(module, limit, cancellation));
      progress.report(modules.size(), included.size());
    }
  }

  /// @param weights the factor of each adapter; 1 for all if empty
  private void join(List<LoraMerge.Strength> adapters, List<Double> weights) throws IOException {
    SequencedMap<String, List<AdapterModule>> byName = new LinkedHashMap<>();
    Map<String, List<Double>> factors = new TreeMap<>();
    for (int i = 0; i < adapters.size(); i++) {
      LoraMerge.Strength adapter = adapters.get(i);
      for (AdapterModule module : included(adapter)) {
        requireKind(LowRankFactors.isPlain(module), module, adapter.name());
        byName.computeIfAbsent(module.name(), _ -> new ArrayList<>()).add(module);
        factors
            .computeIfAbsent(module.name(), _ -> new ArrayList<>())
            .add(weights.isEmpty() ? 1.0 : weights.get(i));
      }
    }
    for (Map.Entry<String, List<AdapterModule>> entry : byName.entrySet()) {
      cancellation.check();
      List<AdapterModule> same = entry.getValue();
      requireSameShape(same);
      LowRankFactors sum = LowRankFactors.joined(same, factors.get(entry.getKey()));
      add(adapters.getFirst().name(), same.getFirst(), sum);
    }
  }

  private static void requireSameShape(List<AdapterModule> modules) throws ConversionException {
    Shape shape = modules.getFirst().shape().orElseThrow();
    for (AdapterModule module : modules) {
      Shape other = module.shape().orElseThrow();
      if (!other.equals(shape)) {
        throw new ConversionException(
            Reason.LORA_DOES_NOT_FIT,
            Sentence.of(
                "The module {0} has the shapes {1} and {2}. Nothing was written.",
                DisplayText.of(module.name()),
                DisplayText.of(shape.toString()),
                DisplayText.of(other.toString())));
      }
    }
  }

  private static Optional<Dialect> dialectOf(LoraMerge.Strength adapter) {
    return adapter.adapter().modules().stream()
        .findFirst()
        .map(module -> DialectNames.dialect(module.name()));
  }

  private void addAdapter(LoraMerge.Strength adapter) throws ConversionException {
    LoraMerge.requireAdapter(adapter.name(), adapter.adapter());
    TensorFile file = adapter.adapter().file();
    ConversionPlanner.requireAccepted(adapter.name(), file.isIntact(), options);
    sources.add(file.bytes());
    if (options.metadata().isKept()) {
      file.header()
          .metadata()
          .ifPresent(entries -> entries.entries().forEach(metadata::putIfAbsent));
    }
    // Without the base, new magnitudes are unknown.
    List<Warning> unused =
        LoraMerge.unused(adapter.adapter(), EnumSet.of(Factor.BIAS, Factor.MAGNITUDE));
    skippedCount += unused.size();
    warnings.addAll(unused);
  }

  private List<AdapterModule> included(LoraMerge.Strength adapter) {
    List<AdapterModule> all = adapter.adapter().modules();
    List<AdapterModule> included =
        all.stream()
            .filter(
                module ->
                    module.factors().values().stream()
                        .allMatch(tensor -> options.includes(tensor.info().name())))
            .toList();
    excludedCount += all.size() - included.size();
    return included;
  }

  private void requireKind(boolean isSupported, AdapterModule module, String name)
      throws ConversionException {
    if (!isSupported) {
      throw new ConversionException(
          Reason.LORA_KIND,
          Sentence.of(
              "The module {0} of {1} is of the kind {2}, which this operation does not support."
                  + " Nothing was written.",
              DisplayText.of(module.name()), DisplayText.of(name), module.kind().label()));
    }
  }

  private void add(String source, AdapterModule module, LowRankFactors factors) {
    TensorRef down =
        Stream.of(Factor.DOWN, Factor.HADA_W1_B, Factor.LOKR_W2, Factor.LOKR_W2_B)
            .map(module.factors()::get)
            .filter(Objects::nonNull)
            .findFirst()
            .orElseGet(() -> module.factors().values().iterator().next());
    long[] shape = module.shape().orElseThrow().dimensions();
    modules.add(
        new AdapterContent.NewModule(module.name(), source, factors, shape, down.info().dtype()));
  }

  private void addDifferences(Source tuned, Source base, Limit limit, Progress progress)
      throws IOException {
    Map<String, TensorRef> others = new TreeMap<>();
    values(base).tensors().forEach(tensor -> others.put(tensor.info().name(), tensor));
    int commonCount = 0;
    List<TensorRef> tensors = values(tuned).tensors();
    for (int i = 0; i < tensors.size(); i++) {
      cancellation.check();
      progress.report(i, tensors.size());
      TensorRef tensor = tensors.get(i);
      String name = tensor.info().name();
      if (!options.includes(name)) {
        excludedCount++;
        continue;
      }
      Optional<TensorRef> other = Optional.ofNullable(others.remove(name));
      Optional<TensorData> data = tensor.data().filter(TensorData::isComplete);
      Optional<TensorData> otherData =
          other.flatMap(TensorRef::data).filter(TensorData::isComplete);
      boolean isComparable =
          data.isPresent()
              && otherData.isPresent()
              && tensor.info().shape().equals(other.get().info().shape());
      commonCount += isComparable ? 1 : 0;
      if (isComparable && data.get().hasSameBytes(otherData.get(), cancellation)) {
        continue;
      }
      boolean isMatrix = isComparable && tensor.info().shape().rank() >= 2 && isFloat(tensor);
      if (isMatrix) {
        LowRankFactors factors =
            LowRankFactors.ofDifference(data.get(), otherData.get(), limit, cancellation);
        String module = name.endsWith(".weight") ? name.substring(0, name.length() - 7) : name;
        long[] shape = tensor.info().shape().dimensions();
        modules.add(new AdapterContent.NewModule(module, tuned.name(), factors, shape, Dtype.F32));
      } else {
        skip(name);
      }
    }
    others.keySet().stream().filter(options::includes).forEach(this::skip);
    if (commonCount == 0) {
      throw new ConversionException(
          Reason.NO_COMMON_TENSORS,
          Sentence.of(
              "{0} and {1} have no tensor of the same name and shape. Nothing was written.",
              DisplayText.of(tuned.name()), DisplayText.of(base.name())));
    }
    if (modules.isEmpty()) {
      throw new ConversionException(
          Reason.NO_DIFFERENCE,
          Sentence.of(
              "No matrix of {0} differs from {1}. Nothing was written.",
              DisplayText.of(tuned.name()), DisplayText.of(base.name())));
    }
  }

  /// Returns a source with the values of its quantized weights.
  private Checkpoint values(Source source) throws IOException {
    ConversionPlanner.requireAccepted(source, options);
    Checkpoint checkpoint = source.checkpoint();
    checkpoint.files().forEach(file -> sources.add(file.bytes()));
    Quantization quantization = Quantization.of(checkpoint, cancellation);
    List<QuantizedWeight> weights =
        quantization.weights().stream()
            .filter(weight -> options.includes(weight.codes().info().name()))
            .toList();
    if (weights.isEmpty() && !quantization.isUnknown()) {
      return checkpoint;
    }
    boolean isDecoded =
        options.dequantizes()
            && !quantization.isUnknown()
            && weights.stream().allMatch(QuantizedWeight::hasValues);
    return Optional.of(quantization)
        .filter(_ -> isDecoded)
        .flatMap(each -> each.dequantized(checkpoint))
        .orElseThrow(
            () ->
                new ConversionException(
                    Reason.QUANTIZED_TENSORS,
                    Sentence.of(
                        options.dequantizes()
                            ? "{0} has quantized weights that are not decoded. Nothing was written."
                            : "{0} has quantized weights; --dequantize computes their values."
                                + " Nothing was written.",
                        DisplayText.of(source.name()))));
  }

  private static boolean isFloat(TensorRef tensor) {
    return tensor.info().dtype().kind() == Dtype.Kind.FLOAT;
  }

  private void skip(String name) {
    skippedCount++;
    Sentence sentence =
        Sentence.of(
            "The tensor \"{0}\" differs and cannot be part of a LoRA.", DisplayText.of(name));
    warnings.add(new Warning("tensor-skipped", sentence, Optional.of(name)));
  }

  private ConversionPlan plan(Optional<Dialect> chosen) throws IOException {
    if (modules.isEmpty()) {
      throw new ConversionException(
          Reason.NO_TENSORS, Sentence.of("No module is left to be written. Nothing was written."));
    }
    Dialect dialect = chosen.orElseThrow();
    AdapterContent content = new AdapterContent(options, out, sources, dialect);
    List<AdapterContent.NewModule> named = content.named(modules);
    List<PlannedTensor> tensors = content.tensors(named);
    boolean isFolder = dialect == Dialect.PEFT;
    Path file = isFolder ? out.resolve(AdapterNames.WEIGHTS) : out;
    Optional<TextFile> text =
        isFolder
            ? Optional.of(
                new TextFile(
                    out.resolve(AdapterNames.CONFIGURATION), false, AdapterContent.config(named)))
            : Optional.empty();
    int renamed =
        (int)
            IntStream.range(0, Math.min(named.size(), modules.size()))
                .filter(i -> !named.get(i).name().equals(modules.get(i).name()))
                .count();
    return new ConversionPlan(
        out,
        List.of(NewFiles.file(file, tensors, newMetadata(named), options.alignment())),
        text,
        List.of(),
        renamed,
        excludedCount,
        0,
        0,
        0,
        skippedCount,
        warnings);
  }

  private Optional<Metadata> newMetadata(List<AdapterContent.NewModule> named) {
    SequencedMap<String, String> entries = new LinkedHashMap<>(metadata);
    int rank = AdapterContent.largestRank(named);
    // Trainers and viewers show these, although loaders ignore them.
    entries.replace("ss_network_dim", Integer.toString(rank));
    entries.replace("ss_network_alpha", Integer.toString(rank));
    entries.remove("lora_adapter_metadata");
    entries.keySet().removeAll(Metadata.DATA_HASH_KEYS);
    options.metadata().removedKeys().forEach(entries::remove);
    entries.putAll(options.metadata().entries());
    return entries.isEmpty() ? Optional.empty() : Optional.of(new Metadata(entries));
  }
}
