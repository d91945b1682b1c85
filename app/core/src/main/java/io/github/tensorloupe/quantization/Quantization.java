package io.github.tensorloupe.quantization;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The quantized weights of files that belong together. Immutable and thread-safe; valid while the
/// files are open.
public final class Quantization {

  private static final List<SchemeRule> RULES =
      List.of(
          new BitsAndBytesRule(),
          new Fp4Rule(),
          new CompressedRule(),
          new GptqRule(),
          new MlxRule(),
          new HqqRule(),
          new QuantoRule(),
          new TorchaoRule(),
          new SvdQuantRule(),
          // Takes 8-bit codes whatever they are called, and so comes last.
          new Fp8Rule());

  private static final String MARKER = ".comfy_quant";
  private static final String OLD_MARKER = "scaled_fp8";
  private static final int LONGEST_MARKER = 1 << 16;

  /// Endings of scales, and the endings of the weights that they may belong to.
  private static final Map<String, List<String>> SCALES =
      Map.of(
          ".weight_scale", List.of(".weight", ".weight_packed"),
          ".weight_scale_inv", List.of(".weight"),
          ".weight_scale_2", List.of(".weight"),
          ".weight_global_scale", List.of(".weight_packed", ".weight"),
          ".scale_weight", List.of(".weight"),
          ".weight_zero_point", List.of(".weight", ".weight_packed"),
          ".qzeros", List.of(".qweight"));

  /// The dtypes of weights that are not quantized, though they may be a plain cast.
  private static final Set<Dtype> PLAIN =
      EnumSet.of(Dtype.F64, Dtype.F32, Dtype.F16, Dtype.BF16, Dtype.F8_E4M3, Dtype.F8_E5M2);

  /// Schemes that cannot be read with certainty without a configuration.
  private static final Set<Scheme> CONFIGURED =
      EnumSet.complementOf(
          EnumSet.of(
              Scheme.BNB_NF4,
              Scheme.BNB_FP4,
              Scheme.BNB_INT8,
              Scheme.HQQ,
              Scheme.QUANTO,
              Scheme.TORCHAO,
              Scheme.SVDQUANT));

  /// Findings that say no more than that a file is not there with its tensors.
  private static final Set<FindingCode> OF_WHOLE_SETS =
      EnumSet.of(
          FindingCode.SCALE_MISSING,
          FindingCode.ZERO_POINT_MISSING,
          FindingCode.QUANT_STATE_MISSING,
          FindingCode.SCALE_ORPHANED,
          FindingCode.INPUT_SCALE_MISSING,
          FindingCode.LAYER_ABSENT,
          FindingCode.CONFIG_STALE);

  private final QuantizationConfig config;
  private final List<QuantizedWeight> weights;
  private final List<Finding> findings;

  /// Of the tensors that are no parts of quantized weights.
  private final long plainElements;

  private final long plainBytes;
  private final Map<TensorRef, QuantizedWeight> weightsByPart = new HashMap<>();

  private Quantization(
      QuantizationConfig config,
      List<QuantizedWeight> weights,
      List<Finding> findings,
      long plainElements,
      long plainBytes) {
    this.config = config;
    this.plainElements = plainElements;
    this.plainBytes = plainBytes;
    this.weights = List.copyOf(weights);
    this.findings = List.copyOf(findings);
    weights.forEach(
        weight -> weight.parts().values().forEach(part -> weightsByPart.put(part, weight)));
  }

  /// Recognizes the quantized weights of a set or a lone file. Reads headers, the configuration
  /// beside the files, and small tensors that say what a weight is.
  ///
  /// @param cancellation asked before each few thousand tensors
  /// @throws IOException if reading fails
  public static Quantization of(CheckpointPart part, Cancellation cancellation) throws IOException {
    Path folder = part.path().toAbsolutePath().getParent();
    return of(part.files(), folder, part.isWhole(), cancellation);
  }

  /// The same for all sets and lone files of a checkpoint, each with the configuration beside it.
  public static Quantization of(Checkpoint checkpoint, Cancellation cancellation)
      throws IOException {
    List<Quantization> parts = new ArrayList<>();
    for (CheckpointPart part : checkpoint.parts()) {
      parts.add(of(part, cancellation));
    }
    List<QuantizedWeight> weights = parts.stream().flatMap(it -> it.weights.stream()).toList();
    // A configuration may be that of another file in the folder.
    List<Finding> findings =
        parts.stream()
            .flatMap(it -> it.findings.stream())
            .filter(it -> weights.isEmpty() || it.code() != FindingCode.CONFIG_STALE)
            .toList();
    return new Quantization(
        parts.stream()
            .map(Quantization::config)
            .filter(QuantizationConfig::isPresent)
            .findFirst()
            .orElse(parts.isEmpty() ? QuantizationConfig.NONE : parts.getFirst().config),
        weights,
        findings,
        parts.stream().mapToLong(it -> it.plainElements).sum(),
        parts.stream().mapToLong(it -> it.plainBytes).sum());
  }

  /// The same for files that are open already.
  ///
  /// @param folder where the configuration is
  /// @param isWhole true if no tensors are missing; else nothing is said of parts that are
  public static Quantization of(
      List<TensorFile> files, Path folder, boolean isWhole, Cancellation cancellation)
      throws IOException {
    Map<String, TensorRef> tensors = new LinkedHashMap<>();
    Map<String, String> metadata = new LinkedHashMap<>();
    for (TensorFile file : files) {
      file.header()
          .tensors()
          .forEach(info -> tensors.putIfAbsent(info.name(), new TensorRef(file, info)));
      file.header().metadata().map(Metadata::entries).ifPresent(metadata::putAll);
    }
    boolean hasMarker =
        tensors.values().stream()
            .anyMatch(
                tensor ->
                    tensor.info().name().endsWith(OLD_MARKER)
                        && tensor.info().shape().elementCount().orElse(9) <= 2);
    QuantizationConfig config =
        QuantizationConfig.of(folder, metadata, markers(tensors), hasMarker);
    Surroundings around = Surroundings.of(tensors, config);
    List<QuantizedWeight> weights = new ArrayList<>();
    int count = 0;
    for (TensorRef tensor : tensors.values()) {
      if (++count % 4096 == 0) {
        cancellation.check();
      }
      recognize(tensor, around).ifPresent(weights::add);
    }
    return new Examined(around, withoutScales(weights), isWhole).quantization();
  }

  /// A scale may have a dtype that codes have too.
  private static List<QuantizedWeight> withoutScales(List<QuantizedWeight> weights) {
    Set<TensorRef> others = new HashSet<>();
    weights.forEach(
        weight ->
            weight.parts().values().stream()
                .filter(part -> part != weight.codes())
                .forEach(others::add));
    return weights.stream().filter(weight -> !others.contains(weight.codes())).toList();
  }

  private static Optional<QuantizedWeight> recognize(TensorRef tensor, Surroundings around)
      throws IOException {
    for (SchemeRule rule : RULES) {
      Optional<QuantizedWeight> weight = rule.recognize(tensor, around);
      if (weight.isPresent()) {
        return weight;
      }
    }
    return Optional.empty();
  }

  /// The formats of the layers that ComfyUI marks by a tensor.
  private static Map<String, String> markers(Map<String, TensorRef> tensors) throws IOException {
    Map<String, String> markers = new HashMap<>();
    for (TensorRef tensor : tensors.values()) {
      Optional<String> module = SchemeRule.stem(tensor.info().name(), MARKER);
      Optional<TensorData> data = tensor.data().filter(TensorData::isComplete);
      if (module.isPresent()
          && tensor.info().dtype() == Dtype.U8
          && data.isPresent()
          && data.get().range().byteCount() <= LONGEST_MARKER) {
        byte[] bytes =
            data.get().file().read(data.get().range().begin(), (int) tensor.info().byteCount());
        JsonNode node = QuantizationConfig.parse(new String(bytes, StandardCharsets.UTF_8));
        markers.put(module.get(), node.path("format").asText());
      }
    }
    return markers;
  }

  /// Weights that have been recognized, and what their surroundings tell of them.
  private record Examined(Surroundings around, List<QuantizedWeight> weights, boolean isWhole) {

    Quantization quantization() {
      List<Finding> findings = new ArrayList<>();
      Set<String> used = new HashSet<>();
      weights.forEach(
          weight -> weight.parts().values().forEach(part -> used.add(part.info().name())));
      boolean haveInputs =
          weights.stream()
              .anyMatch(
                  weight ->
                      weight.scheme() == Scheme.NVFP4
                          && weight.parts().containsKey(Role.INPUT_SCALE));
      List<QuantizedWeight> examined =
          weights.stream()
              .map(weight -> haveInputs ? withInputFinding(weight) : weight)
              .map(weight -> isWhole ? weight : weight.without(OF_WHOLE_SETS))
              .toList();
      around.tensors().values().stream()
          .filter(tensor -> !used.contains(tensor.info().name()))
          .forEach(tensor -> leftOver(tensor, used).ifPresent(findings::add));
      absentLayers(findings);
      configuration(findings);
      if (!isWhole) {
        findings.removeIf(finding -> OF_WHOLE_SETS.contains(finding.code()));
      }
      long plainElements = 0;
      long plainBytes = 0;
      for (TensorRef tensor : around.tensors().values()) {
        if (!used.contains(tensor.info().name())) {
          plainElements += tensor.info().shape().elementCount().orElse(0);
          plainBytes += tensor.info().byteCount();
        }
      }
      return new Quantization(around.config(), examined, findings, plainElements, plainBytes);
    }

    private static QuantizedWeight withInputFinding(QuantizedWeight weight) {
      if (weight.scheme() != Scheme.NVFP4 || weight.parts().containsKey(Role.INPUT_SCALE)) {
        return weight;
      }
      return weight.with(
          List.of(
              WeightDraft.finding(
                  FindingCode.INPUT_SCALE_MISSING,
                  weight.codes(),
                  Sentence.of(
                      "{0} has no input scale, though other weights of the checkpoint have one:"
                          + " loaders take 1, 0 or what memory holds, and its outputs may be"
                          + " garbage. Calibrate and convert the checkpoint again.",
                      WeightDraft.shown(weight.codes())))));
    }

    /// A scale that belongs to no quantized weight.
    private Optional<Finding> leftOver(TensorRef tensor, Set<String> used) {
      String name = tensor.info().name();
      for (Map.Entry<String, List<String>> scale : SCALES.entrySet()) {
        Optional<String> module = SchemeRule.stem(name, scale.getKey());
        if (module.isEmpty()
            || scale.getKey().equals(".qzeros") && tensor.info().dtype() != Dtype.I32) {
          continue;
        }
        List<TensorRef> candidates =
            scale.getValue().stream()
                .flatMap(ending -> around.tensor(module.get() + ending).stream())
                .toList();
        if (candidates.isEmpty()) {
          return Optional.of(
              WeightDraft.finding(
                  FindingCode.SCALE_ORPHANED,
                  tensor,
                  Sentence.of(
                      "{0} belongs to no weight: there is no {1}. Loaders ignore it, or stop at a"
                          + " name they do not expect. Look for a misspelt or lost weight.",
                      WeightDraft.shown(tensor),
                      DisplayText.of(module.get() + scale.getValue().getFirst()))));
        }
        return candidates.stream()
            .filter(weight -> PLAIN.contains(weight.info().dtype()))
            .filter(weight -> !used.contains(weight.info().name()))
            .findFirst()
            .map(
                weight ->
                    WeightDraft.finding(
                        FindingCode.SCALE_STALE,
                        tensor,
                        Sentence.of(
                            "{0} is left over from another conversion: {1} is {2} and not"
                                + " quantized. A loader that applies it makes the weight wrong by"
                                + " orders of magnitude. Remove the tensor.",
                            WeightDraft.shown(tensor),
                            WeightDraft.shown(weight),
                            weight.info().dtype())));
      }
      return Optional.empty();
    }

    private void absentLayers(List<Finding> findings) {
      around
          .config()
          .layers()
          .orElse(Map.of())
          .keySet()
          .forEach(
              layer -> {
                if (around.tensor(layer + ".weight").isEmpty()) {
                  findings.add(
                      new Finding(
                          FindingCode.LAYER_ABSENT,
                          Sentence.of(
                              "The metadata list {0} as quantized, but there is no weight of that"
                                  + " name. Loaders stop or ignore it. Look for a renamed layer.",
                              DisplayText.of(layer)),
                          Optional.of(layer),
                          Optional.empty()));
                }
              });
    }

    private void configuration(List<Finding> findings) {
      QuantizationConfig config = around.config();
      boolean needsConfig = weights.stream().anyMatch(Examined::needsConfiguration);
      if (config.saysNothing() && needsConfig) {
        findings.add(
            Finding.of(
                FindingCode.CONFIG_MISSING,
                Sentence.of(
                    "The weights are quantized ({0}), but neither a configuration beside the file"
                        + " nor the metadata say so: loaders take codes as weights or stop. Keep"
                        + " config.json beside the file.",
                    weights.getFirst().scheme().label())));
      }
      if (config.isPresent() && weights.isEmpty()) {
        findings.add(
            Finding.of(
                FindingCode.CONFIG_STALE,
                Sentence.of(
                    "{0} says that the checkpoint is quantized ({1}), but no quantized weight was"
                        + " found: loaders stop, or look for scales that are not there. Remove the"
                        + " entry, or get the quantized files.",
                    config.file().orElseThrow(), DisplayText.of(config.method()))));
      }
    }

    private static boolean needsConfiguration(QuantizedWeight weight) {
      String codes = weight.codes().info().name();
      return CONFIGURED.contains(weight.scheme())
          && !codes.endsWith("_blocks")
          && !codes.endsWith(".blocks");
    }
  }

  /// The same with what the values of parts tell. Reads all parts; blocks.
  ///
  /// @param cancellation asked at most a mebibyte apart
  /// @param progress in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  public Quantization examined(Cancellation cancellation, Progress progress) throws IOException {
    return new Quantization(
        config,
        Doctor.examine(weights, config, cancellation, progress),
        findings,
        plainElements,
        plainBytes);
  }

  /// What is said of the quantization outside of the tensors.
  public QuantizationConfig config() {
    return config;
  }

  /// The weights in the order of the files.
  public List<QuantizedWeight> weights() {
    return weights;
  }

  /// The ways in which weights are quantized, the one with most elements first.
  public List<QuantizedShare> shares() {
    return QuantizedShare.of(weights);
  }

  /// What the ways are concluded from: the parts of the first weight of each, and what the
  /// configuration says. As unsafe to show as the file makes it.
  public List<Sentence> evidence() {
    List<Sentence> evidence = new ArrayList<>();
    for (QuantizedShare share : shares()) {
      List<Object> parts = new ArrayList<>();
      share
          .example()
          .parts()
          .values()
          .forEach(
              part ->
                  parts.add(
                      Sentence.of(
                          "{0} {1} {2}",
                          part.info().name(), part.info().dtype(), part.info().shape())));
      evidence.add(Sentence.joined(", ", parts));
    }
    if (config.isPresent()) {
      evidence.add(Sentence.of("{0}: {1}", config.file().orElseThrow(), config.summary()));
    } else if (config.layers().isPresent() || !config.markers().isEmpty()) {
      evidence.add(
          Sentence.of("{0}", config.markers().isEmpty() ? "_quantization_metadata" : MARKER));
    }
    return evidence;
  }

  /// The share of all parameters that is quantized, from 0 to 1.
  public double quantizedShare() {
    long quantized = weights.stream().mapToLong(QuantizedWeight::elementCount).sum();
    return (double) quantized / Math.max(1, quantized + plainElements);
  }

  /// The bits that a parameter takes, those that are not quantized among them.
  public double bitsPerParameter() {
    long quantized = weights.stream().mapToLong(QuantizedWeight::elementCount).sum();
    long stored = weights.stream().mapToLong(QuantizedWeight::storedBytes).sum();
    return (stored + plainBytes) * (double) Byte.SIZE / Math.max(1, quantized + plainElements);
  }

  /// The findings of no weight in particular.
  public List<Finding> findings() {
    return findings;
  }

  /// All findings, those of weights first.
  public List<Finding> allFindings() {
    return Stream.concat(
            weights.stream().flatMap(weight -> weight.findings().stream()), findings.stream())
        .distinct()
        .toList();
  }

  /// The weight that a tensor is a part of.
  public Optional<QuantizedWeight> weightOf(TensorRef part) {
    return Optional.ofNullable(weightsByPart.get(part));
  }

  /// The weight of a name.
  public Optional<QuantizedWeight> weight(String name) {
    return weights.stream().filter(weight -> weight.name().equals(name)).findFirst();
  }
}
