package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ComputedFile;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The quantized weights of a checkpoint. Immutable and thread-safe; valid while the files of the
/// checkpoint are open.
public final class Quantization {

  private static final List<SchemeRule> RULES =
      List.of(
          new GgufRule(),
          new UndecodedRule(),
          new BitsAndBytesRule(),
          new Fp4Rule(),
          new CompressedRule(),
          new GptqRule(),
          new MlxRule(),
          new HqqRule(),
          new QuantoRule(),
          new TorchaoRule(),
          // Last, because it accepts 8-bit codes with any name.
          new Fp8Rule());

  /// Findings about a part without quantized weights that are ignored if another file in the folder
  /// has some, because the configuration may belong to that file.
  public static final Set<FindingCode> OF_OTHER_FILES =
      Set.of(FindingCode.CONFIG_STALE, FindingCode.CONFIG_QUANTIZATION_UNKNOWN);

  private static final String MARKER = ".comfy_quant";
  private static final String OLD_MARKER = "scaled_fp8";

  private final QuantizationConfig config;
  private final List<QuantizedWeight> weights;
  private final List<Finding> findings;
  private final long plainElements;
  private final long plainBytes;

  /// The names of unquantized 8-bit floating-point weights, which have no scale.
  private final List<String> casts;

  private final Map<TensorRef, QuantizedWeight> weightsByPart = new HashMap<>();

  Quantization(
      QuantizationConfig config,
      List<QuantizedWeight> weights,
      List<Finding> findings,
      long plainElements,
      long plainBytes,
      List<String> casts) {
    this.config = config;
    this.plainElements = plainElements;
    this.plainBytes = plainBytes;
    this.casts = List.copyOf(casts);
    this.weights = List.copyOf(weights);
    this.findings = List.copyOf(findings);
    weights.forEach(weight -> weight.tensors().forEach(part -> weightsByPart.put(part, weight)));
  }

  /// Finds the quantized weights of a set or a single file. Reads headers, the configuration next
  /// to the files, and small tensors that describe weights.
  ///
  /// @param cancellation checked every few thousand tensors
  /// @throws IOException if reading fails
  public static Quantization of(CheckpointPart part, Cancellation cancellation) throws IOException {
    Map<String, TensorRef> tensors = new LinkedHashMap<>();
    Map<String, String> metadata = new LinkedHashMap<>();
    for (TensorFile file : part.files()) {
      file.header()
          .tensors()
          .forEach(info -> tensors.putIfAbsent(info.name(), new TensorRef(file, info)));
      file.header().metadata().map(Metadata::entries).ifPresent(metadata::putAll);
    }
    boolean hasMarker = tensors.values().stream().anyMatch(Quantization::isOldMarker);
    QuantizationConfig config =
        QuantizationConfig.of(part.configurations(), metadata, markers(tensors), hasMarker);
    SchemeContext context = SchemeContext.of(tensors, config);
    List<QuantizedWeight> weights = new ArrayList<>();
    int count = 0;
    for (TensorRef tensor : tensors.values()) {
      if (++count % 4096 == 0) {
        cancellation.check();
      }
      recognize(tensor, context).ifPresent(weights::add);
    }
    List<QuantizedWeight> trusted = CheckpointFindings.trusted(withoutScales(weights), config);
    return new CheckpointFindings(context, trusted, part.isWhole()).quantization();
  }

  /// Finds the quantized weights of all parts of a checkpoint, each with its own configuration.
  public static Quantization of(Checkpoint checkpoint, Cancellation cancellation)
      throws IOException {
    List<QuantizedWeight> weights = new ArrayList<>();
    Set<Finding> findings = new LinkedHashSet<>();
    Set<Finding> ofOtherFiles = new LinkedHashSet<>();
    Optional<QuantizationConfig> config = Optional.empty();
    long plainElements = 0;
    long plainBytes = 0;
    List<String> casts = new ArrayList<>();
    for (CheckpointPart each : checkpoint.parts()) {
      Quantization part = of(each, cancellation);
      weights.addAll(part.weights);
      for (Finding finding : part.findings) {
        boolean isUncertain = part.weights.isEmpty() && OF_OTHER_FILES.contains(finding.code());
        (isUncertain ? ofOtherFiles : findings).add(finding);
      }
      if (config.isEmpty() || !config.get().isPresent() && part.config.isPresent()) {
        config = Optional.of(part.config);
      }
      plainElements = Saturating.sum(plainElements, part.plainElements);
      plainBytes += part.plainBytes;
      casts.addAll(part.casts);
    }
    if (weights.isEmpty()) {
      findings.addAll(ofOtherFiles);
    }
    QuantizationConfig effective = config.orElseGet(QuantizationConfig::none);
    return new Quantization(
        effective, weights, List.copyOf(findings), plainElements, plainBytes, casts);
  }

  /// Returns true if a tensor only says how weights are quantized.
  public static boolean isMarker(TensorRef tensor) {
    return isOldMarker(tensor)
        || tensor.info().dtype() == Dtype.U8 && tensor.info().name().endsWith(MARKER);
  }

  /// Returns the keys of the metadata entries that say how weights are quantized.
  ///
  /// @param metadata the metadata of a file
  public static Set<String> keys(Map<String, String> metadata) {
    return QuantizationConfig.metadataKeys(metadata);
  }

  private static boolean isOldMarker(TensorRef tensor) {
    return tensor.info().name().endsWith(OLD_MARKER)
        && tensor.info().shape().elementCount().orElse(9) <= 2;
  }

  /// Removes weights whose codes are scales of other weights, which may have the dtype of codes.
  private static List<QuantizedWeight> withoutScales(List<QuantizedWeight> weights) {
    Set<TensorRef> others = new HashSet<>();
    for (QuantizedWeight weight : weights) {
      weight.parts().values().stream()
          .filter(tensor -> tensor != weight.codes())
          .forEach(others::add);
    }
    return weights.stream().filter(weight -> !others.contains(weight.codes())).toList();
  }

  private static Optional<QuantizedWeight> recognize(TensorRef tensor, SchemeContext context)
      throws IOException {
    for (SchemeRule rule : RULES) {
      Optional<QuantizedWeight> weight = rule.recognize(tensor, context);
      if (weight.isPresent()) {
        return weight;
      }
    }
    return Optional.empty();
  }

  private static Map<String, LayerFormat> markers(Map<String, TensorRef> tensors)
      throws IOException {
    Map<String, LayerFormat> markers = new HashMap<>();
    for (TensorRef tensor : tensors.values()) {
      Optional<String> module = SchemeRule.withoutSuffix(tensor.info().name(), MARKER);
      if (module.isPresent() && tensor.info().dtype() == Dtype.U8) {
        QuantizationConfig.text(tensor)
            .map(text -> LayerFormat.of(LimitedJson.parse(text)))
            .ifPresent(format -> markers.put(module.get(), format));
      }
    }
    return markers;
  }

  /// Reads all parts and returns a copy with findings about their values. Blocks.
  ///
  /// @param cancellation checked at least once per mebibyte
  /// @param progress reported in bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  public Quantization examined(Cancellation cancellation, Progress progress) throws IOException {
    List<QuantizedWeight> examined = Doctor.examine(weights, config, cancellation, progress);
    return new Quantization(config, examined, findings, plainElements, plainBytes, casts);
  }

  public List<QuantizedWeight> weights() {
    return weights;
  }

  /// Returns the quantization methods, in descending order of the number of elements.
  public List<QuantizedShare> shares() {
    return QuantizedShare.of(weights);
  }

  /// Returns the methods with their widths, and the weights that are only cast to 8 bits.
  public List<Sentence> details() {
    List<Sentence> details = new ArrayList<>();
    shares().forEach(share -> details.add(share.details()));
    if (!casts.isEmpty()) {
      details.add(
          Sentence.of(
              "{0} {0#weight|weights} in 8-bit floating point without scale, a plain cast: {1}",
              casts.size(), DisplayText.ofAll(casts)));
    }
    return details;
  }

  /// Returns the evidence for the methods: the parts of the first weight of each method, and the
  /// configuration. Not escaped for display.
  public List<Sentence> evidence() {
    List<Sentence> evidence = new ArrayList<>();
    for (QuantizedShare share : shares()) {
      List<Sentence> parts = new ArrayList<>();
      for (TensorRef part : share.example().parts().values()) {
        TensorInfo info = part.info();
        parts.add(Sentence.of("{0} {1} {2}", info.name(), info.dtype(), info.shape()));
      }
      evidence.add(Sentence.joined(", ", parts));
    }
    if (config.isPresent()) {
      evidence.add(Sentence.of("{0}: {1}", config.file().orElseThrow(), config.summary()));
    } else if (!config.markers().isEmpty()) {
      evidence.add(Sentence.of("{0}", MARKER));
    } else if (config.layers().isPresent()) {
      evidence.add(Sentence.of("{0}", "_quantization_metadata"));
    }
    return evidence;
  }

  /// Returns the fraction of quantized parameters, from 0 to 1.
  public double quantizedShare() {
    return (double) elementCount(weights) / Math.max(1, allElements());
  }

  /// Returns the mean number of bits per parameter, including unquantized parameters.
  public double bitsPerParameter() {
    long stored = weights.stream().mapToLong(QuantizedWeight::storedBytes).sum();
    return (stored + plainBytes) * (double) Byte.SIZE / Math.max(1, allElements());
  }

  private long allElements() {
    return Saturating.sum(elementCount(weights), plainElements);
  }

  static long elementCount(List<QuantizedWeight> weights) {
    return weights.stream().mapToLong(QuantizedWeight::elementCount).reduce(0, Saturating::sum);
  }

  /// Returns the tensors with each quantized weight replaced by its logical tensor, which takes the
  /// place of the codes. The other tensors of the weight, such as scales, are omitted. The tensors
  /// of weights that cannot be decoded are unchanged.
  public List<TensorRef> dequantized(List<TensorRef> tensors) {
    List<TensorRef> computed = new ArrayList<>();
    for (TensorRef tensor : tensors) {
      Optional<QuantizedWeight> weight = weightOf(tensor).filter(QuantizedWeight::hasValues);
      if (weight.isEmpty()) {
        computed.add(tensor);
      } else if (weight.get().codes().equals(tensor)) {
        computed.add(weight.get().logical().orElse(tensor));
      }
    }
    return computed;
  }

  /// Returns a checkpoint with logical tensors in place of quantized weights, and the other
  /// complete tensors. Reads nothing. Closing the result has no effect.
  ///
  /// @return the checkpoint, or empty if no weight can be decoded, or if names would be repeated in
  ///   a file
  public Optional<Checkpoint> dequantized(Checkpoint checkpoint) {
    if (weights.stream().noneMatch(QuantizedWeight::hasValues)) {
      return Optional.empty();
    }
    Map<TensorFile, TensorFile> files = new HashMap<>();
    for (TensorFile file : checkpoint.files()) {
      List<ComputedFile.Part> parts = new ArrayList<>();
      Set<ByteSource> sources = new LinkedHashSet<>(List.of(file.bytes()));
      for (TensorInfo info : file.header().tensors()) {
        TensorRef tensor = new TensorRef(file, info);
        Optional<QuantizedWeight> weight = weightOf(tensor).filter(QuantizedWeight::hasValues);
        if (weight.isEmpty()) {
          Optional<TensorData> data = tensor.data().filter(TensorData::isComplete);
          data.map(ComputedFile.Part::copy).ifPresent(parts::add);
        } else if (weight.get().codes().equals(tensor)) {
          weight.get().values().ifPresent(parts::add);
          sources.addAll(weight.get().sources());
        }
      }
      ComputedFile.of(file.path(), parts, List.copyOf(sources))
          .ifPresent(computed -> files.put(file, computed));
    }
    return files.size() == checkpoint.files().size()
        ? Optional.of(checkpoint.with(files))
        : Optional.empty();
  }

  QuantizationConfig config() {
    return config;
  }

  /// Returns true if the checkpoint is quantized by an unsupported method.
  public boolean isUnknown() {
    return findings.stream()
        .anyMatch(finding -> finding.code() == FindingCode.CONFIG_QUANTIZATION_UNKNOWN);
  }

  /// Returns the findings about the checkpoint, excluding findings about single weights.
  public List<Finding> findings() {
    return findings;
  }

  /// Returns the findings about weights, followed by the findings about the checkpoint.
  public List<Finding> allFindings() {
    Stream<Finding> ofWeights = weights.stream().flatMap(weight -> weight.findings().stream());
    return Stream.concat(ofWeights, findings.stream()).distinct().toList();
  }

  public Optional<QuantizedWeight> weightOf(TensorRef part) {
    return Optional.ofNullable(weightsByPart.get(part));
  }
}
