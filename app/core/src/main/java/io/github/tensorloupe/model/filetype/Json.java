package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A JSON text: an index, a configuration, or the error message of a server.
final class Json implements Disguise {

  private static final String TEXT = "\"((?:[^\"\\\\]|\\\\.)*+)\"";
  private static final Pattern MESSAGE =
      Pattern.compile("\"(?:error|message|detail|error_description)\" *: *" + TEXT);
  private static final Pattern MODEL_TYPE = Pattern.compile("\"model_type\" *: *" + TEXT);
  private static final Pattern STRING = Pattern.compile("\\G" + TEXT + "\\s*(:?)");

  @Override
  public Optional<Recognised> in(Sample sample) {
    String text = sample.text().strip();
    if (!text.startsWith("{") && !text.startsWith("[")) {
      return Optional.empty();
    }
    if (text.startsWith("{") && text.contains("\"weight_map\"")) {
      return Optional.of(
          new Recognised(Form.INDEX, Sentence.of("the JSON index of a sharded checkpoint")));
    }
    return Optional.of(new Recognised(Form.TEXT, what(text)));
  }

  private static Sentence what(String text) {
    List<String> keys = keys(text);
    Matcher modelType = MODEL_TYPE.matcher(text);
    if (keys.contains("model_type") && modelType.find()) {
      return Sentence.of(
          "the config.json of a model of type {0}, not its weights",
          DetailText.quoted(modelType.group(1)));
    }
    Matcher message = MESSAGE.matcher(text);
    if (message.find()) {
      return Sentence.of("a JSON message of a server: {0}", DetailText.quoted(message.group(1)));
    }
    return keys.isEmpty()
        ? Sentence.of("a JSON text")
        : Sentence.of("a JSON text with the keys {0}", DetailText.first(keys));
  }

  /// The keys of the outermost object, as they are written.
  private static List<String> keys(String text) {
    List<String> keys = new ArrayList<>();
    Matcher string = STRING.matcher(text);
    int depth = 0;
    for (int at = 0; at < text.length(); at++) {
      char character = text.charAt(at);
      if (character == '"') {
        if (!string.find(at)) {
          return keys;
        }
        if (depth == 1 && !string.group(2).isEmpty()) {
          keys.add(string.group(1));
        }
        at = string.end() - 1;
      } else if (character == '{' || character == '[') {
        depth++;
      } else if (character == '}' || character == ']') {
        depth--;
      }
    }
    return keys;
  }
}
