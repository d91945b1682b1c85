package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A fact about a checkpoint, with its evidence.
///
/// @param sentence the text for users, which may contain text from the file that must be escaped
/// @param number the value of a numeric fact, otherwise empty
/// @param evidence the evidence; empty only if the fact summarizes all tensors or the value is
///   unknown
public record Statement(
    Topic topic, Sentence sentence, OptionalLong number, List<Evidence> evidence) {

  public Statement {
    evidence = List.copyOf(evidence);
  }

  static Statement of(Topic topic, Sentence sentence, List<Evidence> evidence) {
    return new Statement(topic, sentence, OptionalLong.empty(), evidence);
  }

  static Statement of(Topic topic, Sentence sentence, long number, List<Evidence> evidence) {
    return new Statement(topic, sentence, OptionalLong.of(number), evidence);
  }

  /// Creates a statement with an untranslated value, such as a number or a quotation from the file.
  static Statement quoting(Topic topic, String value, Evidence... evidence) {
    return of(topic, Sentence.of("{0}", value), List.of(evidence));
  }

  /// Parses the value as a list of words, such as trigger words or tags, which is a JSON array or
  /// is separated by commas, semicolons and line breaks. Returns the distinct words.
  public List<String> words() {
    String text = value().strip();
    List<String> listed = text.startsWith("[") ? EmbeddedFacts.strings(text) : List.of();
    Stream<String> words = listed.isEmpty() ? Stream.of(text.split("[,;\\v]")) : listed.stream();
    return words.map(String::strip).filter(word -> !word.isEmpty()).distinct().toList();
  }

  /// Returns the sentence in English, for the command line and JSON.
  public String value() {
    return sentence.toString();
  }

  /// Returns the value on one line. May contain text that must be escaped for display.
  public String oneLine() {
    return onOneLine(value());
  }

  public static String onOneLine(String text) {
    return Pattern.compile("\\R")
        .splitAsStream(text)
        .map(String::strip)
        .filter(line -> !line.isEmpty())
        .collect(Collectors.joining(" "));
  }
}
