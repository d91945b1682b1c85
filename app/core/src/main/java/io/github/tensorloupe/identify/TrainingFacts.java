package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Evidence.OfMetadata;
import io.github.tensorloupe.text.Quantities;

/// The training of a checkpoint, as far as its trainer wrote it down.
final class TrainingFacts {

  private final Subject subject;
  private final List<String> words = new ArrayList<>();
  private final List<Evidence> evidence = new ArrayList<>();

  TrainingFacts(Subject subject) {
    this.subject = subject;
  }

  /// One statement that sums it up; empty where nothing is known.
  Optional<Statement> statement() {
    counted("step", "ss_steps", "ss_max_train_steps");
    counted("epoch", "ss_epoch", "ss_num_epochs");
    counted("image", "ss_num_train_images");
    first(rate -> "learning rate " + rate, "ss_learning_rate", "ss_unet_lr");
    first(size -> "resolution " + size, "ss_resolution", "modelspec.resolution");
    first(name -> "optimizer " + name.replaceAll("\\(.*|.*\\.(?=[A-Za-z])", ""), "ss_optimizer");
    trainingInfo();
    date();
    return words.isEmpty()
        ? Optional.empty()
        : Optional.of(Statement.quoting(Topic.TRAINING, String.join(", ", words), evidence));
  }

  private void counted(String noun, String... keys) {
    first(
        count ->
            count.matches("[0-9]{1,15}")
                ? Quantities.count(Long.parseLong(count)) + " " + noun + (isOne(count) ? "" : "s")
                : "%ss: %s".formatted(noun, count),
        keys);
  }

  private static boolean isOne(String count) {
    return Long.parseLong(count) == 1;
  }

  /// Tells the first of these entries that is there.
  private void first(UnaryOperator<String> sentence, String... keys) {
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
              steps.stream().findFirst().ifPresent(step -> words.add("step " + step));
              epochs.stream().findFirst().ifPresent(epoch -> words.add("epoch " + epoch));
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
        words.add(day.get().toString());
        evidence.add(entry.get());
        return;
      }
    }
    first(date -> date, "modelspec.date");
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
