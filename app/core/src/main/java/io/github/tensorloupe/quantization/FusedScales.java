package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// Finds NVFP4 projections with different global scales that loaders fuse into one weight, which
/// has a single global scale.
///
/// Sources: vLLM `quantization/modelopt.py`, `quantization/compressed_tensors/`.
final class FusedScales {

  private static final int MAX_NAMES = 8;

  /// The first projection of the set with which a projection is fused.
  private static final Map<String, String> FIRST =
      Map.of("k_proj", "q_proj", "v_proj", "q_proj", "up_proj", "gate_proj", "w3", "w1");

  private static final Pattern PROJECTION =
      Pattern.compile(
          "(?<layer>.*?)(?<expert>experts\\.\\d+\\.)?(?<name>[kv]_proj|up_proj|w3)\\.weight",
          Pattern.DOTALL);

  /// A projection whose global scale differs from the first projection of its set.
  private record Deviation(int weight, String projection, String expert, double ratio) {

    double factor() {
      return Math.max(ratio, 1 / ratio);
    }
  }

  private FusedScales() {}

  /// Returns the weights with one finding per layer and set, at the weight that deviates most.
  static List<QuantizedWeight> compare(List<QuantizedWeight> weights) throws IOException {
    Map<String, QuantizedWeight> byName = new HashMap<>();
    for (QuantizedWeight weight : weights) {
      if (weight.scheme() == Scheme.NVFP4) {
        byName.put(weight.name(), weight);
      }
    }
    Map<String, List<Deviation>> byLayer = new LinkedHashMap<>();
    for (int i = 0; i < weights.size() && !byName.isEmpty(); i++) {
      Matcher matcher = PROJECTION.matcher(weights.get(i).name());
      if (matcher.matches() && byName.containsKey(weights.get(i).name())) {
        String expert = Objects.requireNonNullElse(matcher.group("expert"), "");
        String layer = matcher.group("layer");
        String first = FIRST.get(matcher.group("name"));
        double ratio = ratio(weights.get(i), byName.get(layer + expert + first + ".weight"));
        if (ratio != 1) {
          byLayer
              .computeIfAbsent(layer + first, _ -> new ArrayList<>())
              .add(new Deviation(i, matcher.group("name"), expert, ratio));
        }
      }
    }
    List<QuantizedWeight> compared = new ArrayList<>(weights);
    for (List<Deviation> deviations : byLayer.values()) {
      Deviation worst = Collections.max(deviations, Comparator.comparing(Deviation::factor));
      QuantizedWeight weight = compared.get(worst.weight());
      List<Finding> findings = new ArrayList<>(weight.findings());
      findings.add(finding(weight, worst, deviations));
      compared.set(worst.weight(), weight.with(findings));
    }
    return compared;
  }

  /// Returns the ratio of two global scales, or 1 if they are equal or unknown.
  private static double ratio(QuantizedWeight weight, QuantizedWeight first) throws IOException {
    double ratio = first == null ? 1 : scale(weight) / scale(first);
    return Double.isFinite(ratio) && ratio > 0 ? ratio : 1;
  }

  private static double scale(QuantizedWeight weight) throws IOException {
    Optional<TensorData> data =
        Optional.ofNullable(weight.parts().get(Role.SCALE2))
            .flatMap(TensorRef::data)
            .filter(part -> part.isComplete() && part.elementCount() == 1);
    return data.isPresent() ? data.get().numbers()[0] : Double.NaN;
  }

  private static Finding finding(
      QuantizedWeight weight, Deviation worst, List<Deviation> deviations) {
    List<String> experts =
        deviations.stream()
            .map(each -> each.expert().replaceAll("\\D", ""))
            .filter(each -> !each.isEmpty())
            .distinct()
            .toList();
    Sentence where =
        experts.isEmpty()
            ? Sentence.of("")
            : Sentence.of(
                " in {0} {0#expert|experts} of this layer ({1}{2})",
                experts.size(),
                String.join(", ", experts.subList(0, Math.min(MAX_NAMES, experts.size()))),
                experts.size() > MAX_NAMES ? ", …" : "");
    return WeightDraft.finding(
        FindingCode.SCALE_FUSED,
        weight.parts().get(Role.SCALE2),
        "{0} differs from the global scale of {1} by a factor of up to {2}{3}. Loaders that fuse"
            + " the projections use one global scale, so {4} is wrong by this factor.",
        FIRST.get(worst.projection()),
        new Decimal(worst.factor(), 3),
        where,
        worst.projection());
  }
}
