package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Evidence.OfMetadata;
import io.github.tensorloupe.text.Sentence;

/// Finds explicit facts in metadata, such as the author, trigger words and training parameters.
final class MetadataFacts {

  private static final int MAX_TAGS = 5;

  /// The maximum number of quoted characters of an entry. The evidence contains the entire entry.
  private static final int MAX_CHARACTERS = 50_000;

  /// The keys of each topic, the most specific key first.
  private static final Map<Topic, List<String>> KEYS =
      Map.of(
          Topic.TITLE, List.of("modelspec.title", "ssmd_display_name", "ss_output_name", "name"),
          Topic.AUTHOR, List.of("modelspec.author", "ssmd_author", "author"),
          Topic.DESCRIPTION, List.of("modelspec.description", "ssmd_description"),
          Topic.LICENSE, List.of("modelspec.license", "license"),
          Topic.BASE_MODEL,
              List.of("ss_sd_model_name", "modelspec.merged_from", "ss_base_model_version"),
          Topic.TRIGGER_WORDS,
              List.of(
                  "modelspec.trigger_phrase",
                  "ssmd_keywords",
                  "ss_trigger_words",
                  "ss_trained_words"),
          Topic.TAGS, List.of("modelspec.tags", "ssmd_tags"));

  private final RuleInput subject;
  private final List<Statement> statements;
  private final List<Sentence> training = new ArrayList<>();
  private final List<Evidence> trainingEvidence = new ArrayList<>();

  MetadataFacts(RuleInput subject, List<Statement> statements) {
    this.subject = subject;
    this.statements = statements;
  }

  void find() {
    KEYS.forEach(
        (topic, keys) ->
            first(keys)
                .filter(entry -> !entry.value().isBlank())
                .ifPresent(entry -> quote(topic, entry.value(), entry)));
    Optional<OfMetadata> config = subject.entry("lora_adapter_metadata");
    if (config.isPresent() && first(KEYS.get(Topic.BASE_MODEL)).isEmpty()) {
      EmbeddedFacts.scalars(config.get().value(), "base_model_name_or_path").stream()
          .findFirst()
          .ifPresent(name -> quote(Topic.BASE_MODEL, name, config.get()));
    }
    subject.entry("ss_tag_frequency").ifPresent(this::addFrequentTags);
    findTraining();
    if (!training.isEmpty()) {
      statements.add(
          Statement.of(Topic.TRAINING, Sentence.joined(", ", training), trainingEvidence));
    }
  }

  private Optional<OfMetadata> first(List<String> keys) {
    return keys.stream().flatMap(key -> subject.entry(key).stream()).findFirst();
  }

  private void quote(Topic topic, String value, OfMetadata entry) {
    statements.add(Statement.quoting(topic, beginning(value), entry));
  }

  private static String beginning(String value) {
    String text = value.strip();
    return text.length() <= MAX_CHARACTERS ? text : text.substring(0, MAX_CHARACTERS) + "…";
  }

  private void addFrequentTags(OfMetadata entry) {
    String tags =
        EmbeddedFacts.sums(entry.value()).entrySet().stream()
            .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
            .limit(MAX_TAGS)
            .map(Map.Entry::getKey)
            .collect(Collectors.joining(", "));
    if (!tags.isEmpty()) {
      quote(Topic.FREQUENT_TAGS, tags, entry);
    }
  }

  private void findTraining() {
    Sentence steps = Sentence.of("{0} {0#step|steps}");
    addCount(steps, Sentence.of("steps: {0}"), "ss_steps", "ss_max_train_steps");
    Sentence epochs = Sentence.of("{0} {0#epoch|epochs}");
    addCount(epochs, Sentence.of("epochs: {0}"), "ss_epoch", "ss_num_epochs");
    Sentence images = Sentence.of("{0} {0#image|images}");
    addCount(images, Sentence.of("images: {0}"), "ss_num_train_images");
    addTraining(rate -> Sentence.of("learning rate {0}", rate), "ss_learning_rate", "ss_unet_lr");
    addTraining(
        size -> Sentence.of("resolution {0}", size), "ss_resolution", "modelspec.resolution");
    addTraining(
        name -> Sentence.of("optimizer {0}", name.replaceAll("(?m)^.*\\.(?=[A-Za-z])|\\(.*", "")),
        "ss_optimizer");
    addScalar("step", step -> Sentence.of("step {0}", step));
    addScalar("epoch", epoch -> Sentence.of("epoch {0}", epoch));
    addDate();
  }

  private void addScalar(String key, Function<String, Sentence> sentence) {
    Optional<OfMetadata> info = subject.entry("training_info");
    info.flatMap(statement -> EmbeddedFacts.scalars(statement.value(), key).stream().findFirst())
        .ifPresent(value -> addTraining(sentence.apply(value), info.get()));
  }

  /// @param other the message for a text that is not a number
  private void addCount(Sentence sentence, Sentence other, String... keys) {
    addTraining(
        count ->
            count.matches("[0-9]{1,15}")
                ? Sentence.of(sentence.key(), Long.parseLong(count))
                : Sentence.of(other.key(), count),
        keys);
  }

  private void addTraining(Function<String, Sentence> sentence, String... keys) {
    first(List.of(keys))
        .ifPresent(entry -> addTraining(sentence.apply(beginning(entry.value())), entry));
  }

  private void addTraining(Sentence sentence, OfMetadata entry) {
    training.add(sentence);
    if (!trainingEvidence.contains(entry)) {
      trainingEvidence.add(entry);
    }
  }

  private void addDate() {
    for (String key : List.of("ss_training_finished_at", "ss_training_started_at")) {
      Optional<OfMetadata> entry = subject.entry(key);
      Optional<LocalDate> day = entry.flatMap(MetadataFacts::day);
      if (day.isPresent()) {
        addTraining(Sentence.of("{0}", day.get()), entry.get());
        return;
      }
    }
    addTraining(date -> Sentence.of("{0}", date), "modelspec.date");
  }

  private static Optional<LocalDate> day(OfMetadata entry) {
    try {
      long seconds = (long) Double.parseDouble(entry.value());
      return seconds <= 0
          ? Optional.empty()
          : Optional.of(Instant.ofEpochSecond(seconds).atZone(ZoneOffset.UTC).toLocalDate());
    } catch (NumberFormatException | DateTimeException e) {
      return Optional.empty();
    }
  }
}
