package io.github.tensorloupe.foreign.flax;

import module java.base;

import org.msgpack.core.ExtensionTypeHeader;
import org.msgpack.core.MessageFormatException;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.value.ValueType;

/// Reads the maps and lists of a file once, without recursion, and lists the arrays, numbers and
/// texts in them.
final class FlaxTree {

  /// A map or list.
  static final class Node {

    private final Node parent;
    private final String key;
    private final boolean isMap;
    private final int size;
    private final int depth;
    private final int firstArray;
    private final int firstText;
    private int position;
    private boolean isChunked;
    private Optional<long[]> shape = Optional.empty();

    /// The integers directly in this node, which may be the shape of a chunked array.
    private final SortedMap<String, Long> integers = new TreeMap<>();

    private Node(Node parent, String key, boolean isMap, int size, FlaxTree tree) {
      this.parent = parent;
      this.key = key;
      this.isMap = isMap;
      this.size = size;
      this.depth = parent == null ? 1 : parent.depth + 1;
      this.firstArray = tree.arrays.size();
      this.firstText = tree.texts.size();
    }
  }

  /// A value at a path.
  ///
  /// @param parent null for the root
  record Leaf<T>(Node parent, String key, T value) {}

  /// An array, which may be stored in parts.
  ///
  /// @param isWhole true if the array is stored in one part, with its own shape
  /// @param dimensions the shape of an array in parts; empty if it is missing
  record Chunks(boolean isWhole, Optional<long[]> dimensions, List<FlaxArray> parts) {

    /// Returns the array that consists of the parts, without the position of its values. Empty if
    /// the parts do not fit together.
    Optional<FlaxArray> joined() {
      if (dimensions.isEmpty() || parts.isEmpty()) {
        return Optional.empty();
      }
      String dtype = parts.getFirst().dtypeName();
      long length = parts.stream().mapToLong(FlaxArray::length).sum();
      return Optional.of(FlaxArray.of(dtype, dimensions.get(), 0, length))
          .filter(array -> array.problem().isEmpty())
          .filter(_ -> parts.stream().allMatch(part -> part.dtypeName().equals(dtype)));
    }
  }

  private static final int ARRAY = 1;
  private static final int SCALAR = 3;
  private static final int MAX_DEPTH = 512;
  private static final int MAX_VISITED = 5_000_000;
  private static final int MAX_ARRAYS = 1 << 20;
  private static final int MAX_TEXTS = 10_000;
  private static final int MAX_LISTED = 100;
  private static final int MAX_TEXT_BYTES = 1 << 16;
  private static final int MAX_RANK = 64;

  /// Limits the memory for names, which hostile files repeat in many paths.
  private static final long MAX_NAME_CHARACTERS = 1 << 25;

  private static final String MARK = "__msgpack_chunked_array__";

  private final MessageInput input;
  private final MessageUnpacker unpacker;
  private final List<Leaf<Chunks>> arrays = new ArrayList<>();
  private final List<Leaf<String>> texts = new ArrayList<>();
  private Node node;
  private boolean hasArray;
  private int visited;
  private long nameCharacters;

  FlaxTree(MessageInput input) {
    this.input = input;
    this.unpacker = input.unpacker();
  }

  List<Leaf<Chunks>> arrays() {
    return arrays;
  }

  List<Leaf<String>> texts() {
    return texts;
  }

  boolean hasArray() {
    return hasArray;
  }

  /// Reads the file. After an exception, the values before the error are known.
  ///
  /// @throws RuntimeException if the file is malformed
  void read() throws IOException {
    try {
      readValue("");
      if (node == null && arrays.isEmpty()) {
        throw new MessageFormatException("expected a map at the beginning");
      }
      while (node != null) {
        if (node.position == node.size) {
          close();
        } else {
          String key = node.isMap ? key() : Integer.toString(node.position);
          node.position++;
          readValue(key);
        }
      }
      if (input.remaining() > 0) {
        throw new MessageFormatException(
            "%,d bytes follow the end of the map".formatted(input.remaining()));
      }
    } finally {
      // The parts of an incomplete array are not tensors.
      for (; node != null; node = node.parent) {
        if (node.isChunked) {
          discard(node);
        }
      }
    }
  }

  /// Returns the path of a value.
  ///
  /// @throws MessageFormatException if the paths are too long for the memory
  String path(Leaf<?> leaf) {
    Deque<String> keys = new ArrayDeque<>();
    keys.push(leaf.key());
    for (Node each = leaf.parent(); each != null && each.parent != null; each = each.parent) {
      keys.push(each.key);
    }
    nameCharacters += keys.stream().mapToLong(String::length).sum() + keys.size();
    if (nameCharacters > MAX_NAME_CHARACTERS) {
      throw new MessageFormatException("the names are longer than supported");
    }
    return String.join(".", keys);
  }

  private String key() throws IOException {
    String key =
        switch (type()) {
          case STRING -> text();
          case INTEGER -> unpacker.unpackBigInteger().toString();
          case BOOLEAN -> Boolean.toString(unpacker.unpackBoolean());
          default -> {
            unpacker.skipValue();
            yield Integer.toString(node.position);
          }
        };
    node.isChunked |= key.equals(MARK);
    return key;
  }

  private ValueType type() throws IOException {
    visited++;
    if (visited > MAX_VISITED || arrays.size() > MAX_ARRAYS) {
      throw new MessageFormatException("more values than supported");
    }
    return unpacker.getNextFormat().getValueType();
  }

  private void readValue(String key) throws IOException {
    ValueType type = type();
    if (node == null && type != ValueType.MAP && type != ValueType.EXTENSION) {
      throw new MessageFormatException("expected a map at the beginning");
    }
    switch (type) {
      case MAP -> open(key, true, unpacker.unpackMapHeader());
      case ARRAY -> open(key, false, unpacker.unpackArrayHeader());
      case EXTENSION -> readExtension(key);
      case NIL -> unpacker.unpackNil();
      case BOOLEAN -> addText(key, Boolean.toString(unpacker.unpackBoolean()));
      case FLOAT -> addText(key, Double.toString(unpacker.unpackDouble()));
      case INTEGER -> {
        BigInteger number = unpacker.unpackBigInteger();
        if (node.integers.size() < MAX_RANK && number.bitLength() < Long.SIZE) {
          node.integers.put(key, number.longValue());
        }
        addText(key, number.toString());
      }
      case STRING -> addText(key, text());
      case BINARY -> {
        int byteCount = unpacker.unpackBinaryHeader();
        requireRemaining(byteCount);
        input.skipTo(input.position() + byteCount);
      }
    }
  }

  private void addText(String key, String text) {
    boolean isListed = node.isMap || node.size <= MAX_LISTED;
    if (isListed && texts.size() < MAX_TEXTS) {
      texts.add(new Leaf<>(node, key, text));
    }
  }

  private void open(String key, boolean isMap, int size) {
    requireRemaining(isMap ? 2L * size : size);
    node = new Node(node, key, isMap, size, this);
    if (node.depth > MAX_DEPTH) {
      throw new MessageFormatException("more than " + MAX_DEPTH + " nested maps");
    }
  }

  private void close() {
    Node closed = node;
    node = node.parent;
    if (closed.isChunked) {
      List<Leaf<Chunks>> leaves = List.copyOf(arrays.subList(closed.firstArray, arrays.size()));
      discard(closed);
      SortedMap<Integer, FlaxArray> parts = new TreeMap<>();
      for (Leaf<Chunks> leaf : leaves) {
        if (leaf.parent().parent == closed && leaf.parent().key.equals("chunks")) {
          parts.put(number(leaf.key()), leaf.value().parts().getFirst());
        }
      }
      Chunks chunks = new Chunks(false, closed.shape, List.copyOf(parts.values()));
      arrays.add(new Leaf<>(closed.parent, closed.key, chunks));
    } else if (node != null && closed.key.equals("shape")) {
      node.shape = Optional.of(shape(closed));
    }
  }

  /// Returns the numbers in the order of their keys, `0`, `1`, …
  private static long[] shape(Node node) {
    SortedMap<Integer, Long> dimensions = new TreeMap<>();
    node.integers.forEach((key, size) -> dimensions.put(number(key), size));
    return dimensions.values().stream().mapToLong(Long::longValue).toArray();
  }

  /// Returns a key as an integer, or -1 for another key.
  private static int number(String key) {
    return key.matches("[0-9]{1,9}") ? Integer.parseInt(key) : -1;
  }

  private void discard(Node chunked) {
    arrays.subList(chunked.firstArray, arrays.size()).clear();
    texts.subList(chunked.firstText, texts.size()).clear();
  }

  private void readExtension(String key) throws IOException {
    ExtensionTypeHeader header = unpacker.unpackExtensionTypeHeader();
    requireRemaining(header.getLength());
    long end = input.position() + header.getLength();
    if (header.getType() == ARRAY || header.getType() == SCALAR) {
      hasArray = true;
      FlaxArray array = readArray(end);
      arrays.add(new Leaf<>(node, key, new Chunks(true, Optional.empty(), List.of(array))));
    }
    input.skipTo(end);
  }

  /// Reads the shape and dtype, and the length of the values.
  ///
  /// @param end the file offset of the end of the array
  private FlaxArray readArray(long end) throws IOException {
    int partCount = unpacker.unpackArrayHeader();
    int rank = unpacker.unpackArrayHeader();
    if (partCount != 3 || rank > MAX_RANK) {
      throw new MessageFormatException("expected the shape, dtype and bytes of an array");
    }
    long[] dimensions = new long[rank];
    for (int i = 0; i < rank; i++) {
      dimensions[i] = unpacker.unpackLong();
    }
    String dtype = text(readByteCount());
    int byteCount = readByteCount();
    if (input.position() + byteCount != end) {
      throw new MessageFormatException(
          "the array ends at %,d, expected %,d".formatted(input.position() + byteCount, end));
    }
    return FlaxArray.of(dtype, dimensions, input.position(), byteCount);
  }

  /// Reads the length of a text or of bytes, which follow.
  private int readByteCount() throws IOException {
    return type() == ValueType.STRING
        ? unpacker.unpackRawStringHeader()
        : unpacker.unpackBinaryHeader();
  }

  /// Reads a text. Omits the end of a very long one.
  private String text() throws IOException {
    return text(unpacker.unpackRawStringHeader());
  }

  private String text(int byteCount) throws IOException {
    requireRemaining(byteCount);
    long end = input.position() + byteCount;
    byte[] bytes = unpacker.readPayload(Math.min(byteCount, MAX_TEXT_BYTES));
    input.skipTo(end);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  private void requireRemaining(long byteCount) {
    if (byteCount > input.remaining()) {
      throw new MessageFormatException(
          "expected %,d more bytes at %,d, found %,d"
              .formatted(byteCount, input.position(), input.remaining()));
    }
  }
}
