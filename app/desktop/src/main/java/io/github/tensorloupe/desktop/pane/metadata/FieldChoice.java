package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.edit.ModelSpecField;

/// A suggested value of a field. Other values are allowed too.
///
/// @param name the common name in any language; may be empty
record FieldChoice(String value, String name) {

  /// The pseudo-field for the part of an architecture after the slash.
  private static final String COMPONENT = "component";

  private static final Map<String, List<FieldChoice>> STANDARD = new HashMap<>();

  static {
    for (String file : List.of("choices.txt", "licenses.txt")) {
      try (InputStream in = FieldChoice.class.getResourceAsStream(file)) {
        new String(in.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .filter(line -> !line.isBlank() && !line.startsWith("#"))
            .forEach(FieldChoice::add);
      } catch (IOException e) {
        throw new UncheckedIOException("the choices cannot be read", e);
      }
    }
  }

  private static void add(String line) {
    String[] parts = line.split(" \\| ?", -1);
    STANDARD
        .computeIfAbsent(parts[0], _ -> new ArrayList<>())
        .add(new FieldChoice(parts[1], parts[2]));
  }

  /// Returns the usual values of a field, the best known first; empty if the field has no
  /// predefined values.
  static List<FieldChoice> of(ModelSpecField field) {
    String name = field.key().substring(ModelSpecField.PREFIX.length());
    return List.copyOf(STANDARD.getOrDefault(name, List.of()));
  }

  /// Returns the values of a field that match the typed text: first values that begin with it, then
  /// values in which a word begins with it, then values that contain it; in each group in list
  /// order. After a slash, the component or adapter kind of an architecture is completed.
  static List<FieldChoice> matching(ModelSpecField field, String typed) {
    int slash = typed.indexOf('/');
    if (field == ModelSpecField.ARCHITECTURE && slash > 0) {
      String base = typed.substring(0, slash + 1);
      return matching(STANDARD.get(COMPONENT), typed.substring(slash + 1)).stream()
          .map(choice -> new FieldChoice(base + choice.value, choice.name))
          .toList();
    }
    return matching(of(field), typed);
  }

  /// Returns the matching choices, the best first.
  static List<FieldChoice> matching(List<FieldChoice> all, String typed) {
    String text = typed.strip().toLowerCase(Locale.ROOT);
    return all.stream()
        .filter(choice -> choice.mismatch(text) < Integer.MAX_VALUE)
        .sorted(Comparator.comparingInt(choice -> choice.mismatch(text)))
        .toList();
  }

  private int mismatch(String typed) {
    String text = value.toLowerCase(Locale.ROOT);
    String words = (text + " " + name.toLowerCase(Locale.ROOT)).replaceAll("[^\\p{L}\\p{N}]", " ");
    String typedWords = typed.replaceAll("[^\\p{L}\\p{N}]", " ").strip();
    if (text.startsWith(typed)) {
      return 0;
    }
    return words.startsWith(typedWords)
        ? 1
        : words.contains(" " + typedWords) ? 2 : text.contains(typed) ? 3 : Integer.MAX_VALUE;
  }
}
