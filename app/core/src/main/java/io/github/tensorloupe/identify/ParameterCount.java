package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.NameGroup.Alike;
import io.github.tensorloupe.text.Sentence;

/// The number of weights that a checkpoint has. Those that are packed several to an element count
/// as many as they are; scales, zero points and buffers do not count.
///
/// @param parameters at most [Long#MAX_VALUE]
/// @param buffers elements that are no weights
/// @param packed the first tensor of each way of packing
/// @param assumptions what had to be assumed because the header does not tell it
record ParameterCount(
    long parameters, long buffers, List<Evidence> packed, List<Sentence> assumptions) {

  ParameterCount {
    packed = List.copyOf(packed);
    assumptions = List.copyOf(assumptions);
  }

  static ParameterCount of(NameTable names, RuleTable rules) {
    Set<NameGroup> buffers = groups(names, rules.buffers);
    Set<NameGroup> scales = groups(names, rules.scales);
    Packing packing = new Packing(names, scales, groups(names, rules.packed));
    long parameterCount = 0;
    long bufferCount = 0;
    List<Evidence> packed = new ArrayList<>();
    for (NameGroup group : names.groups()) {
      for (Alike alike : group.members()) {
        if (buffers.contains(group) || packing.isNoWeight(group, alike)) {
          bufferCount = Saturating.sum(bufferCount, alike.elementCount());
        } else if (!scales.contains(group)) {
          long count = packing.weightCount(group, alike);
          parameterCount = Saturating.sum(parameterCount, count);
          if (count != alike.elementCount() && packed.isEmpty()) {
            packed.add(alike.evidence());
          }
        }
      }
    }
    return new ParameterCount(parameterCount, bufferCount, packed, packing.assumptions());
  }

  private static Set<NameGroup> groups(NameTable names, List<NamePattern> patterns) {
    return patterns.stream()
        .flatMap(pattern -> pattern.in(names).stream())
        .collect(Collectors.toSet());
  }
}
