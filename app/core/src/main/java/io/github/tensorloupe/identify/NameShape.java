package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.NaturalOrder;

/// The form of a tensor name: `#` replaces each number between separators, and prefixes of wrappers
/// are removed. `model.layers.31.mlp.w1` becomes `model.layers.#.mlp.w1`.
///
/// A mutable parser for many names. It is equal to a [ShapeKey] form with the same text, so that
/// map lookups need no string.
final class NameShape {

  /// The maximum number of numbers reported per name.
  static final int MAX_INDEXES = 4;

  /// Longer names are truncated; rules match only shorter names.
  private static final int MAX_CHARACTERS = 400;

  /// Longer numbers are identifiers rather than indexes.
  private static final int MAX_INDEX_DIGITS = 5;

  private static final List<String> WRAPPERS = List.of("module.", "_orig_mod.");

  private final char[] name = new char[MAX_CHARACTERS];
  private final char[] text = new char[MAX_CHARACTERS];

  /// The numbers of the name; the first [#indexCount] entries are valid.
  final int[] indexes = new int[MAX_INDEXES];

  int indexCount;
  private int length;
  private int hash;

  /// An immutable form for use as a map key. Equal to a [NameShape] with the same text.
  static final class ShapeKey {

    private final char[] text;
    private final int hash;

    private ShapeKey(NameShape shape) {
      text = Arrays.copyOf(shape.text, shape.length);
      hash = shape.hash;
    }

    @Override
    public boolean equals(Object other) {
      return switch (other) {
        case ShapeKey key -> Arrays.equals(text, key.text);
        case NameShape shape -> shape.isOf(text);
        case null, default -> false;
      };
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  /// Reads a name. The other methods and fields refer to the last name read.
  NameShape read(String tensorName) {
    length = 0;
    hash = 0;
    indexCount = 0;
    int end = Math.min(tensorName.length(), MAX_CHARACTERS);
    tensorName.getChars(0, end, name, 0);
    int at = begin(tensorName);
    while (at < end) {
      char c = name[at];
      if (NaturalOrder.isDigit(c) && (length == 0 || isSeparator(text[length - 1]))) {
        at = number(at, end);
      } else {
        append(c);
        at++;
      }
    }
    return this;
  }

  String text() {
    return new String(text, 0, length);
  }

  ShapeKey toKey() {
    return new ShapeKey(this);
  }

  private void append(char c) {
    text[length++] = c;
    hash = 31 * hash + c;
  }

  private static int begin(String tensorName) {
    int begin = 0;
    for (String wrapper : WRAPPERS) {
      begin += tensorName.startsWith(wrapper, begin) ? wrapper.length() : 0;
    }
    return begin;
  }

  private int number(int begin, int end) {
    int at = begin;
    int number = 0;
    while (at < end && NaturalOrder.isDigit(name[at])) {
      number = at - begin < MAX_INDEX_DIGITS ? 10 * number + name[at] - '0' : number;
      at++;
    }
    if ((at == end || isSeparator(name[at])) && at - begin <= MAX_INDEX_DIGITS) {
      append('#');
      if (indexCount < MAX_INDEXES) {
        indexes[indexCount++] = number;
      }
    } else {
      for (int i = begin; i < at; i++) {
        append(name[i]);
      }
    }
    return at;
  }

  private static boolean isSeparator(char c) {
    return c == '.' || c == '_' || c == ':' || c == '/' || c == '-';
  }

  private boolean isOf(char[] otherText) {
    return Arrays.equals(text, 0, length, otherText, 0, otherText.length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ShapeKey key && isOf(key.text);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
