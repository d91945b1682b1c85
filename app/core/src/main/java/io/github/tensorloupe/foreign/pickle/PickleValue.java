package io.github.tensorloupe.foreign.pickle;

import module java.base;

/// A value of a pickle. Containers may contain themselves, so values must not be compared, hashed
/// or printed recursively.
public sealed interface PickleValue
    permits PickleText,
        PickleGlobal,
        PickleValue.Constant,
        PickleValue.Int,
        PickleValue.BigInt,
        PickleValue.Real,
        PickleValue.Loaded,
        PickleValue.Container,
        PickleValue.Opaque {

  enum Constant implements PickleValue {
    NONE,
    TRUE,
    FALSE
  }

  record Int(long value) implements PickleValue {}

  /// An integer outside the range of `long`.
  record BigInt(BigInteger value) implements PickleValue {}

  record Real(double value) implements PickleValue {}

  /// A value that a [PickleLoader] creates, such as a tensor.
  non-sealed interface Loaded extends PickleValue {}

  /// A list, tuple, dictionary or set. Mutable only while the pickle is interpreted.
  final class Container implements PickleValue {

    /// The type of a container.
    public enum Kind {
      LIST,
      TUPLE,
      /// Keys and values alternate.
      DICT,
      SET,
      FROZENSET
    }

    private static final PickleValue[] NO_ITEMS = {};

    /// The visit of a dictionary without repeated keys. Others are positive.
    private static final byte DISTINCT_KEYS = -1;

    private PickleValue[] items;
    private int size;

    /// The type, the nesting depth of a tuple, and the last visit.
    private byte kind;

    private short depth;
    byte visit;

    Container(Kind kind, PickleValue... items) {
      this.kind = (byte) kind.ordinal();
      this.items = items.length == 0 ? NO_ITEMS : items;
      this.size = items.length;
      if (kind == Kind.TUPLE) {
        for (PickleValue item : items) {
          if (item instanceof Container other && other.depth >= depth) {
            depth = (short) (other.depth + 1);
          }
        }
      }
    }

    public Kind kind() {
      return Kind.values()[kind];
    }

    public boolean isTuple() {
      return kind() == Kind.TUPLE;
    }

    public boolean isDict() {
      return kind() == Kind.DICT;
    }

    boolean isMutable() {
      return kind() != Kind.TUPLE && kind() != Kind.FROZENSET;
    }

    /// Returns the number of nested tuples below this tuple, otherwise 0.
    int depth() {
      return depth;
    }

    /// Returns the number of items, where an entry of a dictionary has two.
    public int size() {
      return size;
    }

    public PickleValue get(int index) {
      return items[Objects.checkIndex(index, size)];
    }

    void forEach(Consumer<PickleValue> action) {
      for (int i = 0; i < size; i++) {
        action.accept(items[i]);
      }
    }

    PickleValue[] items() {
      return Arrays.copyOf(items, size);
    }

    void add(PickleValue item) {
      if (size == items.length) {
        items = Arrays.copyOf(items, size < 4 ? 4 : size + (size >> 1));
      }
      items[size++] = item;
    }

    /// Adds entries to a dictionary.
    ///
    /// @param entries alternating keys and values
    /// @throws MalformedPickleException if a key is mutable or has no value
    void addEntries(PickleValue... entries) throws MalformedPickleException {
      if (entries.length % 2 != 0) {
        throw InstructionReader.malformed("a key has no value");
      }
      for (int i = 0; i < entries.length; i++) {
        if (i % 2 == 0 && entries[i] instanceof Container key && key.isMutable()) {
          throw InstructionReader.malformed("a key is a list, dictionary or set");
        }
        add(entries[i]);
      }
    }

    boolean hasDistinctKeys() {
      return visit == DISTINCT_KEYS;
    }

    /// Removes the earlier values of repeated keys, as Python does: a key has the position of its
    /// first and the value of its last occurrence. The dictionary must not change afterwards.
    void removeRepeatedKeys() {
      visit = DISTINCT_KEYS;
      PickleValue[] keys = new PickleValue[size / 2];
      int count = 0;
      for (int i = 0; i < size; i += 2) {
        if (DictKeys.isComparable(items[i])) {
          keys[count++] = items[i];
        }
      }
      Arrays.sort(keys, 0, count, DictKeys.ORDER);
      boolean isRepeated = false;
      for (int i = 1; i < count; i++) {
        isRepeated |= DictKeys.ORDER.compare(keys[i - 1], keys[i]) == 0;
      }
      if (!isRepeated) {
        return;
      }
      Map<PickleValue, Integer> positions = new TreeMap<>(DictKeys.ORDER);
      int kept = 0;
      for (int i = 0; i < size; i += 2) {
        Integer first =
            DictKeys.isComparable(items[i]) ? positions.putIfAbsent(items[i], kept) : null;
        int at = first == null ? kept : first;
        items[at] = first == null ? items[i] : items[at];
        items[at + 1] = items[i + 1];
        kept += first == null ? 2 : 0;
      }
      Arrays.fill(items, kept, size, null);
      size = kept;
    }
  }

  /// The result of a call that is not executed, with the state and the items that the pickle adds.
  final class Opaque implements PickleValue {

    private final PickleValue callee;
    private final PickleValue arguments;
    private Container items;
    private Container states;
    byte visit;

    Opaque(PickleValue callee, PickleValue arguments) {
      this.callee = callee;
      this.arguments = arguments;
    }

    /// Returns the class or function, usually a [PickleGlobal].
    public PickleValue callee() {
      return callee;
    }

    /// Returns the arguments, usually a tuple.
    public PickleValue arguments() {
      return arguments;
    }

    /// Returns the items of an object that is also a list or dictionary, or null.
    public Container items() {
      return items;
    }

    /// Returns the states that the pickle sets, usually one dictionary of attributes, or null.
    public Container states() {
      return states;
    }

    Container itemsOf(Container.Kind kind) {
      if (items == null) {
        items = new Container(kind);
      }
      return items;
    }

    void addState(PickleValue state) {
      if (states == null) {
        states = new Container(Container.Kind.LIST);
      }
      states.add(state);
    }
  }
}
