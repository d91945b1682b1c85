package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FlattenedNames;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint by layer and role. Immutable. Construction takes time and memory
/// linear in the length of the names.
///
/// The layer number of a name is determined as follows. Dots, colons, slashes and underscores
/// separate the words and numbers of a name. A number after `h` or after a word that ends in
/// `layer`, `layers`, `block` or `blocks` is a candidate. If a name has several candidates, the
/// names that differ only in these numbers are compared, and the candidate with the most distinct
/// values is the layer number (the first one in case of a tie). In
/// `down_blocks.2.attentions.1.transformer_blocks.7.norm1.weight`, this is 7 if each block has ten
/// transformers, but 2 if each block has one. In a name without candidates, the first number
/// between dots, colons or slashes is the layer number.
///
/// If dots were replaced in a name ([FlattenedNames]), the numbers of nested blocks identify the
/// layer together, so that one stack contains all similar blocks of a network:
/// `lora_unet_down_blocks_2_attentions_1_transformer_blocks_7_attn1_to_q` is in layer 2.1.7 of
/// `lora_unet.down_blocks.*.attentions.*.transformer_blocks`. Numbers that are equal in all names
/// of a stack belong to the name of the stack.
///
/// Therefore, `layers.3.mlp.experts.7.w1.weight` is in layer 3, and its role contains the expert
/// number 7. [#stacks] combines the experts of a role.
public final class LayerMap {

  /// The tensor index of an empty cell.
  public static final int NO_TENSOR = -1;

  /// The roles by tensor index; null if the name has no layer.
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
    byStack.forEach((name, byRole) -> stacks.put(name, LayerStack.of(name, byRole)));
  }

  /// Creates the map of tensors with the given names. A tensor index is a position in the list.
  public static LayerMap of(List<String> tensorNames) {
    return new LayerMap(roles("", tensorNames, Cancellation.NEVER));
  }

  /// Creates the map of a checkpoint. A tensor index is a position in [Checkpoint#tensors]. If the
  /// checkpoint has several parts, each part has separate stacks, whose names start with the label
  /// of the part.
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

  private static List<LayerRole> roles(
      String prefix, List<String> names, Cancellation cancellation) {
    Map<String, List<Set<Integer>>> valuesByPattern = new HashMap<>();
    List<String> dotted = FlattenedNames.dotted(names);
    for (int i = 0; i < names.size(); i++) {
      cancellation.check();
      LayerNumbers.of(names.get(i), dotted.get(i)).addTo(valuesByPattern);
    }
    Map<String, String> shared = new HashMap<>();
    List<LayerRole> roles = new ArrayList<>(names.size());
    for (int i = 0; i < names.size(); i++) {
      cancellation.check();
      // Parsing again is faster than storing the numbers of all names.
      Optional<LayerRole> role = LayerNumbers.of(names.get(i), dotted.get(i)).role(valuesByPattern);
      roles.add(role.map(it -> shared(it, prefix, shared)).orElse(null));
    }
    return roles;
  }

  private static LayerRole shared(LayerRole role, String prefix, Map<String, String> shared) {
    return new LayerRole(
        shared.computeIfAbsent(prefix + role.stack(), text -> text),
        role.layer(),
        shared.computeIfAbsent(role.role(), text -> text));
  }

  /// Returns the stacks with at least two layers or several experts, ordered by their first tensor.
  /// Within a stack, layers ascend and roles are ordered by their first tensor. The stacks of
  /// experts follow the stack that contains the experts.
  public List<LayerStack> stacks() {
    return stacks.values().stream()
        .flatMap(LayerStack::splitExperts)
        .filter(LayerStack::hasSeveralRowsOrExperts)
        .toList();
  }

  Stream<int[]> byRole() {
    return stacks.values().stream().flatMap(LayerStack::byRole);
  }

  /// Returns the stack, layer and role of a tensor, or empty if its name has no layer.
  public Optional<LayerRole> role(int tensor) {
    return Optional.ofNullable(roles.get(tensor));
  }

  /// Returns the tensors with the role of the given tensor in the other layers of its stack, by
  /// layer. Empty if the tensor has no layer.
  public List<Integer> siblings(int tensor) {
    return role(tensor)
        .map(role -> stacks.get(role.stack()).inOtherLayers(role.layer(), role.role()))
        .orElse(List.of());
  }

  /// Returns all tensors in the stack and layer of the given tensor, in ascending order, including
  /// the tensor itself. If the tensor has no layer, returns only the tensor.
  public List<Integer> layer(int tensor) {
    return role(tensor)
        .map(role -> stacks.get(role.stack()).inLayer(role.layer()))
        .orElse(List.of(tensor));
  }
}
