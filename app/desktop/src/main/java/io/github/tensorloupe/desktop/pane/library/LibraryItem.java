package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.ModelFacts;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.FileKind;

/// A model in the library, with localized texts. The texts are safe to display unless stated
/// otherwise.
///
/// @param entry empty until the model is inspected, and if it no longer exists
/// @param opened the time when it was last opened; empty except for recent files
/// @param name the name of the file or folder, not escaped for display
/// @param title the title from the metadata, or the name without the extension
/// @param kind empty if unknown, like the other texts
/// @param precision the dtype of most of its bytes
/// @param highestRank the highest rank of an adapter; otherwise 0
/// @param folders the titles of the folders that contain it, as on their chips
/// @param searched the text that a search matches, in lower case
/// @param mark the marks of the user
/// @param fit a note that it fits the chosen base; empty if it does not fit or no base is chosen
record LibraryItem(
    Path path,
    Optional<LibraryEntry> entry,
    Optional<Instant> opened,
    String name,
    String title,
    String kind,
    String family,
    String rank,
    long highestRank,
    String precision,
    ModelHealth health,
    List<String> folders,
    String searched,
    ModelMark mark,
    String fit) {

  private static final int MAX_CHARACTERS = 200;
  private static final int MAX_PATH = 400;

  /// @param folders the titles of the folders that contain it
  static LibraryItem of(
      Path path,
      Optional<LibraryEntry> entry,
      Optional<Instant> opened,
      ModelHealth health,
      List<String> folders,
      String fit,
      ModelMark mark,
      Messages messages) {
    ModelFacts facts = entry.map(LibraryEntry::facts).orElse(ModelFacts.UNKNOWN);
    String name = entry.map(LibraryEntry::name).orElseGet(() -> nameOf(path));
    String title = facts.title().isEmpty() ? CheckpointFinder.stem(name) : facts.title();
    String kind = facts.kind() == Kind.UNKNOWN ? "" : messages.sentence(facts.kind().label());
    String family = facts.family().map(messages::sentence).orElse(facts.baseModel());
    List<String> words = new ArrayList<>(mark.tags());
    words.addAll(List.of(name, title, kind, family));
    Optional<Dtype> dtype = entry.flatMap(it -> it.contents().dtypes().stream().findFirst());
    return new LibraryItem(
        path,
        entry,
        opened,
        name,
        DisplayText.of(title, MAX_CHARACTERS),
        kind,
        DisplayText.of(family, MAX_CHARACTERS),
        facts.rank().map(messages::sentence).orElse(""),
        facts.rank().map(it -> number(it.arguments().getLast().toString())).orElse(0L),
        dtype.map(Dtype::name).orElse(""),
        health,
        List.copyOf(folders),
        searched(path, entry, words, health, facts, messages),
        mark,
        fit);
  }

  private static String searched(
      Path path,
      Optional<LibraryEntry> entry,
      List<String> words,
      ModelHealth health,
      ModelFacts facts,
      Messages messages) {
    StringJoiner text = new StringJoiner("\n");
    text.add(path.toString()).add(messages.text(health.messageKey()));
    words.forEach(text::add);
    if (entry.isPresent()) {
      entry.get().contents().dtypes().forEach(dtype -> text.add(dtype.name()));
      text.add(entry.get().state().name());
      entry.get().revision().map(Revision::commit).ifPresent(text::add);
    }
    facts.quantization().map(messages::sentence).ifPresent(text::add);
    text.add(facts.author()).add(facts.triggerWords()).add(facts.baseModel());
    return text.toString().toLowerCase(Locale.ROOT) + "\n" + facts.searchWords();
  }

  static String nameOf(Path path) {
    return String.valueOf(path.getFileName() == null ? path : path.getFileName());
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      return 0;
    }
  }

  /// Returns the name, or an empty string if the title already shows it.
  String shownName() {
    String stem = CheckpointFinder.stem(name);
    String shown = DisplayText.of(name, MAX_CHARACTERS);
    return title.equals(DisplayText.of(stem, MAX_CHARACTERS)) ? "" : shown;
  }

  boolean isDeleted() {
    return health == ModelHealth.DELETED;
  }

  ModelFacts facts() {
    return entry.map(LibraryEntry::facts).orElse(ModelFacts.UNKNOWN);
  }

  long byteLength() {
    return entry.filter(_ -> !isDeleted()).map(it -> it.contents().byteLength()).orElse(0L);
  }

  /// Returns the last modification time of the files, or the epoch if unknown.
  Instant modified() {
    return entry.map(LibraryEntry::modified).orElse(Instant.EPOCH);
  }

  /// Returns the name of the format, or an empty text if it is unknown.
  String format() {
    if (entry.isEmpty()) {
      return "";
    }
    return switch (entry.get().otherFormat().orElse(FileKind.SAFETENSORS)) {
      case PYTORCH_ZIP, PYTORCH_LEGACY -> "PyTorch";
      case GGUF -> "GGUF";
      case NPY, NPZ -> "NumPy";
      case HDF5 -> "HDF5";
      case FLAX_MSGPACK -> "Flax";
      default -> "safetensors";
    };
  }

  boolean isOfOtherFormat() {
    return entry.flatMap(LibraryEntry::otherFormat).isPresent();
  }

  /// Returns the name of a format other than safetensors, otherwise an empty text.
  String otherFormat() {
    return isOfOtherFormat() ? format() : "";
  }

  /// Returns the format if it is another one, the kind, the family and the fit on one line.
  String kindLine() {
    return line(otherFormat(), kind, family, fit);
  }

  /// Returns the texts that are not empty on one line.
  static String line(String... texts) {
    return Stream.of(texts).filter(text -> !text.isEmpty()).collect(Collectors.joining(" · "));
  }

  /// Returns the effective rank of an adapter, or NaN if unknown.
  double effectiveRank() {
    return entry.map(LibraryEntry::effectiveRank).orElse(OptionalDouble.empty()).orElse(Double.NaN);
  }

  /// Returns the known ranks of an adapter.
  String rankLine(Messages messages) {
    if (rank.isEmpty()) {
      return "";
    }
    return Double.isNaN(effectiveRank())
        ? messages.text("library.rank", rank)
        : messages.text("library.rank.effective", rank, messages.rounded(effectiveRank()));
  }

  /// Returns whether the values can be checked and their health or effective rank is unknown.
  boolean canBeChecked() {
    return !isDeleted() && entry.filter(QueuedValueCheck::isUnchecked).isPresent();
  }

  /// Returns the trigger words, or the frequent tags of a model without trigger words. Not escaped
  /// for display.
  String words() {
    String triggerWords = facts().triggerWords();
    return triggerWords.isEmpty() ? facts().frequentTags() : triggerWords;
  }

  /// Returns the own tags, separated by commas. Not escaped for display.
  String tagLine() {
    return String.join(", ", mark.tags());
  }

  /// Returns all facts, one per line, for the tooltip and screen readers.
  String description(Messages messages) {
    List<String> lines = new ArrayList<>();
    lines.add(title);
    lines.add(kindLine());
    lines.add(rankLine(messages));
    facts().quantization().map(messages::sentence).map(DisplayText::of).ifPresent(lines::add);
    Optional<String> problem = entry.flatMap(LibraryEntry::problem).map(messages::sentence);
    String shownProblem = problem.map(it -> DisplayText.of(": " + it, MAX_PATH)).orElse("");
    lines.add(messages.text(health.messageKey()) + shownProblem);
    entry.ifPresent(it -> lines.add(figures(it, messages)));
    if (!facts().triggerWords().isEmpty()) {
      String words = DisplayText.of(facts().triggerWords(), MAX_CHARACTERS);
      lines.add(messages.text("library.trigger-words", words));
    }
    if (!facts().frequentTags().isEmpty()) {
      String tags = DisplayText.of(facts().frequentTags(), MAX_CHARACTERS);
      lines.add(messages.text("library.frequent-tags", tags));
    }
    if (!facts().baseModel().isEmpty()) {
      lines.add(messages.text("library.base-model", DisplayText.of(facts().baseModel())));
    }
    if (!facts().author().isEmpty()) {
      lines.add(messages.text("library.author", DisplayText.of(facts().author())));
    }
    if (!mark.tags().isEmpty()) {
      lines.add(messages.text("library.own-tags", DisplayText.of(tagLine(), MAX_CHARACTERS)));
    }
    lines.add(DisplayText.of(path.toString(), MAX_PATH));
    entry.flatMap(LibraryEntry::revision).map(LibraryItem::text).ifPresent(lines::add);
    return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining("\n"));
  }

  private static String figures(LibraryEntry entry, Messages messages) {
    LibraryEntry.Contents contents = entry.contents();
    List<String> parts = new ArrayList<>(List.of(messages.bytes(contents.byteLength())));
    parts.add(messages.count("status.tensors", contents.tensorCount()));
    if (contents.fileCount() > 1) {
      parts.add(messages.text("status.files", messages.count(contents.fileCount())));
    }
    contents.dtypes().forEach(dtype -> parts.add(dtype.name()));
    return String.join(" · ", parts);
  }

  private static String text(Revision of) {
    return of.refs().isEmpty()
        ? of.shortCommit()
        : DisplayText.of(of.refs().getFirst()) + " " + of.shortCommit();
  }
}
