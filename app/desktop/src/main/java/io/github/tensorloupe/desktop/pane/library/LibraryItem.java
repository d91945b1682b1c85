package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.identify.Kind;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.ModelFacts;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.model.CheckpointFinder;

/// A model in the library, in the words of the window. Texts are fit to be shown but where noted.
///
/// @param entry empty until it was inspected, and where it is gone
/// @param opened when it was last opened; empty except for recent files
/// @param name of its file or folder, as unsafe to show as the disk makes it
/// @param title as its author has it, else the name without its ending
/// @param kind empty where it is not known, as the other texts
/// @param precision the dtype of most of its bytes
/// @param highestRank of an adapter; else 0
/// @param folders the places that it is in, as their chips call them
/// @param searched what a search looks at, in lower case
/// @param fit a note that it fits the base that was chosen; empty where it does not, or none was
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
    String fit) {

  private static final int MAX_CHARACTERS = 200;
  private static final int MAX_PATH = 400;

  /// @param folders the places that it is in
  static LibraryItem of(
      Path path,
      Optional<LibraryEntry> entry,
      Optional<Instant> opened,
      ModelHealth health,
      List<String> folders,
      String fit,
      Messages messages) {
    ModelFacts facts = entry.map(LibraryEntry::facts).orElse(ModelFacts.UNKNOWN);
    String name = entry.map(LibraryEntry::name).orElseGet(() -> nameOf(path));
    String stem = CheckpointFinder.stem(name);
    String title = facts.title().isEmpty() ? stem : facts.title();
    String kind = facts.kind() == Kind.UNKNOWN ? "" : messages.sentence(facts.kind().label());
    String family = facts.family().map(messages::sentence).orElse("");
    String precision =
        entry.stream()
            .flatMap(it -> it.contents().dtypes().stream())
            .findFirst()
            .map(Dtype::name)
            .orElse("");
    return new LibraryItem(
        path,
        entry,
        opened,
        name,
        DisplayText.of(title, MAX_CHARACTERS),
        kind,
        DisplayText.of(family, MAX_CHARACTERS),
        facts.rank().map(messages::sentence).orElse(""),
        facts
            .rank()
            .map(it -> it.arguments().getLast().toString())
            .map(LibraryItem::number)
            .orElse(0L),
        precision,
        health,
        List.copyOf(folders),
        searched(path, entry, List.of(name, title, kind, family), health, facts, messages),
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
    for (LibraryEntry each : entry.stream().toList()) {
      each.contents().dtypes().forEach(dtype -> text.add(dtype.name()));
      text.add(each.state().name());
      each.revision().map(Revision::commit).ifPresent(text::add);
    }
    facts.quantization().map(messages::sentence).ifPresent(text::add);
    text.add(facts.author()).add(facts.triggerWords());
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

  /// The name where the title does not say it already; else empty.
  String shownName() {
    String stem = CheckpointFinder.stem(name);
    String shown = DisplayText.of(name, MAX_CHARACTERS);
    return title.equals(DisplayText.of(stem, MAX_CHARACTERS)) ? "" : shown;
  }

  boolean isGone() {
    return health == ModelHealth.GONE;
  }

  ModelFacts facts() {
    return entry.map(LibraryEntry::facts).orElse(ModelFacts.UNKNOWN);
  }

  long byteLength() {
    return entry.filter(_ -> !isGone()).map(it -> it.contents().byteLength()).orElse(0L);
  }

  /// When its files were changed last; the beginning of time where that is not known.
  Instant modified() {
    return entry.map(LibraryEntry::modified).orElse(Instant.EPOCH);
  }

  /// Kind, family and fit on one line.
  String kindLine() {
    return Stream.of(kind, family, fit)
        .filter(it -> !it.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  /// The effective rank of an adapter; NaN where it is not known.
  double effectiveRank() {
    return entry.map(LibraryEntry::effectiveRank).orElse(OptionalDouble.empty()).orElse(Double.NaN);
  }

  /// The ranks of an adapter, as far as they are known.
  String rankLine(Messages messages) {
    String effective = messages.rounded(effectiveRank());
    return rank.isEmpty()
        ? ""
        : Double.isNaN(effectiveRank())
            ? messages.text("library.rank", rank)
            : messages.text("library.rank.effective", rank, effective);
  }

  /// True if its values can be checked and have not been, or not all that is known from them.
  boolean canBeChecked() {
    return !isGone() && entry.filter(CheckWork::isUnchecked).isPresent();
  }

  /// All facts on lines of their own, for the tool tip and for who has it read aloud.
  String description(Messages messages) {
    List<String> lines = new ArrayList<>();
    lines.add(title);
    lines.add(kindLine());
    lines.add(rankLine(messages));
    facts().quantization().map(messages::sentence).map(DisplayText::of).ifPresent(lines::add);
    String problem =
        entry
            .flatMap(LibraryEntry::problem)
            .map(messages::sentence)
            .map(it -> ": " + it)
            .orElse("");
    lines.add(messages.text(health.messageKey()) + DisplayText.of(problem, MAX_PATH));
    entry.ifPresent(it -> lines.add(figures(it, messages)));
    if (!facts().triggerWords().isEmpty()) {
      String words = DisplayText.of(facts().triggerWords(), MAX_CHARACTERS);
      lines.add(messages.text("library.trigger-words", words));
    }
    if (!facts().author().isEmpty()) {
      lines.add(messages.text("library.author", DisplayText.of(facts().author())));
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
