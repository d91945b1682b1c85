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
  private final int[] layerOf;
  private final int[] roleOf;
  private final int[] stackOf;
  private final int[][] rolesOfStacks;
  private final int[][] byStack;
  private final int[][] byRole;

  /// @param stackOfRole the number of each role's stack
  /// @param layerOf the layer of each tensor
  /// @param roleOf the number of each tensor's role, [#NO_ROLE] where it has none
  LayerMap(
      List<String> stackNames,
      List<String> roleNames,
      int[] stackOfRole,
      int[] layerOf,
      int[] roleOf) {
    this.stackNames = stackNames;
    this.roleNames = roleNames;
    this.layerOf = layerOf;
    this.roleOf = roleOf;
    stackOf =
        Arrays.stream(roleOf).map(role -> role == NO_ROLE ? NO_ROLE : stackOfRole[role]).toArray();
    rolesOfStacks = grouped(stackOfRole, stackNames.size(), _ -> 0);
    byStack = grouped(stackOf, stackNames.size(), tensor -> layerOf[tensor]);
    byRole = grouped(roleOf, roleNames.size(), tensor -> layerOf[tensor]);
  }

  /// The things of each group by a key, and things of one key by their numbers.
  ///
  /// @param groupOf the group of each thing, negative where it is in none
  private static int[][] grouped(int[] groupOf, int groupCount, IntUnaryOperator key) {
    List<List<Integer>> groups =
        IntStream.range(0, groupCount).<List<Integer>>mapToObj(_ -> new ArrayList<>()).toList();
    for (int thing = 0; thing < groupOf.length; thing++) {
      if (groupOf[thing] >= 0) {
        groups.get(groupOf[thing]).add(thing);
      }
    }
    groups.forEach(group -> group.sort(Comparator.comparingInt(key::applyAsInt)));
    return groups.stream()
        .map(group -> group.stream().mapToInt(Integer::intValue).toArray())
        .toArray(int[][]::new);
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
    return layerOf.length;
  }

  /// The stacks that have at least two layers, by their first tensor; within a stack, layers ascend
  /// and roles come by their first tensor.
  public List<LayerStack> stacks() {
    return IntStream.range(0, byStack.length)
        .filter(
            stack ->
                layerOf[byStack[stack][0]] != layerOf[byStack[stack][byStack[stack].length - 1]])
        .mapToObj(stack -> new LayerStack(this, stack))
        .toList();
  }

  String stackName(int stack) {
    return stackNames.get(stack);
  }

  String roleName(int role) {
    return roleNames.get(role);
  }

  /// The numbers of the roles of a stack, ascending.
  int[] roles(int stack) {
    return rolesOfStacks[stack];
  }

  /// The tensors of a stack, by layer.
  int[] tensors(int stack) {
    return byStack[stack];
  }

  /// The numbers of a stack's layers, ascending.
  int[] layers(int stack) {
    return Arrays.stream(byStack[stack]).map(tensor -> layerOf[tensor]).distinct().toArray();
  }

  /// For each role the tensors that have it, by layer.
  int[][] byRole() {
    return byRole;
  }

  /// The place of a tensor; empty where its name has no layer.
  public Optional<LayerRole> role(int tensor) {
    int role = roleOf[tensor];
    return role == NO_ROLE
        ? Optional.empty()
        : Optional.of(
            new LayerRole(stackName(stackOf[tensor]), layerOf[tensor], roleNames.get(role)));
  }

  /// The number of a tensor's role in a stack; empty where it is not in the stack.
  OptionalInt roleIn(int stack, int tensor) {
    return stackOf[tensor] == stack ? OptionalInt.of(roleOf[tensor]) : OptionalInt.empty();
  }

  int layerOf(int tensor) {
    return layerOf[tensor];
  }

  /// The first tensor with a role in a layer, or [#NO_TENSOR].
  int tensor(int role, int layer) {
    int at = positionOf(byRole[role], layer);
    return at < byRole[role].length && layerOf[byRole[role][at]] == layer
        ? byRole[role][at]
        : NO_TENSOR;
  }

  /// The position of the first tensor that is not in a lower layer.
  ///
  /// @param tensors by layer
  private int positionOf(int[] tensors, int layer) {
    int low = 0;
    int high = tensors.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (layerOf[tensors[middle]] < layer) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /// The tensors with the same role in the other layers of the same stack, by layer; without the
  /// tensor itself.
  public List<Integer> siblings(int tensor) {
    int[] sameRole = roleOf[tensor] == NO_ROLE ? new int[0] : byRole[roleOf[tensor]];
    return Arrays.stream(sameRole)
        .filter(other -> layerOf[other] != layerOf[tensor])
        .boxed()
        .toList();
  }

  /// All tensors of the same stack and layer, with the tensor itself, ascending; alone where it has
  /// no layer.
  public List<Integer> layer(int tensor) {
    if (stackOf[tensor] == NO_ROLE) {
      return List.of(tensor);
    }
    int[] tensors = byStack[stackOf[tensor]];
    return Arrays.stream(tensors, positionOf(tensors, layerOf[tensor]), tensors.length)
        .takeWhile(other -> layerOf[other] == layerOf[tensor])
        .boxed()
        .toList();
  }
}
