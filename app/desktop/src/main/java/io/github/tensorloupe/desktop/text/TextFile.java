package io.github.tensorloupe.desktop.text;

import module java.base;

/// The texts of one language, read from beside this class.
///
/// Not a [java.util.ResourceBundle]: that looks for English, whose file has no suffix, in the
/// language of the system first.
final class TextFile {

  private TextFile() {}

  /// The texts of the window by their keys. Where a language lacks one, the English text is there.
  static Map<String, String> messages(Language language) {
    Map<String, String> texts = read("messages.properties");
    switch (language) {
      case ENGLISH -> {}
      case GERMAN -> texts.putAll(read("messages_de.properties"));
    }
    return Map.copyOf(texts);
  }

  static Map<String, String> read(String name) {
    Properties properties = new Properties();
    try (Reader reader = open(name)) {
      properties.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> texts = HashMap.newHashMap(properties.size());
    properties.forEach((key, text) -> texts.put((String) key, (String) text));
    return texts;
  }

  /// A file of texts, in UTF-8. The caller closes it.
  static Reader open(String name) {
    return new InputStreamReader(
        Objects.requireNonNull(TextFile.class.getResourceAsStream(name), name),
        StandardCharsets.UTF_8);
  }
}
