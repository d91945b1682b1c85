package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.edit.ModelSpecField;

/// A value that is offered for a field, without being the only one allowed.
///
/// @param name by which people know it, in any language; may be empty
public record FieldChoice(String value, String name) {

  /// The field for the part of an architecture behind its slash.
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

  /// The values that are usual in a field, the best known first; none where any text may stand.
  public static List<FieldChoice> of(ModelSpecField field) {
    String name = field.key().substring(ModelSpecField.PREFIX.length());
    return List.copyOf(STANDARD.getOrDefault(name, List.of()));
  }

  /// The values of a field that fit what was typed: those that begin so, then those in which a word
  /// begins so, then those that have it anywhere; each in the order of the list. Behind a slash an
  /// architecture goes on with its component or kind of adapter.
  public static List<FieldChoice> matching(ModelSpecField field, String typed) {
    int slash = typed.indexOf('/');
    if (field == ModelSpecField.ARCHITECTURE && slash > 0) {
      String base = typed.substring(0, slash + 1);
      return matching(STANDARD.get(COMPONENT), typed.substring(slash + 1)).stream()
          .map(choice -> new FieldChoice(base + choice.value, choice.name))
          .toList();
    }
    return matching(of(field), typed);
  }

  /// The choices that fit what was typed, the best first.
  public static List<FieldChoice> matching(List<FieldChoice> all, String typed) {
    String wanted = typed.strip().toLowerCase(Locale.ROOT);
    return all.stream()
        .filter(choice -> choice.fit(wanted) < Integer.MAX_VALUE)
        .sorted(Comparator.comparingInt(choice -> choice.fit(wanted)))
        .toList();
  }

  private int fit(String wanted) {
    String text = value.toLowerCase(Locale.ROOT);
    String words = (text + " " + name.toLowerCase(Locale.ROOT)).replaceAll("[^\\p{L}\\p{N}]", " ");
    String sought = wanted.replaceAll("[^\\p{L}\\p{N}]", " ").strip();
    if (text.startsWith(wanted)) {
      return 0;
    }
    return words.startsWith(sought)
        ? 1
        : words.contains(" " + sought) ? 2 : text.contains(wanted) ? 3 : Integer.MAX_VALUE;
  }
}
