package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Sidecar;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The facts about a model that lists display: numbers and short texts, without tensor names. Texts
/// from the file are not escaped, and are truncated to limit the memory of a list. Unknown texts
/// are empty.
///
/// @param rank the rank of an adapter: a number, or the minimum and the maximum
/// @param quantization the quantization schemes of the weights
/// @param title the title from the metadata
/// @param triggerWords the trigger words from the metadata, on one line
/// @param frequentTags the most frequent tags of the training images, on one line
/// @param searchWords the distinct words of the metadata in lower case, one per line
/// @param baseModel the base model according to a file next to the model
/// @param hasPicture true if the metadata contains a displayable picture
public record ModelFacts(
    Kind kind,
    Optional<Sentence> family,
    Optional<Sentence> rank,
    Optional<Sentence> quantization,
    String title,
    String author,
    String triggerWords,
    String frequentTags,
    String searchWords,
    String baseModel,
    boolean hasPicture) {

  private static final Optional<Sentence> NONE = Optional.empty();

  public static final ModelFacts UNKNOWN =
      new ModelFacts(Kind.UNKNOWN, NONE, NONE, NONE, "", "", "", "", "", "", false);

  private static final int MAX_TITLE = 300;
  private static final int MAX_TRIGGER_WORDS = 2000;
  private static final int MAX_SEARCHED = 200_000;
  private static final int MAX_WORDS = 6000;
  private static final int MAX_WORD = 60;
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}_.\\-]+");
  private static final Pattern MERE_NUMBER = Pattern.compile("[0-9.\\-_]*");

  /// Returns the facts about a checkpoint. Of several parts, the largest part determines the kind
  /// and family. Uses only headers in memory. Takes time linear in the number of tensors.
  static ModelFacts of(List<CheckpointPart> parts) {
    if (parts.isEmpty()) {
      return UNKNOWN;
    }
    CheckpointPart main = Collections.max(parts, Comparator.comparingLong(ModelFacts::byteLength));
    Identity identity = Identification.of(main, Cancellation.NEVER);
    List<Sentence> schemes =
        identity.statements(Topic.QUANTIZATION).stream().map(Statement::sentence).toList();
    return new ModelFacts(
        identity.kind(),
        identity.family(),
        identity.statement(Topic.RANK).map(Statement::sentence),
        schemes.isEmpty() ? Optional.empty() : Optional.of(Sentence.joined(", ", schemes)),
        text(identity, Topic.TITLE, MAX_TITLE),
        text(identity, Topic.AUTHOR, MAX_TITLE),
        text(identity, Topic.TRIGGER_WORDS, MAX_TRIGGER_WORDS),
        text(identity, Topic.FREQUENT_TAGS, MAX_TRIGGER_WORDS),
        searchWords(parts),
        "",
        identity.thumbnail().isPresent());
  }

  /// Returns a copy with the facts from the files next to a model. The words from its metadata have
  /// precedence.
  ModelFacts with(Sidecar sidecar) {
    return new ModelFacts(
        kind,
        family,
        rank,
        quantization,
        title,
        author,
        triggerWords.isEmpty() ? sidecar.triggerWords() : triggerWords,
        frequentTags,
        searchWords,
        sidecar.baseModel(),
        hasPicture);
  }

  private static long byteLength(CheckpointPart part) {
    return part.files().stream()
        .flatMap(file -> file.header().tensors().stream())
        .mapToLong(TensorInfo::clampedByteCount)
        .reduce(0, Saturating::sum);
  }

  private static String text(Identity identity, Topic topic, int limit) {
    return identity
        .statement(topic)
        .map(Statement::oneLine)
        .map(text -> DisplayText.prefix(text, limit))
        .orElse("");
  }

  /// Returns the words for searches: first words from values, which distinguish models better, then
  /// words from keys.
  private static String searchWords(List<CheckpointPart> parts) {
    SequencedMap<String, String> metadata = new LinkedHashMap<>();
    for (CheckpointPart part : parts) {
      for (TensorFile file : part.files()) {
        file.header().metadata().ifPresent(map -> map.entries().forEach(metadata::putIfAbsent));
      }
    }
    SequencedSet<String> words = new LinkedHashSet<>();
    int left = MAX_WORDS;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      String value = entry.getValue();
      boolean isPicture =
          value.startsWith("data:image") || EmbeddedImage.IMAGE_KEYS.contains(entry.getKey());
      left = isPicture ? left : addWords(value, words, left);
    }
    for (String key : metadata.keySet()) {
      left = addWords(key, words, left);
    }
    return String.join("\n", words);
  }

  /// Adds words and returns the remaining number of characters.
  private static int addWords(String text, Set<String> words, int limit) {
    int left = limit;
    String lower = DisplayText.prefix(text, MAX_SEARCHED).toLowerCase(Locale.ROOT);
    for (String word : (Iterable<String>) BETWEEN_WORDS.splitAsStream(lower)::iterator) {
      boolean isDistinctive =
          word.length() > 1
              && word.length() <= Math.min(MAX_WORD, left)
              && !MERE_NUMBER.matcher(word).matches();
      if (isDistinctive && words.add(word)) {
        left -= word.length() + 1;
      }
      if (left <= 0) {
        break;
      }
    }
    return left;
  }
}
