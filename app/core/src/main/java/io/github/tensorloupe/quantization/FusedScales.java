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
  private static final List<List<String>> SETS =
      List.of(
          List.of("q_proj", "k_proj", "v_proj"),
          List.of("gate_proj", "up_proj"),
          List.of("w1", "w3"));

  /// The path of a projection, with its expert if it has one.
  private static final Pattern PROJECTION =
      Pattern.compile(
          "(.*?)(?:(experts\\.)(\\d+)\\.)?([qkv]_proj|gate_proj|up_proj|w[13])\\.weight",
          Pattern.DOTALL);

  /// A projection whose global scale differs from the first projection of its set.
  private record Deviation(
      int weight, String first, String projection, String expert, double ratio) {

    double factor() {
      return Math.max(ratio, 1 / ratio);
    }
  }

  private FusedScales() {}

  /// Returns the weights with one finding per layer and set, at the weight that deviates most.
  static List<QuantizedWeight> compare(List<QuantizedWeight> weights) throws IOException {
    Map<String, Integer> byName = new LinkedHashMap<>();
    for (int i = 0; i < weights.size(); i++) {
      if (weights.get(i).scheme() == Scheme.NVFP4) {
        byName.put(weights.get(i).name(), i);
      }
    }
    Map<String, List<Deviation>> byLayer = new LinkedHashMap<>();
    for (List<String> set : SETS) {
      for (int i : List.copyOf(byName.values())) {
        Matcher matcher = PROJECTION.matcher(weights.get(i).name());
        if (!matcher.matches() || !matcher.group(4).equals(set.getFirst())) {
          continue;
        }
        String expert = Objects.requireNonNullElse(matcher.group(3), "");
        String layer = matcher.group(1) + Objects.requireNonNullElse(matcher.group(2), "");
        String path = expert.isEmpty() ? layer : layer + expert + ".";
        for (String other : set.subList(1, set.size())) {
          Integer at = byName.get(path + other + ".weight");
          double ratio = at == null ? 1 : ratio(weights.get(at), weights.get(i));
          if (ratio != 1) {
            byLayer
                .computeIfAbsent(layer + set.getFirst(), _ -> new ArrayList<>())
                .add(new Deviation(at, set.getFirst(), other, expert, ratio));
          }
        }
      }
    }
    List<QuantizedWeight> compared = new ArrayList<>(weights);
    for (List<Deviation> deviations : byLayer.values()) {
      Deviation worst =
          deviations.stream().max(Comparator.comparingDouble(Deviation::factor)).orElseThrow();
      QuantizedWeight weight = compared.get(worst.weight());
      List<Finding> findings = new ArrayList<>(weight.findings());
      findings.add(finding(weight, worst, deviations));
      compared.set(worst.weight(), weight.with(findings));
    }
    return compared;
  }

  /// Returns the ratio of two global scales, or 1 if they are equal or unknown.
  private static double ratio(QuantizedWeight weight, QuantizedWeight first) throws IOException {
    OptionalDouble a = scale(weight);
    OptionalDouble b = scale(first);
    double ratio = a.isPresent() && b.isPresent() ? a.getAsDouble() / b.getAsDouble() : 1;
    return Double.isFinite(ratio) && ratio > 0 ? ratio : 1;
  }

  private static OptionalDouble scale(QuantizedWeight weight) throws IOException {
    Optional<TensorData> data =
        Optional.ofNullable(weight.parts().get(Role.SCALE2))
            .flatMap(TensorRef::data)
            .filter(part -> part.isComplete() && part.elementCount() == 1);
    return data.isPresent() ? OptionalDouble.of(data.get().numbers()[0]) : OptionalDouble.empty();
  }

  private static Finding finding(
      QuantizedWeight weight, Deviation worst, List<Deviation> deviations) {
    TensorRef scale = weight.parts().get(Role.SCALE2);
    Decimal factor = new Decimal(worst.factor(), 3);
    Set<String> experts = new LinkedHashSet<>();
    deviations.forEach(each -> experts.add(each.expert()));
    experts.remove("");
    String names = experts.stream().limit(MAX_NAMES).collect(Collectors.joining(", "));
    Sentence where =
        experts.isEmpty()
            ? Sentence.of("")
            : Sentence.of(
                " in {0} {0#expert|experts} of this layer ({1}{2})",
                experts.size(), names, experts.size() > MAX_NAMES ? ", …" : "");
    return WeightDraft.finding(
        FindingCode.SCALE_FUSED,
        scale,
        "{0} differs from the global scale of {1} by a factor of up to {2}{3}. Loaders that fuse"
            + " the projections use one global scale, so {4} is wrong by this factor.",
        worst.first(),
        factor,
        where,
        worst.projection());
  }
}
