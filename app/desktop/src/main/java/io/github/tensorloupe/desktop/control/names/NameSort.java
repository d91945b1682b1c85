package io.github.tensorloupe.desktop.control.names;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// Sorts many dotted names in natural order.
///
/// Comparing half a million names in random order takes seconds, because every comparison waits for
/// memory. Most checkpoints have few different labels, so labels are sorted per level, and a name
/// becomes a number composed of label ranks.
final class NameSort {

  private final List<String> names;
  private final int indexBits;
  private final List<Level> levels = new ArrayList<>();

  private static final class Level {
    private final Map<String, Integer> parts = new HashMap<>();
    private final int[] partOfName;

    Level(int nameCount) {
      partOfName = new int[nameCount];
    }

    /// Labels are ranked from 1. A name without this level has rank 0 and is sorted first.
    void put(int name, String part) {
      Integer known = parts.putIfAbsent(part, parts.size() + 1);
      partOfName[name] = known == null ? parts.size() : known;
    }

    int bits() {
      return Integer.SIZE - Integer.numberOfLeadingZeros(parts.size());
    }

    void appendTo(long[] keys) {
      List<String> sorted = new ArrayList<>(parts.keySet());
      sorted.sort(NaturalOrder.INSTANCE);
      int[] rankOfPart = new int[sorted.size() + 1];
      for (int rank = 1; rank <= sorted.size(); rank++) {
        rankOfPart[parts.get(sorted.get(rank - 1))] = rank;
      }
      int bits = bits();
      for (int name = 0; name < keys.length; name++) {
        keys[name] = keys[name] << bits | rankOfPart[partOfName[name]];
      }
    }
  }

  private NameSort(List<String> names) {
    this.names = names;
    this.indexBits = Integer.SIZE - Integer.numberOfLeadingZeros(names.size());
  }

  /// Names sorted in natural order.
  ///
  /// @param indexes indexes of the sorted names; equal names keep their order
  /// @param commonLengths length of the common prefix of each name with its predecessor in this
  ///   order; 0 for the first
  record Order(int[] indexes, int[] commonLengths) {}

  static Order order(List<String> names) {
    int[] originalOrder = IntStream.range(0, names.size()).toArray();
    // Most names are already sorted.
    return inOrder(names, originalOrder, true)
        .orElseGet(() -> inOrder(names, new NameSort(names).sorted(), false).orElseThrow());
  }

  /// @param checks true to return nothing if the indexes are not sorted
  private static Optional<Order> inOrder(List<String> names, int[] indexes, boolean checks) {
    int[] commonLengths = new int[indexes.length];
    for (int i = 1; i < indexes.length; i++) {
      String before = names.get(indexes[i - 1]);
      String name = names.get(indexes[i]);
      commonLengths[i] = NaturalOrder.commonLength(before, name);
      if (checks && NaturalOrder.compare(before, name, commonLengths[i]) > 0) {
        return Optional.empty();
      }
    }
    return Optional.of(new Order(indexes, commonLengths));
  }

  /// Splits the names into labels. Returns false if the ranks do not fit into a number.
  private boolean split() {
    for (int name = 0; name < names.size(); name++) {
      split(name);
      if ((name & name + 1) == 0 && keyBits() >= Long.SIZE) {
        return false;
      }
    }
    return keyBits() < Long.SIZE;
  }

  private void split(int index) {
    String name = names.get(index);
    int begin = 0;
    for (int level = 0; begin >= 0; level++) {
      if (level == levels.size()) {
        levels.add(new Level(names.size()));
      }
      int dot = level < NameTree.MAX_DEPTH - 1 ? name.indexOf('.', begin) : -1;
      levels.get(level).put(index, name.substring(begin, dot < 0 ? name.length() : dot));
      begin = dot < 0 ? dot : dot + 1;
    }
  }

  private int keyBits() {
    return levels.stream().mapToInt(Level::bits).sum() + indexBits;
  }

  private int[] sorted() {
    if (!split()) {
      return IntStream.range(0, names.size())
          .boxed()
          .sorted(Comparator.comparing(names::get, NaturalOrder.INSTANCE))
          .mapToInt(Integer::intValue)
          .toArray();
    }
    long[] keys = new long[names.size()];
    levels.forEach(level -> level.appendTo(keys));
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keys[i] << indexBits | i;
    }
    Arrays.sort(keys);
    long mask = (1L << indexBits) - 1;
    return Arrays.stream(keys).mapToInt(key -> (int) (key & mask)).toArray();
  }
}
