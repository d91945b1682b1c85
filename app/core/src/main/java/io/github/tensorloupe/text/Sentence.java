package io.github.tensorloupe.text;

import module java.base;

/// A message for users: a key and its arguments, formatted when it is displayed. Immutable.
///
/// The key is the English text with placeholders, as in gettext; [Sentences] translates it. `{0}`,
/// `{1}` … stand for the arguments. `{0#byte|bytes}` stands for the first word if argument 0 is 1,
/// otherwise for the second.
///
/// Arguments are formatted by type: a [Sentence] or [Clause] in the same language; an [Integer], a
/// [Long] (unsigned) or a [java.math.BigInteger] with digit grouping; a [ByteSize], a [Decimal] or
/// a [Double] (three significant digits) with the decimal separator of the language; other objects
/// by `toString`. Text from files must be escaped by [io.github.tensorloupe.format.DisplayText].
///
/// @param key the English text; without arguments, braces are displayed unchanged
/// @param arguments the arguments for the placeholders
public record Sentence(String key, List<Object> arguments) {

  public Sentence {
    arguments = List.copyOf(arguments);
  }

  public static Sentence of(String key, Object... arguments) {
    return new Sentence(key, List.of(arguments));
  }

  /// Joins sentences or parts of a sentence.
  ///
  /// @param separator the separator, in all languages
  public static Sentence joined(String separator, List<?> parts) {
    if (parts.size() == 1 && parts.getFirst() instanceof Sentence only) {
      return only;
    }
    StringBuilder key = new StringBuilder();
    for (int i = 0; i < parts.size(); i++) {
      key.append(i == 0 ? "" : separator).append('{').append(i).append('}');
    }
    return new Sentence(key.toString(), Collections.unmodifiableList(parts));
  }

  /// Returns the runs of set bits as ranges such as `0 to 3`, `8`, `10 to 11`, for [#joined].
  ///
  /// @param name returns the text for a number
  public static List<Object> ranges(BitSet numbers, IntFunction<String> name) {
    List<Object> ranges = new ArrayList<>();
    for (int begin = numbers.nextSetBit(0); begin >= 0; ) {
      int end = numbers.nextClearBit(begin);
      String first = name.apply(begin);
      ranges.add(end == begin + 1 ? first : of("{0} to {1}", first, name.apply(end - 1)));
      begin = numbers.nextSetBit(end);
    }
    return ranges;
  }

  /// Returns this sentence, a space, and another sentence.
  public Sentence then(Sentence next) {
    return joined(" ", List.of(this, next));
  }

  /// Returns the message in English, for the command line and JSON.
  @Override
  public String toString() {
    return Sentences.ENGLISH.text(this);
  }
}
