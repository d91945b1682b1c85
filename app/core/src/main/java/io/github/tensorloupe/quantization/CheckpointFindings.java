package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// The inconsistencies between the quantized weights of a checkpoint and its configuration.
///
/// @param isWhole true if the checkpoint is complete; otherwise missing parts are not reported
record CheckpointFindings(SchemeContext context, List<QuantizedWeight> weights, boolean isWhole) {

  private static final Map<String, List<String>> SCALES =
      Map.of(
          ".weight_scale", List.of(".weight", ".weight_packed"),
          ".weight_scale_inv", List.of(".weight"),
          ".weight_scale_2", List.of(".weight"),
          ".weight_global_scale", List.of(".weight_packed", ".weight"),
          ".scale_weight", List.of(".weight"),
          ".weight_zero_point", List.of(".weight", ".weight_packed"),
          ".qzeros", List.of(".qweight"));

  /// The dtypes of unquantized weights.
  private static final Set<Dtype> PLAIN =
      EnumSet.of(Dtype.F64, Dtype.F32, Dtype.F16, Dtype.BF16, Dtype.F8_E4M3, Dtype.F8_E5M2);

  private static final Set<Dtype> CASTS = EnumSet.of(Dtype.F8_E4M3, Dtype.F8_E5M2);

  /// Two parts that together prove that a quantized weight existed, and the suffix of its codes.
  private record LostCodes(String part, String companion, String codes) {}

  private static final List<LostCodes> LOST_CODES =
      List.of(
          new LostCodes(".qzeros", ".scales", ".qweight"),
          new LostCodes(".weight_shape", ".weight_scale", ".weight_packed"),
          new LostCodes(".weight.quant_map", ".weight.absmax", ".weight"),
          new LostCodes(".biases", ".scales", ".weight"),
          new LostCodes(".wscales", ".proj_down", ".qweight"),
          new LostCodes(".suh", ".svh", ".trellis"),
          new LostCodes(".q_groups", ".q_scale", ".q_weight"));

  private static final int MAX_LABELS = 4;

  private static final Set<Dtype.Kind> PACKED_KINDS =
      EnumSet.of(Dtype.Kind.SIGNED, Dtype.Kind.UNSIGNED);

  /// The suffixes of packed integers, in several layouts.
  private static final List<String> PACKED = List.of(".qweight", ".weight_packed", ".q_weight");

  /// Findings that may be caused by a missing file.
  private static final Set<FindingCode> OF_WHOLE_SETS =
      EnumSet.of(
          FindingCode.SCALE_MISSING,
          FindingCode.ZERO_POINT_MISSING,
          FindingCode.QUANT_STATE_MISSING,
          FindingCode.SCALE_ORPHANED,
          FindingCode.CODES_MISSING,
          FindingCode.INPUT_SCALE_MISSING,
          FindingCode.LAYER_ABSENT,
          FindingCode.CONFIG_STALE,
          FindingCode.CONFIG_QUANTIZATION_UNKNOWN);

  /// Removes weights that were recognized by their names although the configuration names an
  /// unknown method, which may store other codes under these names.
  static List<QuantizedWeight> trusted(List<QuantizedWeight> weights, QuantizationConfig config) {
    return !config.hasUnknownMethod()
        ? weights
        : weights.stream().filter(weight -> !weight.scheme().isDecoded()).toList();
  }

  Quantization quantization() {
    List<Finding> findings = new ArrayList<>();
    Set<String> usedNames = new HashSet<>();
    boolean haveInputs = false;
    for (QuantizedWeight weight : weights) {
      weight.tensors().forEach(part -> usedNames.add(part.info().name()));
      haveInputs |= weight.scheme() == Scheme.NVFP4 && weight.parts().containsKey(Role.INPUT_SCALE);
    }
    List<QuantizedWeight> examined = new ArrayList<>();
    for (QuantizedWeight weight : weights) {
      List<Finding> weightFindings = new ArrayList<>(weight.findings());
      if (haveInputs) {
        addInputFinding(weight, weightFindings);
      }
      weightFindings.removeIf(this::isUncertain);
      examined.add(weight.with(weightFindings));
    }
    long plainElements = 0;
    long plainBytes = 0;
    List<String> casts = new ArrayList<>();
    List<TensorRef> packed = new ArrayList<>();
    for (TensorRef tensor : context.tensors().values()) {
      if (!usedNames.contains(tensor.info().name())) {
        unusedPart(tensor, usedNames).ifPresent(findings::add);
        if (isPacked(tensor)) {
          packed.add(tensor);
        }
        plainElements += tensor.info().shape().elementCount().orElse(0);
        plainBytes += tensor.info().byteCount();
        if (isCast(tensor)) {
          casts.add(tensor.info().name());
        }
      }
    }
    absentLayers(findings);
    configuration(findings);
    if (weights.isEmpty() && context.config().isEmpty() && !packed.isEmpty()) {
      // Without a layout, it is unknown which tensors belong to the weights.
      findings.removeIf(finding -> finding.code() != FindingCode.CONFIG_UNREADABLE);
      findings.add(unknownLayout(packed));
    }
    findings.removeIf(this::isUncertain);
    return new Quantization(context.config(), examined, findings, plainElements, plainBytes, casts);
  }

  private boolean isCast(TensorRef tensor) {
    String name = tensor.info().name();
    if (!name.endsWith(".weight")
        || !CASTS.contains(tensor.info().dtype())
        || tensor.info().shape().rank() < 2) {
      return false;
    }
    String module = name.substring(0, name.length() - ".weight".length());
    return SCALES.keySet().stream().noneMatch(it -> context.tensors().containsKey(module + it));
  }

  private static boolean isPacked(TensorRef tensor) {
    return PACKED_KINDS.contains(tensor.info().dtype().kind())
        && PACKED.stream().anyMatch(tensor.info().name()::endsWith);
  }

  private static Finding unknownLayout(List<TensorRef> packed) {
    return Finding.of(
        FindingCode.CONFIG_QUANTIZATION_UNKNOWN,
        Sentence.of(
            "{0} packed {0#weight|weights} of an unknown layout, such as {1}; not decoded here.",
            packed.size(), WeightDraft.shown(packed.getFirst())));
  }

  private boolean isUncertain(Finding finding) {
    return !isWhole && OF_WHOLE_SETS.contains(finding.code());
  }

  private static void addInputFinding(QuantizedWeight weight, List<Finding> findings) {
    if (weight.scheme() == Scheme.NVFP4 && !weight.parts().containsKey(Role.INPUT_SCALE)) {
      findings.add(
          WeightDraft.finding(
              FindingCode.INPUT_SCALE_MISSING,
              weight.codes(),
              "{0} has no input scale, although other weights of the checkpoint have one:"
                  + " loaders use 1, 0 or uninitialized memory, and its outputs may be"
                  + " garbage. Compare the checkpoint with the original."));
    }
  }

  private Optional<Finding> unusedPart(TensorRef tensor, Set<String> usedNames) {
    String name = tensor.info().name();
    for (LostCodes lost : LOST_CODES) {
      Optional<String> module = SchemeRule.withoutSuffix(name, lost.part());
      if (module.isPresent() && isLost(module.get(), lost)) {
        return Optional.of(
            WeightDraft.finding(
                FindingCode.CODES_MISSING,
                tensor,
                "{0} and {1} belong to a quantized weight, but its codes {2} are missing: loaders"
                    + " stop, or use random weights. Look for the tensor in the original, or in"
                    + " another file of the set.",
                DisplayText.of(module.get() + lost.companion()),
                DisplayText.of(module.get() + lost.codes())));
      }
    }
    for (Map.Entry<String, List<String>> scale : SCALES.entrySet()) {
      Optional<String> module = SchemeRule.withoutSuffix(name, scale.getKey());
      if (module.isEmpty()
          || scale.getKey().equals(".qzeros") && tensor.info().dtype() != Dtype.I32) {
        continue;
      }
      List<TensorRef> candidates =
          scale.getValue().stream()
              .flatMap(ending -> context.tensor(module.get() + ending).stream())
              .toList();
      if (candidates.isEmpty()) {
        return Optional.of(
            WeightDraft.finding(
                FindingCode.SCALE_ORPHANED,
                tensor,
                "{0} belongs to no weight: {1} does not exist. Loaders ignore it, or fail on an"
                    + " unexpected name. Look for a misspelled or lost weight.",
                DisplayText.of(module.get() + scale.getValue().getFirst())));
      }
      for (TensorRef weight : candidates) {
        if (PLAIN.contains(weight.info().dtype()) && !usedNames.contains(weight.info().name())) {
          return Optional.of(
              WeightDraft.finding(
                  FindingCode.SCALE_STALE,
                  tensor,
                  "{0} is the scale of a quantized weight, but {1} is {2} and not quantized. A"
                      + " loader that applies it makes the weight wrong by orders of"
                      + " magnitude. Compare both with the original.",
                  WeightDraft.shown(weight),
                  weight.info().dtype()));
        }
      }
      return Optional.empty();
    }
    return Optional.empty();
  }

  private boolean isLost(String module, LostCodes lost) {
    return context.tensor(module + lost.companion()).isPresent()
        && context.first(module + lost.codes(), module + ".weight").isEmpty();
  }

  private void absentLayers(List<Finding> findings) {
    for (String layer : context.config().layers().orElse(Map.of()).keySet()) {
      if (context.tensor(layer + ".weight").isEmpty()) {
        Sentence sentence =
            Sentence.of(
                "The metadata list {0} as quantized, but no weight has this name. Loaders fail or"
                    + " ignore it. Look for a renamed layer.",
                DisplayText.of(layer));
        Optional<String> name = Optional.of(layer);
        findings.add(new Finding(FindingCode.LAYER_ABSENT, sentence, name, Optional.empty()));
      }
    }
  }

  private void configuration(List<Finding> findings) {
    QuantizationConfig config = context.config();
    boolean needsConfig =
        isFolderListed() && weights.stream().anyMatch(CheckpointFindings::needsConfiguration);
    if (config.isEmpty() && config.unread().isEmpty() && needsConfig) {
      Sentence sentence =
          Sentence.of(
              "The weights are quantized ({0}), but neither a configuration next to the file"
                  + " nor the metadata declare it: loaders use codes as weights, or fail. Keep"
                  + " config.json next to the file.",
              weights.getFirst().scheme().label());
      findings.add(Finding.of(FindingCode.CONFIG_MISSING, sentence));
    }
    Optional<String> unmatched = config.matcher().unmatched();
    if (unmatched.isPresent()) {
      Sentence sentence =
          Sentence.of(
              "{0} selects layers by the pattern {1}, which cannot be matched: it is invalid"
                  + " or takes too long. It is unknown which layers it selects.",
              config.file().orElse("config.json"), DisplayText.of(unmatched.get()));
      findings.add(Finding.of(FindingCode.CONFIG_PATTERN, sentence));
    }
    if (isUnknown()) {
      // The layout is unknown, so scales are not reported as orphaned.
      findings.clear();
      findings.add(Finding.of(FindingCode.CONFIG_QUANTIZATION_UNKNOWN, unknown()));
    } else if (config.isPresent() && weights.isEmpty()) {
      boolean isPlain =
          context.tensors().values().stream()
              .map(TensorRef::info)
              .filter(tensor -> tensor.shape().rank() >= 2)
              .map(TensorInfo::dtype)
              .allMatch(
                  dtype ->
                      PLAIN.contains(dtype) || dtype == Dtype.BOOL || dtype.bits() == Long.SIZE);
      String file = config.file().orElseThrow();
      String method =
          DisplayText.of(config.method().isEmpty() ? config.summary() : config.method());
      if (isPlain && config.isDecoded()) {
        Sentence sentence =
            Sentence.of(
                "{0} declares that the checkpoint is quantized ({1}), but no weight is: loaders"
                    + " fail, or look for scales that do not exist. Compare both with the"
                    + " original.",
                file, method);
        findings.add(Finding.of(FindingCode.CONFIG_STALE, sentence));
      } else {
        findings.clear();
        findings.add(Finding.of(FindingCode.CONFIG_QUANTIZATION_UNKNOWN, unknown()));
      }
    }
    for (String file : config.unread()) {
      Sentence sentence =
          Sentence.of(
              "{0} is not a readable JSON object, or is too large or too deeply nested to be"
                  + " read. It is unknown whether it declares quantized weights.",
              file);
      findings.add(Finding.of(FindingCode.CONFIG_UNREADABLE, sentence));
    }
  }

  private boolean isFolderListed() {
    return weights.stream()
        .flatMap(weight -> weight.parts().values().stream())
        .flatMap(part -> SourceFileSystem.of(part.file().path()).stream())
        .allMatch(SourceFileSystem::listsFolders);
  }

  private boolean isUnknown() {
    return context.config().hasUnknownMethod()
        || weights.stream().anyMatch(CheckpointFindings::isReportedAsUnknown);
  }

  private static boolean isReportedAsUnknown(QuantizedWeight weight) {
    return !weight.scheme().isDecoded() && weight.scheme() != Scheme.SVDQUANT;
  }

  private Sentence unknown() {
    QuantizationConfig config = context.config();
    if (config.isPresent() && !config.method().isEmpty()) {
      String file = config.file().orElseThrow();
      String method = DisplayText.of(config.method());
      return Sentence.of("Quantized with {0} ({1}), not decoded here.", method, file);
    }
    String labels =
        weights.stream()
            .filter(CheckpointFindings::isReportedAsUnknown)
            .map(QuantizedWeight::label)
            .distinct()
            .limit(MAX_LABELS)
            .map(DisplayText::of)
            .collect(Collectors.joining(", "));
    return labels.isEmpty()
        ? Sentence.of(
            "Quantized by an unknown method ({0}), not decoded here.", config.file().orElse("?"))
        : Sentence.of("Quantized with {0}, not decoded here.", labels);
  }

  private static boolean needsConfiguration(QuantizedWeight weight) {
    String codes = weight.codes().info().name();
    return switch (weight.scheme()) {
      case BNB_NF4, BNB_FP4, BNB_INT8, HQQ, QUANTO, TORCHAO, GGUF -> false;
      default ->
          weight.scheme().isDecoded()
              && !codes.endsWith("_blocks")
              && !codes.endsWith(".blocks")
              && !codes.endsWith(SchemeContext.INT8_WEIGHT);
    };
  }
}
