package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Evidence.OfMetadata;

/// What the metadata say in so many words: title, author, base model, trigger words.
final class MetadataFacts {

  private static final int MAX_TAGS = 5;

  /// Which entries say it, the most telling first.
  private static final Map<Topic, List<String>> KEYS =
      Map.of(
          Topic.TITLE, List.of("modelspec.title", "ssmd_display_name", "ss_output_name", "name"),
          Topic.AUTHOR, List.of("modelspec.author", "ssmd_author"),
          Topic.DESCRIPTION, List.of("modelspec.description", "ssmd_description"),
          Topic.LICENSE, List.of("modelspec.license"),
          Topic.BASE_MODEL,
              List.of("ss_sd_model_name", "modelspec.merged_from", "ss_base_model_version"),
          Topic.TRIGGER_WORDS,
              List.of("modelspec.trigger_phrase", "ssmd_keywords", "ss_trigger_words"));

  private final Subject subject;

  MetadataFacts(Subject subject) {
    this.subject = subject;
  }

  List<Statement> statements() {
    List<Statement> statements = new ArrayList<>();
    KEYS.forEach(
        (topic, keys) ->
            keys.stream()
                .flatMap(key -> subject.entry(key).stream())
                .findFirst()
                .map(entry -> Statement.of(topic, entry.value().strip(), List.of(entry)))
                .ifPresent(statements::add));
    if (statements.stream().noneMatch(statement -> statement.topic() == Topic.BASE_MODEL)) {
      adapterBase().ifPresent(statements::add);
    }
    frequentTags().ifPresent(statements::add);
    return statements;
  }

  private Optional<Statement> adapterBase() {
    Optional<OfMetadata> config = subject.entry("lora_adapter_metadata");
    return config.flatMap(
        entry ->
            EmbeddedFacts.scalars(entry.value(), "base_model_name_or_path").stream()
                .findFirst()
                .map(name -> Statement.of(Topic.BASE_MODEL, name, List.of(entry))));
  }

  private Optional<Statement> frequentTags() {
    return subject
        .entry("ss_tag_frequency")
        .flatMap(
            entry -> {
              List<String> tags = mostFrequent(EmbeddedFacts.sums(entry.value()));
              return tags.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      Statement.of(Topic.FREQUENT_TAGS, String.join(", ", tags), List.of(entry)));
            });
  }

  private static List<String> mostFrequent(Map<String, Long> counts) {
    return counts.entrySet().stream()
        .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
        .limit(MAX_TAGS)
        .map(Map.Entry::getKey)
        .toList();
  }
}
