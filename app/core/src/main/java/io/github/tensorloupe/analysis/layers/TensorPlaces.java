package io.github.tensorloupe.analysis.layers;

import module java.base;

/// The layer, role and stack of every tensor, and the tensors of every stack and role.
///
/// @param layerOf the layer of each tensor
/// @param roleOf the number of each tensor's role, negative where it has none
/// @param stackOf the number of each tensor's stack, negative where it has none
/// @param byStack the tensors of each stack, by layer
/// @param byRole the tensors of each role, by layer
record TensorPlaces(int[] layerOf, int[] roleOf, int[] stackOf, Groups byStack, Groups byRole) {

  /// The first tensor with a role in a layer, or [LayerMap#NO_TENSOR].
  int tensor(int role, int layer) {
    int at = byRole.positionOf(role, layer, layerOf);
    if (at == byRole.starts()[role + 1]) {
      return LayerMap.NO_TENSOR;
    }
    int tensor = byRole.members()[at];
    return layerOf[tensor] == layer ? tensor : LayerMap.NO_TENSOR;
  }

  /// The tensors of a stack's layer, ascending.
  List<Integer> layer(int stack, int layer) {
    List<Integer> tensors = new ArrayList<>();
    int end = byStack.starts()[stack + 1];
    for (int at = byStack.positionOf(stack, layer, layerOf); at < end; at++) {
      int tensor = byStack.members()[at];
      if (layerOf[tensor] != layer) {
        break;
      }
      tensors.add(tensor);
    }
    return tensors;
  }

  /// The numbers of a stack's layers, ascending.
  int[] layers(int stack) {
    return Arrays.stream(byStack.group(stack)).map(tensor -> layerOf[tensor]).distinct().toArray();
  }

  /// True if a stack has more than one layer.
  boolean hasSeveralLayers(int stack) {
    int begin = byStack.starts()[stack];
    int last = byStack.starts()[stack + 1] - 1;
    return layerOf[byStack.members()[begin]] != layerOf[byStack.members()[last]];
  }
}
