package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint by layer and role. Immutable. Takes time and memory in proportion to
/// the names.
///
/// Which number in a name is the layer: words and numbers of a name stand between dots or
/// underscores, and a number that follows `h` or a word that ends in `layer`, `layers`, `block` or
/// `blocks` may be the layer. Where a name has several of them, it is the one that takes the most
/// different values among the names that differ in nothing but these numbers, and of several such
/// the first: of `down_blocks.2.attentions.1.transformer_blocks.7.norm1.weight` the 7 if a block
/// has ten transformers, but the 2 if each has one. A name without such a number has the first
/// number that stands between dots. So an expert of `layers.3.mlp.experts.7.w1.weight` is a role of
/// its own in layer 3; the stacks to look at have all experts of a role together.
public final class LayerMap {

  /// Stands for a place without a tensor.
  public static final int NO_TENSOR = -1;

  /// Of each tensor, null where its name has no layer.
  private final List<LayerRole> roles;

  private final SequencedMap<String, LayerStack> stacks = new LinkedHashMap<>();

  private LayerMap(List<LayerRole> roles) {
    this.roles = roles;
    SequencedMap<String, SequencedMap<String, LongStream.Builder>> byStack = new LinkedHashMap<>();
    for (int tensor = 0; tensor < roles.size(); tensor++) {
      LayerRole role = roles.get(tensor);
      if (role != null) {
        byStack
            .computeIfAbsent(role.stack(), _ -> new LinkedHashMap<>())
            .computeIfAbsent(role.role(), _ -> LongStream.builder())
            .add(LayerStack.entry(role.layer(), tensor));
      }
    }
    byStack.forEach(
        (name, byRole) -> {
          SequencedMap<String, long[]> entries = new LinkedHashMap<>();
          byRole.forEach((role, found) -> entries.put(role, found.build().toArray()));
          stacks.put(name, new LayerStack(name, entries));
        });
  }

  /// The map of the tensors with these names; tensors are given by their places in the list.
  public static LayerMap of(List<String> tensorNames) {
    return new LayerMap(roles("", tensorNames, Cancellation.NEVER));
  }

  /// The map of a checkpoint; tensors are given by their indexes in its list. Each part of a folder
  /// has stacks of its own, whose names begin with its label.
  public static LayerMap of(Checkpoint checkpoint, Cancellation cancellation) {
    List<LayerRole> roles = new ArrayList<>(checkpoint.tensors().size());
    Set<TensorFile> left = Collections.newSetFromMap(new IdentityHashMap<>());
    left.addAll(checkpoint.files());
    for (CheckpointPart part : checkpoint.parts()) {
      cancellation.check();
      List<String> names =
          part.files().stream()
              // A file that belongs to two parts stands in the first.
              .filter(left::remove)
              .flatMap(file -> file.header().tensors().stream())
              .map(TensorInfo::name)
              .toList();
      String prefix = checkpoint.parts().size() > 1 ? part.label() + ": " : "";
      roles.addAll(roles(prefix, names, cancellation));
    }
    return new LayerMap(roles);
  }

  /// The roles of tensors whose names are to be compared with each other.
  ///
  /// @param prefix goes before the names of their stacks
  private static List<LayerRole> roles(
      String prefix, List<String> names, Cancellation cancellation) {
    Map<String, List<Set<Integer>>> valuesByPattern = new HashMap<>();
    for (String name : names) {
      cancellation.check();
      List<LayerNumber> numbers = LayerNumber.candidates(name);
      if (numbers.size() > 1) {
        List<Set<Integer>> values =
            valuesByPattern.computeIfAbsent(
                pattern(name, numbers),
                _ -> numbers.stream().<Set<Integer>>map(_ -> new HashSet<>()).toList());
        for (int place = 0; place < numbers.size(); place++) {
          values.get(place).add(numbers.get(place).value());
        }
      }
    }
    Map<String, String> shared = new HashMap<>();
    List<LayerRole> roles = new ArrayList<>(names.size());
    for (String name : names) {
      cancellation.check();
      // Read again: to keep the numbers of all names takes longer.
      roles.add(
          chosen(name, LayerNumber.candidates(name), valuesByPattern)
              .map(number -> number.roleIn(name))
              .map(
                  role ->
                      new LayerRole(
                          shared.computeIfAbsent(prefix + role.stack(), text -> text),
                          role.layer(),
                          shared.computeIfAbsent(role.role(), text -> text)))
              .orElse(null));
    }
    return roles;
  }

  private static Optional<LayerNumber> chosen(
      String name, List<LayerNumber> numbers, Map<String, List<Set<Integer>>> valuesByPattern) {
    if (numbers.size() < 2) {
      return numbers.stream().findFirst();
    }
    List<Set<Integer>> values = valuesByPattern.get(pattern(name, numbers));
    int best = 0;
    for (int place = 1; place < numbers.size(); place++) {
      if (values.get(place).size() > values.get(best).size()) {
        best = place;
      }
    }
    return Optional.of(numbers.get(best));
  }

  private static String pattern(String name, List<LayerNumber> numbers) {
    StringBuilder pattern = new StringBuilder(name.length());
    int from = 0;
    for (LayerNumber number : numbers) {
      pattern.append(name, from, number.begin()).append('*');
      from = number.end();
    }
    return pattern.append(name, from, name.length()).toString();
  }

  /// The stacks that have at least two layers, by their first tensor; within a stack, layers ascend
  /// and roles come by their first tensor. Experts are in stacks of their own, behind the one that
  /// they were found in.
  public List<LayerStack> stacks() {
    return stacks.values().stream()
        .flatMap(LayerStack::apartFromExperts)
        .filter(
            stack ->
                stack.layerCount() > 1
                    || stack.expertRole().isPresent() && stack.roles().size() > 1)
        .toList();
  }

  Stream<int[]> byRole() {
    return stacks.values().stream().flatMap(LayerStack::byRole);
  }

  /// The place of a tensor; empty where its name has no layer.
  public Optional<LayerRole> role(int tensor) {
    return Optional.ofNullable(roles.get(tensor));
  }

  /// The tensors with the same role in the other layers of the same stack, by layer; without the
  /// tensor itself.
  public List<Integer> siblings(int tensor) {
    return role(tensor)
        .map(role -> stacks.get(role.stack()).outside(role.layer(), role.role()))
        .orElse(List.of());
  }

  /// All tensors of the same stack and layer, with the tensor itself, ascending; alone where it has
  /// no layer.
  public List<Integer> layer(int tensor) {
    return role(tensor)
        .map(role -> stacks.get(role.stack()).inLayer(role.layer()))
        .orElse(List.of(tensor));
  }
}
