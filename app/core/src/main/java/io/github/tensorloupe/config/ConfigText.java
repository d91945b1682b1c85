package io.github.tensorloupe.config;

import module com.fasterxml.jackson.core;
import module java.base;

import io.github.tensorloupe.model.SmallFiles;

/// The text of a configuration file, in which keys can be located.
///
/// @param text the content without a byte order mark
public record ConfigText(String text) {

  private static final JsonFactory JSON = new JsonFactory();

  /// A key with its value, or with the opening bracket of its value, as positions in the text.
  public record Place(int begin, int end) {}

  /// Reads a file.
  ///
  /// @return empty if the file does not exist, is unreadable, or exceeds 4 MiB
  public static Optional<ConfigText> read(Path file) {
    return SmallFiles.unicodeText(file, SmallFiles.MAX_CONFIGURATION_BYTES).map(ConfigText::new);
  }

  /// Locates a key. Takes time linear in the length of the text.
  ///
  /// @param path the path of the key, such as `text_config.num_hidden_layers`
  /// @return empty if the key does not exist or follows a syntax error
  public Optional<Place> find(String path) {
    String pointer = "/" + path.replace('.', '/');
    try (JsonParser parser = JSON.createParser(text)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        if (token == JsonToken.FIELD_NAME
            && parser.getParsingContext().pathAsPointer().toString().equals(pointer)) {
          int begin = Math.toIntExact(parser.currentTokenLocation().getCharOffset());
          JsonLocation end = parser.currentLocation();
          if (parser.nextToken().isScalarValue()) {
            // Texts are parsed lazily, and end only when they are read.
            parser.getText();
            end = parser.currentLocation();
          }
          return Optional.of(new Place(begin, Math.toIntExact(end.getCharOffset())));
        }
      }
    } catch (IOException e) {
      // The finding about the file states that it is malformed.
    }
    return Optional.empty();
  }
}
