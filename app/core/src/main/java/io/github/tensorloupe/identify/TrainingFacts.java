package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Evidence.OfMetadata;
import io.github.tensorloupe.text.Sentence;

/// The training of a checkpoint, as far as its trainer wrote it down.
final class TrainingFacts {

  private final Subject subject;
  private final List<Sentence> words = new ArrayList<>();
  private final List<Evidence> evidence = new ArrayList<>();

  TrainingFacts(Subject subject) {
    this.subject = subject;
  }

  /// One statement that sums it up; empty where nothing is known.
  Optional<Statement> statement() {
    counted(
        count -> Sentence.of("{0} {0#step|steps}", count),
        text -> Sentence.of("steps: {0}", text),
        "ss_steps",
        "ss_max_train_steps");
    counted(
        count -> Sentence.of("{0} {0#epoch|epochs}", count),
        text -> Sentence.of("epochs: {0}", text),
        "ss_epoch",
        "ss_num_epochs");
    counted(
        count -> Sentence.of("{0} {0#image|images}", count),
        text -> Sentence.of("images: {0}", text),
        "ss_num_train_images");
    first(rate -> Sentence.of("learning rate {0}", rate), "ss_learning_rate", "ss_unet_lr");
    first(size -> Sentence.of("resolution {0}", size), "ss_resolution", "modelspec.resolution");
    first(
        name -> Sentence.of("optimizer {0}", name.replaceAll("\\(.*|.*\\.(?=[A-Za-z])", "")),
        "ss_optimizer");
    trainingInfo();
    date();
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(Statement.of(Topic.TRAINING, Sentence.joined(", ", words), evidence));
  }

  private void counted(
      Function<Long, Sentence> sentence, Function<String, Sentence> other, String... keys) {
    first(
        count ->
            count.matches("[0-9]{1,15}")
                ? sentence.apply(Long.parseLong(count))
                : other.apply(count),
        keys);
  }

  /// Tells the first of these entries that is there.
  private void first(Function<String, Sentence> sentence, String... keys) {
    for (String key : keys) {
      Optional<OfMetadata> entry = subject.entry(key);
      if (entry.isPresent()) {
        words.add(sentence.apply(entry.get().value().strip()));
        evidence.add(entry.get());
        return;
      }
    }
  }

  private void trainingInfo() {
    subject
        .entry("training_info")
        .ifPresent(
            entry -> {
              List<String> steps = EmbeddedFacts.scalars(entry.value(), "step");
              List<String> epochs = EmbeddedFacts.scalars(entry.value(), "epoch");
              steps.stream()
                  .findFirst()
                  .ifPresent(step -> words.add(Sentence.of("step {0}", step)));
              epochs.stream()
                  .findFirst()
                  .ifPresent(epoch -> words.add(Sentence.of("epoch {0}", epoch)));
              if (!steps.isEmpty() || !epochs.isEmpty()) {
                evidence.add(entry);
              }
            });
  }

  private void date() {
    for (String key : List.of("ss_training_finished_at", "ss_training_started_at")) {
      Optional<OfMetadata> entry = subject.entry(key);
      Optional<LocalDate> day = entry.flatMap(TrainingFacts::day);
      if (day.isPresent()) {
        words.add(Sentence.of("{0}", day.get()));
        evidence.add(entry.get());
        return;
      }
    }
    first(date -> Sentence.of("{0}", date), "modelspec.date");
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
