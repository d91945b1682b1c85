package io.github.tensorloupe.analysis.layers;

import module java.base;

import io.github.tensorloupe.model.FlattenedNames;

/// The layers of names in which a training program replaced dots with underscores.
///
/// The numbers of nested blocks together identify a layer, so that a stack contains all similar
/// blocks of a network: `lora_unet_down_blocks_2_attentions_1_transformer_blocks_7_attn1_to_q` is
/// in layer 2.1.7 of `lora_unet.down_blocks.*.attentions.*.transformer_blocks`. Numbers that are
/// equal in all names of a stack belong to the name of the stack.
final class FlattenedRoles {

  private static final String ANY = "*";
  private static final List<String> BLOCKS =
      List.of("blocks", "block", "layers", "attentions", "resnets");

  /// @param blocks the parts of a name up to the last number of a block
  /// @param numbers the indexes of the numbers of blocks
  private record Path(List<String> blocks, List<Integer> numbers, String role) {

    static Optional<Path> of(String name) {
      if (!FlattenedNames.isFlattened(name)) {
        return Optional.empty();
      }
      List<String> parts = List.of(FlattenedNames.dotted(name).split("\\.", -1));
      List<Integer> numbers = new ArrayList<>();
      boolean isInBlock = false;
      for (int i = 0; i < parts.size(); i++) {
        String part = parts.get(i);
        boolean isNumber = isInBlock && LayerRole.isPartOfNested(part);
        if (isNumber) {
          numbers.add(i);
        }
        isInBlock = isNumber || BLOCKS.stream().anyMatch(part::endsWith);
      }
      if (numbers.isEmpty() || numbers.size() > LayerRole.MAX_NESTED) {
        return Optional.empty();
      }
      int end = numbers.getLast() + 1;
      String role = String.join(".", parts.subList(end, parts.size()));
      return Optional.of(new Path(parts.subList(0, end), numbers, role));
    }

    int number(int place) {
      return Integer.parseInt(blocks.get(numbers.get(place)));
    }

    /// Returns the blocks with a placeholder for the numbers at the given places.
    String pattern(IntPredicate places) {
      List<String> parts = new ArrayList<>(blocks);
      for (int place = 0; place < numbers.size(); place++) {
        if (places.test(place)) {
          parts.set(numbers.get(place), ANY);
        }
      }
      return String.join(".", parts);
    }
  }

  private final Map<String, List<Set<Integer>>> valuesByPattern = new HashMap<>();

  /// Adds a name. Returns false if it is not flattened or has no layer.
  boolean add(String name) {
    Optional<Path> path = Path.of(name);
    path.ifPresent(this::add);
    return path.isPresent();
  }

  private void add(Path path) {
    List<Set<Integer>> values =
        valuesByPattern.computeIfAbsent(
            path.pattern(_ -> true),
            _ -> path.numbers.stream().<Set<Integer>>map(_ -> new HashSet<>()).toList());
    for (int place = 0; place < values.size(); place++) {
      values.get(place).add(path.number(place));
    }
  }

  /// Returns the layer of an added name, or empty if it has none.
  Optional<LayerRole> role(String name) {
    return Path.of(name).map(this::role);
  }

  private LayerRole role(Path path) {
    List<Set<Integer>> values = valuesByPattern.get(path.pattern(_ -> true));
    List<Integer> varying = new ArrayList<>();
    for (int place = 0; place < values.size(); place++) {
      if (values.get(place).size() > 1) {
        varying.add(place);
      }
    }
    if (varying.isEmpty()) {
      varying.add(values.size() - 1);
    }
    String stack = path.pattern(varying::contains);
    boolean endsInLayer = stack.endsWith("." + ANY);
    return new LayerRole(
        endsInLayer ? stack.substring(0, stack.length() - ANY.length() - 1) : stack,
        LayerRole.layerOf(varying.stream().map(path::number).toList()),
        path.role);
  }
}
