package io.github.tensorloupe.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/// The weight map of an index over the bytes of its text. Immutable. A map of objects for half a
/// million tensors keeps the garbage collector busy for longer than all else that opening takes.
final class CompactWeightMap extends AbstractMap<String, String>
    implements SequencedMap<String, String> {

  private final byte[] text;
  private final int[] nameBegins;
  private final int[] nameEnds;
  private final int[] shardNumbers;
  private final List<String> shards;

  /// Of the names; most of what is not equal differs here already.
  private final int[] hashes;

  /// Of each hash the number of the name plus one; the next free place where several meet.
  private final int[] places;

  /// Takes over the columns of a table with one row for each tensor.
  private CompactWeightMap(
      byte[] text, int[] nameBegins, int[] nameEnds, int[] shardNumbers, List<String> shards) {
    this.text = text;
    this.nameBegins = nameBegins;
    this.nameEnds = nameEnds;
    this.shardNumbers = shardNumbers;
    this.shards = List.copyOf(shards);
    this.hashes = new int[nameBegins.length];
    this.places = new int[Integer.highestOneBit(Math.max(1, nameBegins.length)) * 4];
  }

  /// Collects the rows of a map.
  static final class Builder {

    private final byte[] text;
    private int[] nameBegins = new int[64];
    private int[] nameEnds = new int[64];
    private int[] shardNumbers = new int[64];
    private int size;

    /// @param text of ASCII characters; not to be changed afterwards
    Builder(byte[] text) {
      this.text = text;
    }

    /// Adds a tensor, whose name stands in the text without escapes.
    void add(int nameBegin, int nameEnd, int shardNumber) {
      if (size == nameBegins.length) {
        nameBegins = Arrays.copyOf(nameBegins, 2 * size);
        nameEnds = Arrays.copyOf(nameEnds, 2 * size);
        shardNumbers = Arrays.copyOf(shardNumbers, 2 * size);
      }
      nameBegins[size] = nameBegin;
      nameEnds[size] = nameEnd;
      shardNumbers[size++] = shardNumber;
    }

    /// The map, or null where a tensor was added twice.
    CompactWeightMap build(List<String> shards) {
      CompactWeightMap map =
          new CompactWeightMap(
              text,
              Arrays.copyOf(nameBegins, size),
              Arrays.copyOf(nameEnds, size),
              Arrays.copyOf(shardNumbers, size),
              shards);
      return IntStream.range(0, size).allMatch(map::place) ? map : null;
    }
  }

  /// Returns whether the name is not there yet.
  private boolean place(int row) {
    int hash = hash(text, nameBegins[row], nameEnds[row]);
    hashes[row] = hash;
    int place = firstPlace(hash);
    while (places[place] != 0) {
      int other = places[place] - 1;
      if (hashes[other] == hash
          && Arrays.equals(
              text, nameBegins[row], nameEnds[row], text, nameBegins[other], nameEnds[other])) {
        return false;
      }
      place = place + 1 & places.length - 1;
    }
    places[place] = row + 1;
    return true;
  }

  /// The same as the hash of the name as a string.
  private static int hash(byte[] text, int begin, int end) {
    int hash = 0;
    int i = begin;
    // Four at a time, which do not wait for each other.
    for (; i <= end - 4; i += 4) {
      hash =
          31 * 31 * 31 * 31 * hash
              + 31 * 31 * 31 * text[i]
              + 31 * 31 * text[i + 1]
              + 31 * text[i + 2]
              + text[i + 3];
    }
    for (; i < end; i++) {
      hash = 31 * hash + text[i];
    }
    return hash;
  }

  private int firstPlace(int hash) {
    return (hash ^ hash >>> 16) & places.length - 1;
  }

  @Override
  public String get(Object key) {
    return key instanceof String name ? get(name) : null;
  }

  private String get(String name) {
    int row = rowOf(name);
    return row < 0 ? null : shards.get(shardNumbers[row]);
  }

  /// The row of a name, or -1.
  private int rowOf(String name) {
    int hash = name.hashCode();
    int place = firstPlace(hash);
    while (places[place] != 0) {
      int row = places[place] - 1;
      if (hashes[row] == hash && isName(row, name)) {
        return row;
      }
      place = place + 1 & places.length - 1;
    }
    return -1;
  }

  /// Gives the shards of tensors, or null. Where the names come in the order of the index, it
  /// hardly has to search. For one thread.
  UnaryOperator<String> lookup() {
    int[] next = new int[1];
    return name -> {
      int row = next[0] < size() && isName(next[0], name) ? next[0] : rowOf(name);
      next[0] = row < 0 ? next[0] : row + 1;
      return row < 0 ? null : shards.get(shardNumbers[row]);
    };
  }

  SequencedMap<String, Integer> tensorCounts() {
    int[] counts = new int[shards.size()];
    for (int shard : shardNumbers) {
      counts[shard]++;
    }
    SequencedMap<String, Integer> byShard = new LinkedHashMap<>();
    for (int shard = 0; shard < counts.length; shard++) {
      byShard.put(shards.get(shard), counts[shard]);
    }
    return byShard;
  }

  private boolean isName(int row, String name) {
    int begin = nameBegins[row];
    if (nameEnds[row] - begin != name.length()) {
      return false;
    }
    for (int i = 0; i < name.length(); i++) {
      if (text[begin + i] != name.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  @Override
  public boolean containsKey(Object key) {
    return get(key) != null;
  }

  @Override
  public int size() {
    return nameBegins.length;
  }

  @Override
  public Set<Map.Entry<String, String>> entrySet() {
    return new AbstractSet<>() {
      @Override
      public Iterator<Map.Entry<String, String>> iterator() {
        return IntStream.range(0, size())
            .mapToObj(row -> Map.entry(name(row), shards.get(shardNumbers[row])))
            .iterator();
      }

      @Override
      public int size() {
        return nameBegins.length;
      }
    };
  }

  /// The shards, without a text for each name.
  @Override
  public Collection<String> values() {
    return Arrays.stream(shardNumbers).mapToObj(shards::get).toList();
  }

  private String name(int row) {
    return new String(text, nameBegins[row], nameEnds[row] - nameBegins[row], ISO_8859_1);
  }

  @Override
  public SequencedMap<String, String> reversed() {
    return new LinkedHashMap<>(this).reversed();
  }
}
