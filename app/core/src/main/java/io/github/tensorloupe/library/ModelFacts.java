package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.identify.Statement;
import io.github.tensorloupe.identify.Topic;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The facts about a model that a list shows: figures and short texts, and no names of tensors. All
/// texts come from the file, are as unsafe to show, and are cut to a length that a list can keep.
///
/// @param rank of the matrices of an adapter: a number, or the lowest and the highest
/// @param quantization the schemes of its weights
/// @param title empty where the metadata have none, as the other texts
/// @param triggerWords as they stand in the metadata
/// @param searchWords the words of the metadata in lower case, each once, on lines of their own
/// @param hasPicture true if the metadata hold a picture that can be shown
public record ModelFacts(
    Kind kind,
    Optional<Sentence> family,
    Optional<Sentence> rank,
    Optional<Sentence> quantization,
    String title,
    String author,
    String triggerWords,
    String searchWords,
    boolean hasPicture) {

  /// Nothing is known.
  public static final ModelFacts UNKNOWN =
      new ModelFacts(
          Kind.UNKNOWN,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          "",
          "",
          "",
          "",
          false);

  private static final int MAX_TITLE = 300;
  private static final int MAX_TRIGGER_WORDS = 2000;
  private static final int MAX_SEARCHED = 200_000;
  private static final int MAX_WORDS = 6000;
  private static final int MAX_WORD = 60;
  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{N}_.\\-]+");
  private static final Pattern MERE_NUMBER = Pattern.compile("[0-9.\\-_]*");

  /// The facts of a checkpoint; of one with several parts the kind and family of the largest. Reads
  /// nothing but headers that are in memory, in time proportional to the number of tensors.
  static ModelFacts of(List<CheckpointPart> parts, Cancellation cancellation) {
    if (parts.isEmpty()) {
      return UNKNOWN;
    }
    CheckpointPart main = Collections.max(parts, Comparator.comparingLong(ModelFacts::byteLength));
    Identity identity = Identification.of(main, cancellation);
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
        searchWords(parts),
        identity.thumbnail().isPresent());
  }

  private static long byteLength(CheckpointPart part) {
    return part.files().stream()
        .flatMap(file -> file.header().tensors().stream())
        .mapToLong(TensorInfo::spannedByteCount)
        .reduce(0, Saturating::sum);
  }

  private static String text(Identity identity, Topic topic, int limit) {
    return identity.statement(topic).map(Statement::oneLine).map(it -> cut(it, limit)).orElse("");
  }

  private static String cut(String text, int limit) {
    if (text.length() <= limit) {
      return text;
    }
    boolean splitsPair = Character.isHighSurrogate(text.charAt(limit - 1));
    return text.substring(0, splitsPair ? limit - 1 : limit);
  }

  /// Values first: they tell models apart, and most keys are alike.
  private static String searchWords(List<CheckpointPart> parts) {
    SequencedMap<String, String> metadata = new LinkedHashMap<>();
    for (CheckpointPart part : parts) {
      for (TensorFile file : part.files()) {
        file.header().metadata().ifPresent(own -> own.entries().forEach(metadata::putIfAbsent));
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

  /// Returns how many characters may follow.
  private static int addWords(String text, Set<String> words, int limit) {
    int left = limit;
    String lower = cut(text, MAX_SEARCHED).toLowerCase(Locale.ROOT);
    for (String word : (Iterable<String>) BETWEEN_WORDS.splitAsStream(lower)::iterator) {
      boolean isTelling =
          word.length() > 1
              && word.length() <= Math.min(MAX_WORD, left)
              && !MERE_NUMBER.matcher(word).matches();
      if (isTelling && words.add(word)) {
        left -= word.length() + 1;
      }
      if (left <= 0) {
        break;
      }
    }
    return left;
  }
}
