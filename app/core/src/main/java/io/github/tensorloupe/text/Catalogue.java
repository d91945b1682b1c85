package io.github.tensorloupe.text;

import module java.base;

/// The translations of one language, from a `.po` file as gettext has them: `msgid`, `msgstr`, and
/// strings in quotes that may go on in the next line.
final class Catalogue {

  private final Map<String, String> translations = new HashMap<>();
  private final StringBuilder key = new StringBuilder();
  private final StringBuilder translation = new StringBuilder();
  private StringBuilder current = key;

  private Catalogue() {}

  /// Returns the translations into a language, or nothing if there is no file for it.
  ///
  /// @param language as in [java.util.Locale#getLanguage]
  static Optional<Map<String, String>> of(String language) {
    try (InputStream file = Catalogue.class.getResourceAsStream("sentences_" + language + ".po")) {
      return file == null ? Optional.empty() : Optional.of(new Catalogue().read(file));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Map<String, String> read(InputStream file) throws IOException {
    BufferedReader lines = new BufferedReader(new InputStreamReader(file, StandardCharsets.UTF_8));
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.startsWith("msgid ")) {
        end();
        current = key;
      } else if (line.startsWith("msgstr ")) {
        current = translation;
      }
      int begin = line.indexOf('"');
      if (begin >= 0 && !line.startsWith("#")) {
        current.append(line.substring(begin + 1, line.lastIndexOf('"')).translateEscapes());
      }
    }
    end();
    return translations;
  }

  private void end() {
    if (!key.isEmpty() && translations.put(key.toString(), translation.toString()) != null) {
      throw new IllegalStateException("translated twice: " + key);
    }
    key.setLength(0);
    translation.setLength(0);
  }
}
