package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.NameGroup.SimilarMembers;
import io.github.tensorloupe.text.Sentence;

/// Counts the weights of a checkpoint. Counts each of several weights that are packed in an
/// element, but no scales, zero points and buffers. Determines the packing from names and companion
/// tensors. All numbers are at most [Long#MAX_VALUE].
final class ParameterCount {

  private static final Sentence FOUR_BITS = Sentence.of("4 bits a weight are assumed");
  private static final String QUANTO = "._data._data";
  private static final Set<Long> MLX_GROUPS = Set.of(32L, 64L, 128L);

  /// The suffixes of codes of vectors, and of the tables that prove their method.
  private static final Map<String, String> UNDECODED =
      Map.of("codes", "codebooks", "indices", "centroids.weight", "Qidxs", "SU");

  private final RuleInput subject;
  private final NameTable names;
  private final Set<NameGroup> packed;
  private final Set<String> scaled = new HashSet<>();

  /// Assumptions about facts that the header does not contain.
  final SequencedSet<Sentence> assumptions = new LinkedHashSet<>();

  final List<Evidence> packedEvidence = new ArrayList<>();

  long parameters;

  long buffers;

  /// True if several widths of packed weights are possible.
  boolean isUnknown;

  /// True if weights are packed by a method whose layout is unknown.
  boolean isUndecoded;

  ParameterCount(RuleInput subject, RuleTable rules) {
    this.subject = subject;
    this.names = subject.names();
    packed = groups(rules.packed);
    Set<NameGroup> scales = groups(rules.scales);
    for (NameGroup scale : scales) {
      String name = scale.nameShape;
      scaled.add(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
      scaled.add(name.replaceFirst("_scales?(_#|_inv)?$", ""));
    }
    Set<NameGroup> noWeights = groups(rules.buffers);
    for (NameGroup group : names.groups()) {
      for (SimilarMembers subgroup : group.members()) {
        if (subgroup.blockType().isPresent()) {
          parameters = Saturating.sum(parameters, subgroup.elementCount());
          if (packedEvidence.isEmpty()) {
            packedEvidence.add(subgroup.evidence());
          }
        } else if (noWeights.contains(group) || isPlainInteger(group, subgroup)) {
          buffers = Saturating.sum(buffers, subgroup.elementCount());
        } else if (!scales.contains(group)) {
          long count = weightCount(group, subgroup);
          parameters = Saturating.sum(parameters, count);
          if (count != subgroup.elementCount() && packedEvidence.isEmpty()) {
            packedEvidence.add(subgroup.evidence());
          }
        }
      }
    }
  }

  private Set<NameGroup> groups(List<NamePattern> patterns) {
    return patterns.stream()
        .flatMap(pattern -> pattern.in(names).stream())
        .collect(Collectors.toSet());
  }

  void addBuffers(NameGroup group) {
    for (SimilarMembers subgroup : group.members()) {
      buffers = Saturating.sum(buffers, subgroup.elementCount());
    }
  }

  /// Plain integers are, for example, pictures, token codes, counters and masks.
  private boolean isPlainInteger(NameGroup group, SimilarMembers subgroup) {
    return switch (subgroup.dtype()) {
      case BOOL, I64, U64 -> true;
      case U8, I8 -> !packed.contains(group) && !isScaled(group.nameShape);
      case I16, U16, I32, U32 -> weightCount(group, subgroup) == subgroup.elementCount();
      default -> false;
    };
  }

  /// Companion scales of `a.weight` are `a.weight_scale`, `a.SCB`, `a.scale` and `a.weight.absmax`.
  private boolean isScaled(String name) {
    int dot = name.lastIndexOf('.');
    return scaled.contains(name)
        || dot > 0 && scaled.contains(name.substring(0, dot))
        || name.endsWith(".weight") && has(stem(name, "weight") + "scale")
        || name.endsWith(".int8_weight") && has(stem(name, "int8_weight") + "scale")
        || has(name + "_quantizer.scale");
  }

  private long weightCount(NameGroup group, SimilarMembers subgroup) {
    String name = group.nameShape;
    long elements = subgroup.elementCount();
    isUndecoded |= hasUnknownLayout(name, subgroup.dtype());
    for (Map.Entry<String, String> undecoded : UNDECODED.entrySet()) {
      String stem = name.endsWith(undecoded.getKey()) ? stem(name, undecoded.getKey()) : "";
      isUndecoded |= !stem.isEmpty() && has(stem + undecoded.getValue());
    }
    isUnknown |= isUndecoded;
    if (name.endsWith(QUANTO)) {
      return ofQuanto(stem(name, QUANTO), subgroup);
    }
    if (name.endsWith(".q_weight")) {
      return ofExl2(stem(name, "q_weight"), subgroup);
    }
    return switch (subgroup.dtype()) {
      case I32, U32 -> Saturating.product(elements, Integer.SIZE) / bitsInWords(name, subgroup);
      case U8, I8 -> Saturating.product(elements, isFourBit(name, subgroup.dtype()) ? 2 : 1);
      case I16, U16 -> Saturating.product(elements, weightsPerTrellisWord(name, subgroup.shape()));
      default -> elements;
    };
  }

  private boolean hasUnknownLayout(String name, Dtype dtype) {
    if (name.endsWith(".qweight")) {
      String stem = stem(name, "qweight");
      return switch (dtype) {
        case I32 -> !has(stem + "scales") && !has(stem + "qzeros");
        case I8 -> !has(stem + "wscales");
        default -> true;
      };
    }
    String weight = name.endsWith(".weight_packed") ? stem(name, "_packed") : "";
    return !weight.isEmpty() && !has(weight + "_scale") && !has(weight + "_shape");
  }

  /// Returns the width in bits of codes packed in 32-bit words, or 32 if codes are not packed.
  private long bitsInWords(String name, SimilarMembers subgroup) {
    if (name.endsWith(".qweight")) {
      return bitsOfZeros(stem(name, "qweight"));
    }
    if (name.endsWith(".weight_packed")) {
      return bitsOfCompressed(stem(name, "weight_packed"), subgroup);
    }
    boolean isMlx = name.endsWith(".weight") && has(stem(name, "weight") + "scales");
    return isMlx ? bitsOfMlx(stem(name, "weight"), subgroup) : Integer.SIZE;
  }

  /// Each row of codes has a scale, and several rows are packed into one.
  private long ofQuanto(String stem, SimilarMembers subgroup) {
    long packedRows = subgroup.shape().rank() < 2 ? 0 : subgroup.shape().dimension(0);
    Optional<SimilarMembers> scale = first(stem + "._scale");
    return packedRows <= 0 || scale.filter(each -> each.shape().rank() > 0).isEmpty()
        ? subgroup.elementCount()
        : Saturating.product(
            subgroup.elementCount() / packedRows, scale.get().shape().dimension(0));
  }

  /// The width differs between groups of rows, but each column has an entry in the permutation.
  private long ofExl2(String stem, SimilarMembers subgroup) {
    Optional<SimilarMembers> order = first(stem + "q_invperm").or(() -> first(stem + "q_perm"));
    long rows = subgroup.shape().rank() == 2 ? subgroup.shape().dimension(0) : 0;
    isUndecoded |= order.isEmpty() || rows == 0;
    isUnknown |= isUndecoded;
    return isUndecoded
        ? subgroup.elementCount()
        : Saturating.product(subgroup.elementCount() / rows, last(order.get().shape()));
  }

  /// Zero points are packed like the weights, and each scale has one.
  private long bitsOfZeros(String stem) {
    long scales = width(stem + "scales");
    long bits = scales <= 0 ? 0 : Integer.SIZE * width(stem + "qzeros") / scales;
    if (bits >= 2 && bits <= 8) {
      return bits;
    }
    assumptions.add(FOUR_BITS);
    return 4;
  }

  private long width(String nameShape) {
    return first(nameShape)
        .filter(info -> info.shape().rank() == 2)
        .map(info -> info.shape().dimension(1))
        .orElse(0L);
  }

  /// Uses the configured width and group size if they match the shapes.
  private long bitsOfCompressed(String stem, SimilarMembers subgroup) {
    Set<String> sizes = configured("group_size");
    long groups = Math.max(1, width(stem + "weight_scale"));
    long product = Integer.SIZE * last(subgroup.shape()) / groups;
    List<Long> fitting =
        configured("num_bits").stream()
            .filter(bits -> bits.matches("[2-8]"))
            .map(Long::valueOf)
            .filter(bits -> groups == 1 || sizes.contains("" + product / bits))
            .toList();
    if (fitting.size() == 1) {
      return fitting.getFirst();
    }
    assumptions.add(FOUR_BITS);
    return 4;
  }

  private Set<String> configured(String key) {
    String configuration = subject.part().configurations().text("config.json");
    return new HashSet<>(EmbeddedFacts.scalars(configuration, key));
  }

  /// Shapes determine only the product of the width and the group size.
  private long bitsOfMlx(String stem, SimilarMembers subgroup) {
    Optional<SimilarMembers> scales = first(stem + "scales");
    long words = last(subgroup.shape());
    long groups = scales.map(each -> last(each.shape())).orElse(0L);
    if (!has(stem + "biases") && scales.filter(info -> info.dtype() == Dtype.U8).isPresent()) {
      return groups * 8 == words ? 8 : 4;
    }
    Set<String> sizes = configured("group_size");
    Set<String> bits = configured("bits");
    long product = groups == 0 ? 0 : Integer.SIZE * words / groups;
    List<Long> widths =
        LongStream.of(2, 3, 4, 5, 6, 8)
            .filter(width -> product % width == 0 && MLX_GROUPS.contains(product / width))
            .boxed()
            .toList();
    Predicate<Long> hasSize = width -> sizes.contains("" + product / width);
    Predicate<Long> hasBits = width -> bits.contains("" + width);
    // If the tensors contradict the configuration, the tensors have priority.
    for (Predicate<Long> fits :
        List.of(hasSize.and(hasBits), hasSize, hasBits, (Predicate<Long>) _ -> true)) {
      List<Long> fitting = widths.stream().filter(fits).toList();
      if (fitting.size() == 1) {
        return fitting.getFirst();
      }
    }
    isUnknown = true;
    return 4;
  }

  private static long last(Shape shape) {
    return shape.rank() == 0 ? 0 : shape.dimension(shape.rank() - 1);
  }

  private boolean isFourBit(String name, Dtype dtype) {
    if (dtype == Dtype.I8) {
      return name.endsWith(".qweight") && has(stem(name, "qweight") + "wscales");
    }
    return has(name + ".absmax")
        || name.endsWith("_blocks") && has(name.substring(0, name.length() - 6) + "scales")
        || name.endsWith(".weight_packed")
        || dtype == Dtype.U8 && has(name + "_quantizer.scale")
        || name.endsWith(".weight") && has(name + "_scale_#");
  }

  // A tile of 16 × 16 weights is stored in 16 words of 16 bits per bit of a weight.
  private static long weightsPerTrellisWord(String name, Shape shape) {
    long last = name.endsWith(".trellis") && shape.rank() == 3 ? shape.dimension(2) : 0;
    return last > 0 && last <= 256 ? 256 / last : 1;
  }

  private static String stem(String name, String last) {
    return name.substring(0, name.length() - last.length());
  }

  private boolean has(String nameShape) {
    return !names.named(nameShape).isEmpty();
  }

  private Optional<SimilarMembers> first(String nameShape) {
    return names.named(nameShape).stream().flatMap(group -> group.members().stream()).findFirst();
  }
}
