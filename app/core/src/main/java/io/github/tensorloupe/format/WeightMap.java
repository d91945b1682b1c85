package io.github.tensorloupe.format;

import module java.base;

/// The weight map of an index: shard names by tensor name, in file order. Not changed after
/// parsing.
///
/// Reads names from the text of the index. With half a million tensors, a map with an object for
/// each name would double the memory and the time for garbage collection.
final class WeightMap extends AbstractMap<String, String> implements SequencedMap<String, String> {

  private static final int MAX_STEPS = 64;
  private static final int GOLDEN_RATIO = 0x9E3779B9;

  private final byte[] text;
  private int size;

  /// The position of each tensor name: begin in the upper 32 bits, end in the lower 32 bits.
  private long[] positions = new long[64];

  private int[] hashes = new int[positions.length];
  private String[] shards = new String[positions.length];

  /// Indexes of tensors plus one; 0 is a free slot.
  private int[] slots = new int[2 * positions.length];

  /// The indexes of tensors without a slot. Limits the time for names with equal hashes.
  private final Map<String, Integer> withoutSlot = new HashMap<>();

  /// @param text retained; must not be modified afterwards
  WeightMap(byte[] text) {
    this.text = text;
  }

  /// Adds a tensor or replaces its shard.
  ///
  /// @param begin the index of the JSON string of the name in the text, after its quote
  /// @return the previous shard, or null
  String add(String name, int begin, int end, String shard) {
    int index = indexOf(name);
    if (index >= 0) {
      String previous = shards[index];
      shards[index] = shard;
      return previous;
    }
    if (size == positions.length) {
      grow();
    }
    positions[size] = (long) begin << Integer.SIZE | end;
    hashes[size] = name.hashCode();
    shards[size] = shard;
    addToSlot(size++);
    return null;
  }

  private void grow() {
    positions = Arrays.copyOf(positions, 2 * size);
    hashes = Arrays.copyOf(hashes, 2 * size);
    shards = Arrays.copyOf(shards, 2 * size);
    slots = new int[2 * slots.length];
    withoutSlot.clear();
    for (int index = 0; index < size; index++) {
      addToSlot(index);
    }
  }

  private void addToSlot(int index) {
    int slot = firstSlot(hashes[index]);
    for (int step = 0; step < MAX_STEPS; step++) {
      if (slots[slot] == 0) {
        slots[slot] = index + 1;
        return;
      }
      slot = slot + 1 & slots.length - 1;
    }
    withoutSlot.put(name(index), index);
  }

  private int firstSlot(int hash) {
    return hash * GOLDEN_RATIO >>> Integer.numberOfLeadingZeros(slots.length) + 1;
  }

  private int indexOf(String name) {
    int hash = name.hashCode();
    int slot = firstSlot(hash);
    for (int step = 0; step < MAX_STEPS; step++) {
      int index = slots[slot] - 1;
      if (index < 0 || hashes[index] == hash && name(index).equals(name)) {
        return index;
      }
      slot = slot + 1 & slots.length - 1;
    }
    return withoutSlot.getOrDefault(name, -1);
  }

  private String name(int index) {
    return JsonEscapes.text(
        text, (int) (positions[index] >>> Integer.SIZE), (int) positions[index]);
  }

  @Override
  public String get(Object key) {
    int index = key instanceof String name ? indexOf(name) : -1;
    return index < 0 ? null : shards[index];
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, String>> iterator() {
        return IntStream.range(0, size)
            .mapToObj(index -> Map.entry(name(index), shards[index]))
            .iterator();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  @Override
  public Collection<String> values() {
    return Collections.unmodifiableList(Arrays.asList(shards).subList(0, size));
  }

  @Override
  public SequencedMap<String, String> reversed() {
    return new LinkedHashMap<>(this).reversed();
  }
}
