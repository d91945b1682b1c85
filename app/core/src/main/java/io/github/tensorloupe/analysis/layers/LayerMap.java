package io.github.tensorloupe.analysis.layers;

import module java.base;

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
/// its own in layer 3.
public final class LayerMap {

  /// Stands for a place without a tensor.
  public static final int NO_TENSOR = -1;

  static final int NO_ROLE = -1;

  private final List<String> stackNames;
  private final List<String> roleNames;
  private final Groups rolesOfStacks;
  private final TensorPlaces places;

  LayerMap(
      List<String> stackNames, List<String> roleNames, Groups rolesOfStacks, TensorPlaces places) {
    this.stackNames = stackNames;
    this.roleNames = roleNames;
    this.rolesOfStacks = rolesOfStacks;
    this.places = places;
  }

  /// The map of the tensors with these names; tensors are given by their places in the list.
  public static LayerMap of(List<String> tensorNames) {
    LayerMapBuilder builder = new LayerMapBuilder(tensorNames.size());
    builder.add("", tensorNames, Cancellation.NEVER);
    return builder.build();
  }

  /// The map of a checkpoint; tensors are given by their indexes in its list. Each part of a folder
  /// has stacks of its own, whose names begin with its label.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static LayerMap of(Checkpoint checkpoint, Cancellation cancellation) {
    LayerMapBuilder builder = new LayerMapBuilder(checkpoint.tensors().size());
    Set<TensorFile> left = Collections.newSetFromMap(new IdentityHashMap<>());
    left.addAll(checkpoint.files());
    for (CheckpointPart part : checkpoint.parts()) {
      String prefix = checkpoint.parts().size() > 1 ? part.label() + ": " : "";
      // A file that belongs to two parts stands in the first.
      cancellation.check();
      builder.add(prefix, names(part.files().stream().filter(left::remove).toList()), cancellation);
    }
    return builder.build();
  }

  private static List<String> names(List<TensorFile> files) {
    return files.stream()
        .flatMap(file -> file.header().tensors().stream())
        .map(tensor -> tensor.name())
        .toList();
  }

  /// The number of tensors that were given.
  public int tensorCount() {
    return places.layerOf().length;
  }

  /// The stacks that have at least two layers, by their first tensor; within a stack, layers ascend
  /// and roles come by their first tensor.
  public List<LayerStack> stacks() {
    return IntStream.range(0, stackNames.size())
        .filter(places::hasSeveralLayers)
        .mapToObj(this::stack)
        .toList();
  }

  private LayerStack stack(int stack) {
    int[] roles = rolesOfStacks.group(stack);
    return new LayerStack(
        stack,
        stackNames.get(stack),
        roles,
        Arrays.stream(roles).mapToObj(roleNames::get).toList(),
        places);
  }

  /// The place of a tensor; empty where its name has no layer.
  public Optional<LayerRole> role(int tensor) {
    int role = places.roleOf()[tensor];
    return role == NO_ROLE
        ? Optional.empty()
        : Optional.of(
            new LayerRole(
                stackNames.get(places.stackOf()[tensor]),
                places.layerOf()[tensor],
                roleNames.get(role)));
  }

  /// The tensors with the same role in the other layers of the same stack, by layer; without the
  /// tensor itself.
  public List<Integer> siblings(int tensor) {
    int role = places.roleOf()[tensor];
    List<Integer> siblings = new ArrayList<>();
    if (role != NO_ROLE) {
      for (int other : places.byRole().group(role)) {
        if (places.layerOf()[other] != places.layerOf()[tensor]) {
          siblings.add(other);
        }
      }
    }
    return siblings;
  }

  /// All tensors of the same stack and layer, with the tensor itself, ascending; alone where it has
  /// no layer.
  public List<Integer> layer(int tensor) {
    int stack = places.stackOf()[tensor];
    return stack == NO_ROLE ? List.of(tensor) : places.layer(stack, places.layerOf()[tensor]);
  }

  /// For each role the tensors that have it, by layer.
  Groups byRole() {
    return places.byRole();
  }
}
