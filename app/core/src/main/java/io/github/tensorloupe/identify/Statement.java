package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// One thing that can be said of a checkpoint, with the reason for it.
///
/// @param sentence for a person; parts of it may come from the file and are as unsafe to show
/// @param number the same as a number, where it is one
/// @param evidence what led to it; empty only where it sums up all tensors, or says that nothing is
///   known
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

  /// A value that is the same in all languages, such as a figure or a quotation from the file.
  static Statement quoting(Topic topic, String value, Evidence... evidence) {
    return of(topic, Sentence.of("{0}", value), List.of(evidence));
  }

  /// The words of a statement that lists some, such as trigger words or tags: what stands between
  /// commas, semicolons and line breaks, or the texts of a JSON list; each once.
  public List<String> words() {
    String text = value().strip();
    List<String> listed = text.startsWith("[") ? EmbeddedFacts.strings(text) : List.of();
    Stream<String> words = listed.isEmpty() ? Stream.of(text.split("[,;\\v]")) : listed.stream();
    return words.map(String::strip).filter(word -> !word.isEmpty()).distinct().toList();
  }

  /// Returns the sentence in English, as the command line and JSON give it.
  public String value() {
    return sentence.toString();
  }

  /// The value on one line, for where there is no room for more; as unsafe to show as it stands.
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
