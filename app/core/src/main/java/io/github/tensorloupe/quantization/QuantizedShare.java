package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.text.Decimal;
import io.github.tensorloupe.text.Sentence;

/// The weights of a checkpoint with equal scheme, variant, width and group size.
///
/// @param groupSize see [QuantizedWeight#groupSize()]
/// @param storedBytes the total size of all parts
public record QuantizedShare(
    Scheme scheme,
    double bits,
    OptionalLong groupSize,
    long weightCount,
    long elementCount,
    long storedBytes,
    QuantizedWeight example) {

  static List<QuantizedShare> of(List<QuantizedWeight> weights) {
    // Strings, because group sizes in a configuration may have equal hash codes.
    Map<String, List<QuantizedWeight>> byFormat = new LinkedHashMap<>();
    for (QuantizedWeight weight : weights) {
      String format = weight.label() + " " + weight.bits() + " " + weight.groupSize();
      byFormat.computeIfAbsent(format, _ -> new ArrayList<>()).add(weight);
    }
    return byFormat.values().stream()
        .map(QuantizedShare::ofSameFormat)
        .sorted(Comparator.comparingLong(QuantizedShare::elementCount).reversed())
        .toList();
  }

  private static QuantizedShare ofSameFormat(List<QuantizedWeight> weights) {
    QuantizedWeight first = weights.getFirst();
    long count = Quantization.elementCount(weights);
    long bytes = weights.stream().mapToLong(QuantizedWeight::storedBytes).sum();
    return new QuantizedShare(
        first.scheme(), first.bits(), first.groupSize(), weights.size(), count, bytes, first);
  }

  /// Returns the mean number of bits per element, including scales.
  public double bitsPerWeight() {
    return (double) storedBytes * Byte.SIZE / Math.max(1, elementCount);
  }

  public Sentence sentence() {
    return example.sentence();
  }

  public Sentence details() {
    List<Sentence> parts = new ArrayList<>();
    parts.add(
        elementCount == 0
            ? Sentence.of("{0}: {1} {1#weight|weights}", sentence(), weightCount)
            : Sentence.of(
                "{0}: {1} {1#weight|weights}, {2} bits per weight",
                sentence(), weightCount, new Decimal(bitsPerWeight(), 2)));
    Optional<Rotation> rotation = example.scaled().flatMap(decoding -> decoding.rotation);
    rotation.ifPresent(
        by -> parts.add(Sentence.of("values rotated back in groups of {0}", by.size())));
    if (example.label().equals(GptqRule.SVDQUANT_FP4)) {
      parts.add(Sentence.of("its kernels need a Blackwell GPU"));
    }
    if (!scheme.isDecoded()) {
      parts.add(Sentence.of("not decoded here"));
    }
    return Sentence.joined(", ", parts);
  }
}
