package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// Compares the widths, group sizes and modules in a quantization configuration with the tensors.
public final class ConfigAgreement {

  private static final Set<Long> WIDTHS = Set.of(2L, 3L, 4L, 5L, 6L, 8L);

  /// The methods that quantize all projections that are not excluded.
  private static final Set<String> COMPLETE =
      Set.of("gptq", "awq", "bitsandbytes", "compressed-tensors", "fp8", "modelopt");

  /// Projections of layers. Other linear modules, such as routers, often stay unquantized.
  private static final Set<String> PROJECTIONS =
      Set.of(
          ("q_proj k_proj v_proj o_proj qkv_proj out_proj gate_proj up_proj down_proj gate_up_proj"
               + " w1 w2 w3 query_key_value dense_h_to_4h dense_4h_to_h fc1 fc2 c_attn c_proj c_fc")
              .split(" "));

  /// A configured and a stored number.
  ///
  /// @param key the key of the configured number
  public record Figure(String key, long configured, OptionalLong stored, boolean agrees) {}

  private final QuantizationConfig config;
  private final Map<String, Optional<Shape>> shapes = new HashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private final List<Mismatch> bits = new ArrayList<>();
  private final List<Mismatch> groups = new ArrayList<>();
  private final List<String> excluded = new ArrayList<>();
  private final Set<Long> storedBits = new TreeSet<>();
  private final Set<Long> storedGroups = new TreeSet<>();
  private OptionalLong configuredBits = OptionalLong.empty();
  private OptionalLong configuredGroup = OptionalLong.empty();

  private record Mismatch(String module, String codes, long configured, long stored) {}

  /// The geometry of a packed weight: codes per row in bits, columns, and groups per row.
  private record Packing(OptionalLong bits, OptionalLong columns, long groups) {}

  private ConfigAgreement(QuantizationConfig config) {
    this.config = config;
  }

  /// Compares the quantized weights with the configuration.
  ///
  /// @param layers the prefixes of the layers of a known architecture, whose projections must be
  ///   quantized; empty for unknown architectures
  public static ConfigAgreement of(
      Quantization quantization, List<TensorRef> tensors, List<String> layers) {
    ConfigAgreement agreement = new ConfigAgreement(quantization.config());
    Set<String> quantized = new HashSet<>();
    for (QuantizedWeight weight : quantization.weights()) {
      agreement.compare(weight);
      quantized.add(weight.name());
    }
    agreement.reportMismatches();
    if (!quantized.isEmpty()) {
      agreement.reportModules(tensors, quantized, layers);
    }
    for (Finding finding : quantization.findings()) {
      if (finding.code() == FindingCode.CONFIG_QUANTIZATION_UNKNOWN) {
        agreement.findings.add(finding);
      }
    }
    return agreement;
  }

  private void compare(QuantizedWeight weight) {
    String module = module(weight.name());
    Packing packing = packing(weight, module);
    // Settings for expressions may differ from the common settings.
    boolean isKnown =
        config.isPresent() && config.isDecoded() && !config.modules().hasOverrides(module);
    OptionalLong width = isKnown ? expectedBits(module) : OptionalLong.empty();
    OptionalLong group = isKnown ? config.groupSize(module) : OptionalLong.empty();
    String codes = weight.codes().info().name();
    configuredBits = configuredBits.isEmpty() ? width : configuredBits;
    configuredGroup = configuredGroup.isEmpty() ? group : configuredGroup;
    boolean isOff = false;
    if (packing.bits().isPresent()) {
      storedBits.add(packing.bits().getAsLong());
      if (width.isPresent() && width.getAsLong() != packing.bits().getAsLong()) {
        isOff = true;
        bits.add(new Mismatch(module, codes, width.getAsLong(), packing.bits().getAsLong()));
      }
    }
    if (packing.columns().isPresent() && packing.groups() > 0 && group.isPresent()) {
      long columns = packing.columns().getAsLong();
      long size = Math.ceilDiv(columns, packing.groups());
      if (Math.ceilDiv(columns, group.getAsLong()) == packing.groups()) {
        storedGroups.add(group.getAsLong());
      } else {
        isOff = true;
        storedGroups.add(size);
        groups.add(new Mismatch(module, codes, group.getAsLong(), size));
      }
    }
    // The shape of MLX weights follows from the configuration.
    boolean isUnknown = isOff && weight.scheme() == Scheme.MLX;
    shapes.put(weight.name(), isUnknown ? Optional.empty() : weight.shape());
    if (config.isPresent() && config.modules().ignores(module)) {
      excluded.add(codes);
    }
  }

  private static String module(String name) {
    return SchemeRule.withoutSuffix(name, ".weight").orElse(name);
  }

  private OptionalLong expectedBits(String module) {
    if (config.isMethod("bitsandbytes")) {
      boolean is8Bit = config.node().path("load_in_8bit").asBoolean();
      boolean is4Bit = config.node().path("load_in_4bit").asBoolean();
      return is8Bit == is4Bit ? OptionalLong.empty() : OptionalLong.of(is8Bit ? 8 : 4);
    }
    return config.bits(module);
  }

  /// Returns the width of a code, or empty if it is unknown or a mean of several widths.
  private static OptionalLong width(QuantizedWeight weight) {
    return weight.bits() >= 1 && weight.bits() == Math.rint(weight.bits())
        ? OptionalLong.of((long) weight.bits())
        : OptionalLong.empty();
  }

  /// Returns the geometry that the shapes determine, or unknown numbers.
  private Packing packing(QuantizedWeight weight, String module) {
    Shape codes = weight.codes().info().shape();
    Optional<Shape> scale =
        Optional.ofNullable(weight.parts().get(Role.SCALE)).map(part -> part.info().shape());
    Packing unknown = new Packing(OptionalLong.empty(), OptionalLong.empty(), 0);
    if (scale.isEmpty() || scale.get().rank() < 2 || codes.rank() < 2) {
      return weight.scheme() == Scheme.BNB_NF4
              || weight.scheme() == Scheme.BNB_FP4
              || weight.scheme() == Scheme.BNB_INT8
          ? new Packing(width(weight), OptionalLong.empty(), 0)
          : unknown;
    }
    long groupsOfRow = scale.get().dimension(scale.get().rank() - 1);
    long words = codes.dimension(codes.rank() - 1);
    return switch (weight.scheme()) {
      case GPTQ -> {
        OptionalLong width = width(weight);
        if (width.isEmpty()) {
          yield unknown;
        }
        long in = codes.dimension(0) * Integer.SIZE / width.getAsLong();
        boolean hasZero = weight.parts().containsKey(Role.ZERO);
        yield new Packing(
            hasZero ? width : OptionalLong.empty(), OptionalLong.of(in), scale.get().dimension(0));
      }
      case AWQ ->
          new Packing(width(weight), OptionalLong.of(codes.dimension(0)), scale.get().dimension(0));
      case MLX -> mlx(words, Math.max(1, groupsOfRow), module);
      case CT_PACK -> {
        OptionalLong in =
            weight.parts().containsKey(Role.SHAPE) && weight.shape().isPresent()
                ? OptionalLong.of(weight.shape().get().dimension(1))
                : OptionalLong.empty();
        long width = in.orElse(0) > 0 ? words * Integer.SIZE / in.getAsLong() : 0;
        boolean isDense = width > 0 && Math.ceilDiv(in.getAsLong() * width, 32L) == words;
        yield new Packing(
            isDense && WIDTHS.contains(width) ? OptionalLong.of(width) : OptionalLong.empty(),
            in,
            groupsOfRow);
      }
      default -> unknown;
    };
  }

  /// The shapes only determine the product of width and group size: the configured group size
  /// decides, and if it is impossible, the configured width.
  private Packing mlx(long words, long groupsOfRow, String module) {
    long product = words * Integer.SIZE / groupsOfRow;
    OptionalLong group = config.groupSize(module);
    if (group.isPresent()
        && product % group.getAsLong() == 0
        && WIDTHS.contains(product / group.getAsLong())) {
      return new Packing(
          OptionalLong.of(product / group.getAsLong()),
          OptionalLong.of(groupsOfRow * group.getAsLong()),
          groupsOfRow);
    }
    OptionalLong width = config.bits(module);
    return width.isPresent() && product % width.getAsLong() == 0
        ? new Packing(width, OptionalLong.of(words * Integer.SIZE / width.getAsLong()), groupsOfRow)
        : new Packing(OptionalLong.empty(), OptionalLong.empty(), 0);
  }

  private void reportMismatches() {
    String file = config.file().orElse("");
    if (!bits.isEmpty()) {
      Mismatch first = bits.getFirst();
      Sentence sentence =
          Sentence.of(
              "{0} says {1} {1#bit|bits}, but {2} quantized {2#weight has|weights have} {3}: {4}."
                  + " Loaders that use the configured width stop, or compute wrong values.",
              file,
              first.configured(),
              bits.size(),
              first.stored(),
              DisplayText.ofAll(codes(bits)));
      Optional<String> unused = unusedSetting(first.module());
      if (unused.isPresent()) {
        sentence =
            sentence.then(
                Sentence.of(
                    "The settings for {0} do not apply to {1}, because the names differ.",
                    DisplayText.of(unused.get()), DisplayText.of(first.codes())));
      }
      report(FindingCode.CONFIG_QUANTIZATION_BITS, bits, sentence);
    }
    if (!groups.isEmpty()) {
      Mismatch first = groups.getFirst();
      report(
          FindingCode.CONFIG_QUANTIZATION_GROUP,
          groups,
          Sentence.of(
              "{0} says groups of {1}, but the scales of {2} quantized {2#weight|weights} have"
                  + " groups of {3}: {4}. Loaders stop, or apply the wrong scales.",
              file,
              first.configured(),
              groups.size(),
              first.stored(),
              DisplayText.ofAll(codes(groups))));
    }
  }

  private void report(FindingCode code, List<Mismatch> mismatches, Sentence sentence) {
    Optional<String> tensor =
        mismatches.size() == 1 ? Optional.of(mismatches.getFirst().codes()) : Optional.empty();
    findings.add(new Finding(code, sentence, tensor, Optional.empty()));
  }

  private static List<String> codes(List<Mismatch> mismatches) {
    return mismatches.stream().map(Mismatch::codes).toList();
  }

  /// Returns the settings of a module whose name differs only by a prefix.
  private Optional<String> unusedSetting(String module) {
    return config.node().path(module).isObject()
        ? Optional.empty()
        : config.node().properties().stream()
            .filter(each -> each.getValue().isObject() && each.getKey().contains("."))
            .map(Map.Entry::getKey)
            .filter(key -> key.endsWith("." + module) || module.endsWith("." + key))
            .findFirst();
  }

  private void reportModules(List<TensorRef> tensors, Set<String> quantized, List<String> layers) {
    if (!excluded.isEmpty()) {
      findings.add(
          Finding.of(
              FindingCode.CONFIG_QUANTIZATION_MODULES,
              Sentence.of(
                  "{0} excludes {1} {1#weight|weights} from quantization, but {1#it is|they are}"
                      + " stored quantized: {2}. Loaders stop, or use codes as weights.",
                  config.file().orElse(""), excluded.size(), DisplayText.ofAll(excluded))));
    }
    if (!config.isPresent() || !COMPLETE.contains(config.method())) {
      return;
    }
    List<String> plain = new ArrayList<>();
    for (TensorRef tensor : tensors) {
      String name = tensor.info().name();
      boolean isCandidate =
          name.endsWith(".weight")
              && tensor.info().shape().rank() == 2
              && tensor.info().dtype().isWideFloat()
              && !quantized.contains(name)
              && layers.stream().anyMatch(name::startsWith);
      if (isCandidate && isProjection(module(name)) && !config.modules().mayExclude(module(name))) {
        plain.add(name);
      }
    }
    if (!plain.isEmpty()) {
      findings.add(
          new Finding(
              FindingCode.CONFIG_QUANTIZATION_MODULES,
              Sentence.of(
                  "By {0}, {1} {1#weight is|weights are} quantized, but stored unquantized: {2}."
                      + " Loaders look for codes that do not exist, and fill the weights with"
                      + " random values or stop.",
                  config.file().orElse(""), plain.size(), DisplayText.ofAll(plain)),
              Optional.empty(),
              Optional.empty(),
              Severity.WARNING));
    }
  }

  private static boolean isProjection(String module) {
    return PROJECTIONS.contains(module.substring(module.lastIndexOf('.') + 1));
  }

  /// Returns the name of the configuration file, or empty if the quantization is not configured.
  public Optional<String> file() {
    return config.file().filter(name -> name.endsWith(".json"));
  }

  public List<Finding> findings() {
    return List.copyOf(findings);
  }

  /// Returns the shapes of the weights before quantization, by name. The configured width is
  /// ignored if the tensors contradict it.
  public Map<String, Optional<Shape>> shapes() {
    return Collections.unmodifiableMap(shapes);
  }

  /// Returns the configured and the stored width, or empty if no width is configured.
  public Optional<Figure> bits() {
    return figure("bits", configuredBits, storedBits, bits);
  }

  /// Returns the configured and the stored group size, or empty if none is configured.
  public Optional<Figure> groupSize() {
    return figure("group_size", configuredGroup, storedGroups, groups);
  }

  private static Optional<Figure> figure(
      String key, OptionalLong configured, Set<Long> stored, List<Mismatch> mismatches) {
    if (configured.isEmpty()) {
      return Optional.empty();
    }
    if (!mismatches.isEmpty()) {
      // The settings of a module may differ from the common settings.
      Mismatch first = mismatches.getFirst();
      return Optional.of(
          new Figure(key, first.configured(), OptionalLong.of(first.stored()), false));
    }
    boolean isStored = stored.contains(configured.getAsLong());
    return Optional.of(
        new Figure(
            key, configured.getAsLong(), isStored ? configured : OptionalLong.empty(), true));
  }
}
