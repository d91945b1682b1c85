package io.github.tensorloupe.format;

import module java.base;

/// Reads an index in which nothing is unusual: ASCII text without escapes in its names, and no
/// tensor twice. The map of half a million tensors is read straight from the bytes; what else the
/// index says is left to [ShardIndexParser].
final class PlainIndex {

  private static final byte[] EMPTY_MAP = {'{', '}'};

  private final byte[] bytes;
  private final JsonCursor json;
  private final CompactWeightMap.Builder weightMap;
  private final List<String> shards = new ArrayList<>();
  private final Map<String, Integer> shardNumbers = new HashMap<>();

  /// The place of the shard name of the tensor before: the next one is mostly in the same shard.
  private int shardBegin;

  private int shardEnd;
  private int shardNumber = -1;
  private int mapBegin = -1;
  private int mapEnd;

  private PlainIndex(byte[] bytes) {
    this.bytes = bytes;
    this.json = new JsonCursor(bytes, bytes.length, true);
    this.weightMap = new CompactWeightMap.Builder(bytes);
  }

  /// The content of the index; empty where something is unusual or wrong, for [ShardIndexParser] to
  /// tell.
  ///
  /// @param indexBytes not to be changed afterwards
  static Optional<ShardIndex> read(byte[] indexBytes) {
    if (Utf8.asciiEnd(indexBytes, 0, indexBytes.length) < indexBytes.length) {
      return Optional.empty();
    }
    PlainIndex index = new PlainIndex(indexBytes);
    try {
      CompactWeightMap map = index.readRoot() ? index.weightMap.build(index.shards) : null;
      if (map == null) {
        return Optional.empty();
      }
      ShardIndex rest = new ShardIndexParser().parse(index.withoutMap());
      return Optional.of(new ShardIndex(map, rest.totalSize()));
    } catch (HeaderSyntaxException | UnusableIndexException e) {
      // Where it is wrong is said of the whole text.
      return Optional.empty();
    }
  }

  /// Returns whether there is one map without escapes.
  private boolean readRoot() throws HeaderSyntaxException {
    json.expect('{', "'{'");
    do {
      String field = json.string("a name");
      json.expect(':', "':'");
      if (!field.equals("weight_map")) {
        json.passValue(1);
      } else if (mapBegin >= 0 || !readMap()) {
        return false;
      }
    } while (json.take(','));
    json.expect('}', "'}'");
    return mapBegin >= 0 && json.peek() == JsonCursor.END;
  }

  private boolean readMap() throws HeaderSyntaxException {
    json.expect('{', "'{'");
    mapBegin = json.at() - 1;
    if (!json.take('}')) {
      do {
        int nameBegin = passString();
        int nameEnd = json.at() - 1;
        json.expect(':', "':'");
        int begin = passString();
        if (JsonEscapes.isIn(bytes, nameBegin, nameEnd) || !readShard(begin, json.at() - 1)) {
          return false;
        }
        weightMap.add(nameBegin, nameEnd, shardNumber);
      } while (json.take(','));
      json.expect('}', "'}'");
    }
    mapEnd = json.at();
    return true;
  }

  /// Passes over a string and gives the index behind its opening quote.
  private int passString() throws HeaderSyntaxException {
    if (json.peek() != '"') {
      throw json.error("a string");
    }
    int begin = json.at() + 1;
    json.passString();
    return begin;
  }

  /// Returns whether the name has no escapes.
  private boolean readShard(int begin, int end) {
    if (shardNumber >= 0 && Arrays.equals(bytes, begin, end, bytes, shardBegin, shardEnd)) {
      return true;
    }
    if (JsonEscapes.isIn(bytes, begin, end)) {
      return false;
    }
    String name = new String(bytes, begin, end - begin, StandardCharsets.ISO_8859_1);
    Integer known = shardNumbers.putIfAbsent(name, shards.size());
    shardNumber = known == null ? shards.size() : known;
    if (known == null) {
      shards.add(name);
    }
    shardBegin = begin;
    shardEnd = end;
    return true;
  }

  private byte[] withoutMap() {
    int behind = bytes.length - mapEnd;
    byte[] rest = Arrays.copyOf(bytes, mapBegin + EMPTY_MAP.length + behind);
    System.arraycopy(EMPTY_MAP, 0, rest, mapBegin, EMPTY_MAP.length);
    System.arraycopy(bytes, mapEnd, rest, mapBegin + EMPTY_MAP.length, behind);
    return rest;
  }
}
