package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.ModelSpecField;

/// Facts about a model that fill fields of its model card without user input.
///
/// @param fileName the file name without its extension
/// @param family the family as a name in [FieldChoice]; empty if unknown
/// @param component the part of the architecture after the slash, such as `lora`; empty for a whole
///   model
/// @param dataSha256 the hash of the data buffer in lower-case hex; empty if unknown
record CardFacts(
    String fileName,
    Optional<String> family,
    Optional<String> component,
    Optional<String> dataSha256) {

  /// Older metadata keys with the value of a field, in order of preference.
  private static final Map<ModelSpecField, List<String>> OLDER_KEYS =
      Map.of(
          ModelSpecField.TITLE, List.of("ssmd_display_name", "ss_output_name"),
          ModelSpecField.AUTHOR, List.of("ssmd_author"),
          ModelSpecField.DESCRIPTION, List.of("ssmd_description"),
          ModelSpecField.TAGS, List.of("ssmd_tags"),
          ModelSpecField.TRIGGER_PHRASE, List.of("ssmd_keywords"),
          ModelSpecField.ENCODER_LAYER, List.of("ss_clip_skip"));

  private static final Pattern SIZES = Pattern.compile("\\(?([1-9]\\d*)[, x]+([1-9]\\d*)\\)?");

  /// Returns a change that sets missing or empty fields and leaves all others unchanged.
  MetadataChange change() {
    return before -> {
      SequencedMap<String, String> values = new LinkedHashMap<>();
      for (ModelSpecField field : ModelSpecField.values()) {
        if (before.entries().getOrDefault(field.key(), "").isBlank()) {
          value(field, before.entries())
              .filter(field.kind()::accepts)
              .ifPresent(value -> values.put(field.key(), value));
        }
      }
      return MetadataChange.set(values).apply(before);
    };
  }

  private Optional<String> value(ModelSpecField field, Map<String, String> entries) {
    Optional<String> older =
        OLDER_KEYS.getOrDefault(field, List.of()).stream()
            .map(key -> entries.getOrDefault(key, ""))
            .filter(value -> !value.isBlank() && !value.equals("None"))
            .findFirst();
    return switch (field) {
      case SAI_MODEL_SPEC -> Optional.of("1.0.1");
      case TITLE -> older.or(() -> Optional.of(fileName).filter(name -> !name.isBlank()));
      case ARCHITECTURE ->
          named(field).map(base -> base + component.map(each -> "/" + each).orElse(""));
      case IMPLEMENTATION ->
          named(field).or(() -> named(ModelSpecField.ARCHITECTURE).map(_ -> "diffusers"));
      case RESOLUTION ->
          Optional.ofNullable(entries.get("ss_resolution"))
              .flatMap(CardFacts::size)
              .or(() -> named(field));
      case DATE ->
          Optional.ofNullable(entries.get("ss_training_finished_at")).flatMap(CardFacts::day);
      case HASH_SHA256 -> dataSha256.map(hash -> "0x" + hash);
      default -> older;
    };
  }

  /// Returns the first value of a field that belongs to the family.
  private Optional<String> named(ModelSpecField field) {
    return family.flatMap(
        familyName ->
            FieldChoice.of(field).stream()
                .filter(choice -> isNamed(choice, familyName))
                .map(FieldChoice::value)
                .findFirst());
  }

  private static boolean isNamed(FieldChoice choice, String family) {
    return Stream.of(choice.name().split(", "))
        .map(name -> name.replaceFirst(" \\(.*", ""))
        .anyMatch(family::equals);
  }

  private static Optional<String> size(String older) {
    Matcher sizes = SIZES.matcher(older.strip());
    return sizes.matches() ? Optional.of(sizes.group(1) + "x" + sizes.group(2)) : Optional.empty();
  }

  private static Optional<String> day(String seconds) {
    try {
      Instant instant = Instant.ofEpochSecond((long) Double.parseDouble(seconds));
      return Optional.of(LocalDate.ofInstant(instant, ZoneOffset.UTC).toString());
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
