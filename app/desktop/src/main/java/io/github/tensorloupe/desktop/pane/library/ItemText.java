package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.desktop.pane.library.LibraryRow.Item;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Revision;
import io.github.tensorloupe.text.Sentence;

/// The texts of a checkpoint in the list.
record ItemText(Messages messages) {

  private static final int PATH_CHARACTERS = 400;

  /// The state in a word or two, or an empty string.
  String stateText(Item item) {
    if (item.isGone()) {
      return messages.text("library.state.gone");
    }
    return item.entry()
        .map(
            entry ->
                switch (entry.state()) {
                  case COMPLETE -> "";
                  case INCOMPLETE -> messages.text("library.state.incomplete");
                  case REFUSED -> messages.text("library.state.refused");
                  case UNREADABLE -> messages.text("library.state.unreadable");
                })
        .orElse("");
  }

  /// The health of the values, or an empty string.
  String healthText(LibraryEntry entry) {
    return switch (entry.health()) {
      case UNKNOWN -> "";
      case HEALTHY -> messages.text("library.health.healthy");
      case DOUBTFUL -> messages.text("library.health.doubtful");
      case INF -> messages.text("library.health.inf");
      case NAN -> messages.text("library.health.nan");
      case NAN_AND_INF -> messages.text("library.health.nan-and-inf");
    };
  }

  /// The path relative to the heading above; within a cache, relative to the snapshot. Left out if
  /// it equals the name.
  String whereabouts(Item item) {
    int fileCount = item.entry().map(entry -> entry.contents().fileCount()).orElse(0);
    String files = fileCount > 1 ? messages.text("status.files", Figures.count(fileCount)) : "";
    String way =
        wayTo(item).map(Path::toString).filter(text -> !text.equals(item.name())).orElse("");
    return way.isEmpty() || files.isEmpty() ? way + files : way + " · " + files;
  }

  /// Empty for a whole snapshot.
  private static Optional<Path> wayTo(Item item) {
    Optional<Path> folder =
        item.entry().filter(_ -> item.opened().isEmpty()).map(entry -> entry.place().folder());
    if (folder.isEmpty() || !item.path().startsWith(folder.get())) {
      return Optional.of(item.path());
    }
    Path way = folder.get().relativize(item.path());
    String commit = item.entry().flatMap(LibraryEntry::revision).map(Revision::commit).orElse("");
    int count = way.getNameCount();
    for (int i = 0; i < count; i++) {
      if (way.getName(i).toString().equals(commit)) {
        return i == count - 1 ? Optional.empty() : Optional.of(way.subpath(i + 1, count));
      }
    }
    return Optional.of(way);
  }

  /// A ref of the commit and its first digits.
  String text(Revision of) {
    return of.refs().isEmpty()
        ? of.shortCommit()
        : DisplayText.of(of.refs().getFirst()) + " " + of.shortCommit();
  }

  /// A number of tensors.
  String counted(long count) {
    return count == 1
        ? messages.text("status.tensors.one")
        : messages.text("status.tensors", Figures.shortCount(count));
  }

  /// All facts, for screen readers and the tooltip.
  String describe(Item item) {
    StringBuilder text = new StringBuilder(DisplayText.of(item.name(), PATH_CHARACTERS));
    text.append('\n').append(DisplayText.of(item.path().toString(), PATH_CHARACTERS));
    String stateText = stateText(item);
    if (!stateText.isEmpty()) {
      text.append('\n').append(stateText);
    }
    item.entry().ifPresent(entry -> addFacts(text, entry));
    return text.toString();
  }

  /// A sentence of the core in the language of the window.
  String sentence(Sentence sentence) {
    return messages.sentence(sentence);
  }

  private void addFacts(StringBuilder text, LibraryEntry entry) {
    entry.problem().ifPresent(each -> text.append(": ").append(messages.sentence(each)));
    text.append('\n')
        .append(messages.exactBytes(entry.contents().byteLength()))
        .append(" · ")
        .append(counted(entry.contents().tensorCount()));
    entry.contents().dtypes().forEach(dtype -> text.append(" · ").append(dtype.name()));
    if (!healthText(entry).isEmpty()) {
      text.append('\n').append(healthText(entry));
    }
    entry.revision().ifPresent(each -> text.append('\n').append(each.commit()));
  }
}
