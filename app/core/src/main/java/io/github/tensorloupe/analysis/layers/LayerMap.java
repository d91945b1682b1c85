package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint by layer and role. Immutable. Construction takes time and memory
/// linear in the length of the names.
///
/// The layer number of a name is found as follows. Dots, colons, slashes or underscores separate
/// the words and numbers of a name. A number that follows `h` or a word that ends in `layer`,
/// `layers`, `block` or `blocks` is a candidate. If a name has several candidates, it is compared
/// with the names that differ only in these numbers. The candidate with the most distinct values is
/// the layer, or the first of several such candidates. In
/// `down_blocks.2.attentions.1.transformer_blocks.7.norm1.weight`, this is the 7 if a block has ten
/// transformers, but the 2 if each has one. In a name without candidates, the first number between
/// dots, colons or slashes is the layer.
///
/// An expert of `layers.3.mlp.experts.7.w1.weight` is therefore a separate role in layer 3.
/// [#stacks] puts all experts of a role together.
public final class LayerMap {

  /// The index that represents a cell without a tensor.
  public static final int NO_TENSOR = -1;

  /// By tensor index; null if the name has no layer.
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

  /// Creates the map of the tensors with these names. A tensor index is a position in the list.
  public static LayerMap of(List<String> tensorNames) {
    return new LayerMap(roles("", tensorNames, Cancellation.NEVER));
  }

  /// Creates the map of a checkpoint. A tensor index is a position in the checkpoint's list of
  /// tensors. If there are several parts, each part has separate stacks, whose names begin with its
  /// label.
  public static LayerMap of(Checkpoint checkpoint, Cancellation cancellation) {
    List<LayerRole> roles = new ArrayList<>(checkpoint.tensors().size());
    Set<TensorFile> left = Collections.newSetFromMap(new IdentityHashMap<>());
    left.addAll(checkpoint.files());
    for (CheckpointPart part : checkpoint.parts()) {
      cancellation.check();
      List<String> names =
          part.files().stream()
              // A file that belongs to two parts is assigned to the first.
              .filter(left::remove)
              .flatMap(file -> file.header().tensors().stream())
              .map(TensorInfo::name)
              .toList();
      String prefix = checkpoint.parts().size() > 1 ? part.label() + ": " : "";
      roles.addAll(roles(prefix, names, cancellation));
    }
    return new LayerMap(roles);
  }

  /// Returns the roles of tensors whose names are compared with each other.
  ///
  /// @param prefix prepended to the names of the stacks
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
      // Parsed again, because storing the numbers of all names takes longer.
      roles.add(
          chooseLayerNumber(name, LayerNumber.candidates(name), valuesByPattern)
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

  private static Optional<LayerNumber> chooseLayerNumber(
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

  /// Returns the stacks with at least two layers, ordered by their first tensor. Within a stack,
  /// layers ascend and roles are ordered by their first tensor. Experts are in separate stacks,
  /// after the stack that they were found in; a stack of several experts may have a single layer.
  public List<LayerStack> stacks() {
    return stacks.values().stream()
        .flatMap(LayerStack::splitExperts)
        .filter(
            stack ->
                stack.layerCount() > 1
                    || stack.expertRole().isPresent() && stack.roles().size() > 1)
        .toList();
  }

  Stream<int[]> byRole() {
    return stacks.values().stream().flatMap(LayerStack::byRole);
  }

  /// Returns the layer and role of a tensor, or empty if its name has no layer.
  public Optional<LayerRole> role(int tensor) {
    return Optional.ofNullable(roles.get(tensor));
  }

  /// Returns the tensors with the same role in the other layers of the same stack, by layer,
  /// without the tensor itself.
  public List<Integer> siblings(int tensor) {
    return role(tensor)
        .map(role -> stacks.get(role.stack()).inOtherLayers(role.layer(), role.role()))
        .orElse(List.of());
  }

  /// Returns all tensors of the same stack and layer, including the tensor itself, ascending. If
  /// the tensor has no layer, returns only the tensor.
  public List<Integer> layer(int tensor) {
    return role(tensor)
        .map(role -> stacks.get(role.stack()).inLayer(role.layer()))
        .orElse(List.of(tensor));
  }
}
