package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/// The weight map of an index over the bytes of its text, not changed once it is complete. A map of
/// objects for half a million tensors keeps the garbage collector busy for longer than all else
/// that opening takes.
final class CompactWeightMap extends AbstractMap<String, String>
    implements SequencedMap<String, String> {

  /// Names made to collide cannot make it slow: where a search would grow longer, there is no map.
  private static final int MAX_STEPS = 64;

  private final byte[] text;

  /// Three numbers for each tensor: where its name begins and ends, and its shard.
  private int[] rows = new int[3 * 64];

  private int size;
  private List<String> shards;

  /// Of the names; most of what is not equal differs here already.
  private int[] hashes;

  /// Of each hash the number of the row plus one; the next free place where several meet.
  private int[] places;

  /// @param text of ASCII characters where it is completed; not to be changed afterwards
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

  /// Ends adding. Names must stand in the text without escapes.
  ///
  /// @return false if a tensor was added twice or many names have the same hash
  boolean complete(List<String> shards) {
    this.shards = List.copyOf(shards);
    rows = Arrays.copyOf(rows, 3 * size);
    hashes = new int[size];
    places = new int[Integer.highestOneBit(Math.max(1, size)) * 4];
    return IntStream.range(0, size).allMatch(this::place);
  }

  private boolean place(int row) {
    int hash = name(row).hashCode();
    hashes[row] = hash;
    int place =
        placeOf(
            hash,
            other ->
                Arrays.equals(
                    text, nameBegin(row), nameEnd(row), text, nameBegin(other), nameEnd(other)));
    if (place < 0 || places[place] != 0) {
      return false;
    }
    places[place] = row + 1;
    return true;
  }

  /// The place of the row that is sought, the free one where it is not there, or -1.
  private int placeOf(int hash, IntPredicate isSought) {
    int place = hash ^ hash >>> 16;
    for (int step = 0; step < MAX_STEPS; step++, place++) {
      int row = places[place &= places.length - 1] - 1;
      if (row < 0 || hashes[row] == hash && isSought.test(row)) {
        return place;
      }
    }
    return -1;
  }

  private int rowOf(String name) {
    int place = placeOf(name.hashCode(), row -> isName(row, name));
    return place < 0 ? -1 : places[place] - 1;
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

  /// Gives the shards of tensors, or null. Where the names come in the order of the index, it
  /// hardly has to search. For one thread.
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
