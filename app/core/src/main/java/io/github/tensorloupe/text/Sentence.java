package io.github.tensorloupe.text;

import module java.base;

/// Text for a person, kept as data until it is shown. Immutable.
///
/// The key is the English text with placeholders, as in gettext; a language that has a translation
/// of the key shows that instead ([Sentences]). `{0}`, `{1}` … stand for the arguments, and
/// `{0#byte|bytes}` for the first word where argument 0 is the number 1, else for the second.
///
/// Arguments are shown by their type: a [Sentence] or [Clause] in the language of the whole, an
/// [Integer], a [Long] (unsigned) or a [java.math.BigInteger] with the digit groups of the
/// language, a [ByteSize], a [Decimal] and a [Double], of which three digits tell enough, with its
/// decimal separator, everything else by `toString`. Text from a file must have passed through
/// [io.github.tensorloupe.format.DisplayText].
///
/// @param key the English text; without arguments it is shown as it stands, braces included
/// @param arguments the values for its placeholders
public record Sentence(String key, List<Object> arguments) {

  public Sentence {
    arguments = List.copyOf(arguments);
  }

  public static Sentence of(String key, Object... arguments) {
    return new Sentence(key, List.of(arguments));
  }

  /// Returns sentences or parts of one, one after the other.
  ///
  /// @param separator stands between two of them; the same in every language
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

  /// Returns numbers as ranges, `0 to 3`, `8`, `10 to 11`, to be joined.
  ///
  /// @param name the name of a number
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

  /// Returns this sentence and another one behind it.
  public Sentence then(Sentence next) {
    return joined(" ", List.of(this, next));
  }

  /// Returns the sentence in English, as the command line and JSON give it.
  @Override
  public String toString() {
    return Sentences.ENGLISH.text(this);
  }
}
