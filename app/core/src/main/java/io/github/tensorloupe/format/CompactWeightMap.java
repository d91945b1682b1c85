package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/// An immutable weight map of an index, backed by the bytes of the index. Entries are added before
/// [#complete]. Creating the strings of a standard map would dominate the time to open an index of
/// half a million tensors.
final class CompactWeightMap extends AbstractMap<String, String>
    implements SequencedMap<String, String> {

  /// The maximum number of probes. Limits the work if names are crafted to collide.
  private static final int MAX_STEPS = 64;

  private final byte[] text;

  /// Three numbers per tensor: the begin and the end of its name in the text, and the number of its
  /// shard.
  private int[] rows = new int[3 * 64];

  private int size;
  private List<String> shards;

  /// The hash codes of the names by row, compared before the names.
  private int[] hashes;

  /// An open-addressing hash table of row numbers plus one; 0 is a free slot.
  private int[] slots;

  /// @param text the index in ASCII; must not be modified afterwards
  CompactWeightMap(byte[] text) {
    this.text = text;
  }

  void add(int nameBegin, int nameEnd, int shardNumber) {
    if (3 * size == rows.length) {
      rows = Arrays.copyOf(rows, 2 * rows.length);
    }
    rows[3 * size] = nameBegin;
    rows[3 * size + 1] = nameEnd;
    rows[3 * size++ + 2] = shardNumber;
  }

  /// Completes the map. The names must not contain escapes.
  ///
  /// @param shards the shard names by number
  /// @return false if a name was added twice, or if too many names collide
  boolean complete(List<String> shards) {
    this.shards = List.copyOf(shards);
    rows = Arrays.copyOf(rows, 3 * size);
    hashes = new int[size];
    slots = new int[Integer.highestOneBit(Math.max(1, size)) * 4];
    return IntStream.range(0, size).allMatch(this::insert);
  }

  private boolean insert(int row) {
    int hash = name(row).hashCode();
    hashes[row] = hash;
    int slot =
        findSlot(
            hash,
            other ->
                Arrays.equals(
                    text, nameBegin(row), nameEnd(row), text, nameBegin(other), nameEnd(other)));
    if (slot < 0 || slots[slot] != 0) {
      return false;
    }
    slots[slot] = row + 1;
    return true;
  }

  /// Returns the slot of the row, a free slot if no row matches, or -1 after [#MAX_STEPS] probes.
  private int findSlot(int hash, IntPredicate isSought) {
    int slot = hash ^ hash >>> 16;
    for (int step = 0; step < MAX_STEPS; step++, slot++) {
      int row = slots[slot &= slots.length - 1] - 1;
      if (row < 0 || hashes[row] == hash && isSought.test(row)) {
        return slot;
      }
    }
    return -1;
  }

  private int rowOf(String name) {
    int slot = findSlot(name.hashCode(), row -> isName(row, name));
    return slot < 0 ? -1 : slots[slot] - 1;
  }

  private boolean isName(int row, String name) {
    int begin = nameBegin(row);
    if (nameEnd(row) - begin != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (text[begin + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  int nameBegin(int row) {
    return rows[3 * row];
  }

  int nameEnd(int row) {
    return rows[3 * row + 1];
  }

  int shardNumber(int row) {
    return rows[3 * row + 2];
  }

  private String shard(int row) {
    return row < 0 ? null : shards.get(shardNumber(row));
  }

  @Override
  public String get(Object key) {
    return key instanceof String name ? shard(rowOf(name)) : null;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public int size() {
    return size;
  }

  /// Returns a function that returns the shard of a tensor, or null. Sequential lookups in index
  /// order need no hashing. Not thread-safe.
  UnaryOperator<String> lookup() {
    int[] next = new int[1];
    return name -> {
      int row = next[0] < size && isName(next[0], name) ? next[0] : rowOf(name);
      next[0] = row < 0 ? next[0] : row + 1;
      return shard(row);
    };
  }

  SequencedMap<String, Integer> tensorCounts() {
    int[] counts = new int[shards.size()];
    IntStream.range(0, size).forEach(row -> counts[shardNumber(row)]++);
    SequencedMap<String, Integer> byShard = new LinkedHashMap<>();
    for (int shard = 0; shard < counts.length; shard++) {
      byShard.put(shards.get(shard), counts[shard]);
    }
    return byShard;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, String>> iterator() {
        return IntStream.range(0, size).mapToObj(i -> Map.entry(name(i), shard(i))).iterator();
      }

      @Override
      public int size() {
        return size;
      }
    };
  }

  @Override
  public Collection<String> values() {
    return IntStream.range(0, size).mapToObj(this::shard).toList();
  }

  private String name(int row) {
    return new String(text, nameBegin(row), nameEnd(row) - nameBegin(row), ISO_8859_1);
  }

  @Override
  public SequencedMap<String, String> reversed() {
    return new LinkedHashMap<>(this).reversed();
  }
}
