package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.identify.NameGroup.Alike;
import io.github.tensorloupe.text.Sentence;

/// The number of weights that a checkpoint has. Those that are packed several to an element count
/// as many as they are; scales, zero points and buffers do not count. What a tensor is packed into
/// shows in its name and in the tensors beside it. All numbers are at most [Long#MAX_VALUE].
final class ParameterCount {

  private static final Sentence FOUR_BITS = Sentence.of("4 bits a weight are assumed");
  private static final Sentence GROUPS_OF_64 = Sentence.of("groups of 64 weights are assumed");

  private final NameTable names;
  private final Set<NameGroup> packed;
  private final Set<String> scaled = new HashSet<>();

  /// Sentences on what the header does not tell.
  final SequencedSet<Sentence> assumptions = new LinkedHashSet<>();

  /// The first tensor that is packed.
  final List<Evidence> packedEvidence = new ArrayList<>();

  long parameters;

  /// Elements that are no weights.
  long buffers;

  ParameterCount(NameTable names, RuleTable rules) {
    this.names = names;
    packed = groups(rules.packed);
    Set<NameGroup> scales = groups(rules.scales);
    for (NameGroup scale : scales) {
      String name = scale.nameShape;
      scaled.add(name.substring(0, Math.max(0, name.lastIndexOf('.'))));
      scaled.add(name.replaceFirst("_scales?(_#|_inv)?$", ""));
    }
    Set<NameGroup> noWeights = groups(rules.buffers);
    for (NameGroup group : names.groups()) {
      for (Alike alike : group.members()) {
        if (noWeights.contains(group) || isNoWeight(group, alike)) {
          buffers = Saturating.sum(buffers, alike.elementCount());
        } else if (!scales.contains(group)) {
          long count = Saturating.product(alike.elementCount(), weightsPerElement(group, alike));
          parameters = Saturating.sum(parameters, count);
          if (count != alike.elementCount() && packedEvidence.isEmpty()) {
            packedEvidence.add(alike.evidence());
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
    for (Alike alike : group.members()) {
      buffers = Saturating.sum(buffers, alike.elementCount());
    }
  }

  /// True if they are whole numbers that nothing is packed into: pictures, token codes, counters,
  /// masks.
  private boolean isNoWeight(NameGroup group, Alike alike) {
    return switch (alike.dtype()) {
      case BOOL, I64, U64 -> true;
      case U8, I8 -> !packed.contains(group) && !isScaled(group.nameShape);
      case I16, U16, I32, U32 -> weightsPerElement(group, alike) == 1;
      default -> false;
    };
  }

  /// True if a scale stands beside it: `a.weight_scale`, `a.SCB` or `a.scale` beside `a.weight`,
  /// `a.weight.absmax` below it.
  private boolean isScaled(String name) {
    int dot = name.lastIndexOf('.');
    return scaled.contains(name)
        || dot > 0 && scaled.contains(name.substring(0, dot))
        || name.endsWith(".weight") && has(stem(name, "weight") + "scale");
  }

  private long weightsPerElement(NameGroup group, Alike alike) {
    String name = group.nameShape;
    return switch (alike.dtype()) {
      case I32, U32 -> perWord(name, alike);
      case U8, I8 -> isFourBit(name, alike.dtype()) ? 2 : 1;
      case I16, U16 -> name.endsWith(".trellis") ? perTrellis(alike) : 1;
      default -> 1;
    };
  }

  private long perWord(String name, Alike alike) {
    if (name.endsWith(".qweight")) {
      return 32 / bitsOfZeros(stem(name, "qweight"));
    }
    if (name.endsWith(".weight_packed") || name.endsWith(".q_weight")) {
      assumptions.add(FOUR_BITS);
      return 8;
    }
    if (name.endsWith(".weight") && has(stem(name, "weight") + "biases")) {
      return perMlxWord(stem(name, "weight") + "scales", alike);
    }
    return 1;
  }

  /// Zero points are packed like the weights, and there is one for each scale.
  private long bitsOfZeros(String stem) {
    Optional<Alike> zeros = first(stem + "qzeros").filter(alike -> alike.shape().rank() == 2);
    Optional<Alike> scales = first(stem + "scales").filter(alike -> alike.shape().rank() == 2);
    if (zeros.isPresent() && scales.isPresent() && scales.get().shape().dimension(1) > 0) {
      long bits = 32 * zeros.get().shape().dimension(1) / scales.get().shape().dimension(1);
      if (bits >= 2 && bits <= 8) {
        return bits;
      }
    }
    assumptions.add(FOUR_BITS);
    return 4;
  }

  private long perMlxWord(String scalesName, Alike alike) {
    assumptions.add(GROUPS_OF_64);
    Optional<Alike> scales = first(scalesName);
    int axis = alike.shape().rank() - 1;
    if (scales.isEmpty() || axis < 0 || scales.get().shape().rank() <= axis) {
      return 8;
    }
    long words = alike.shape().dimension(axis);
    long weights = scales.get().shape().dimension(axis) * 64;
    return words > 0 && weights / words >= 1 ? Math.min(16, weights / words) : 8;
  }

  private boolean isFourBit(String name, Dtype dtype) {
    if (dtype == Dtype.I8) {
      return name.endsWith(".qweight") && has(stem(name, "qweight") + "wscales");
    }
    return has(name + ".absmax")
        || name.endsWith("_blocks") && has(name.substring(0, name.length() - 6) + "scales")
        || name.endsWith(".weight_packed")
        || name.endsWith(".weight") && has(name + "_scale_#");
  }

  /// A tile of 16 × 16 weights takes 16 numbers of 16 bits for each bit of a weight.
  private static long perTrellis(Alike alike) {
    long last = alike.shape().rank() == 3 ? alike.shape().dimension(2) : 0;
    return last > 0 && last <= 256 ? 256 / last : 1;
  }

  private static String stem(String name, String last) {
    return name.substring(0, name.length() - last.length());
  }

  private boolean has(String nameShape) {
    return !names.named(nameShape).isEmpty();
  }

  private Optional<Alike> first(String nameShape) {
    return names.named(nameShape).stream().flatMap(group -> group.members().stream()).findFirst();
  }
}
