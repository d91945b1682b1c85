package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.desktop.pane.library.LibraryRow.Item;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Revision;
import java.util.List;
import java.util.Locale;

/// What is searched for: words that a name, a path, a dtype or a state must all contain.
record LibraryQuery(List<String> words) {

  LibraryQuery {
    words = List.copyOf(words);
  }

  static LibraryQuery of(String text) {
    return new LibraryQuery(List.of(text.strip().toLowerCase(Locale.ROOT).split("\\s+")));
  }

  /// Whether everything matches.
  boolean isEmpty() {
    return words.stream().allMatch(String::isEmpty);
  }

  boolean matches(LibraryEntry entry) {
    return matches(Item.of(entry));
  }

  boolean matches(Item item) {
    if (isEmpty()) {
      return true;
    }
    StringBuilder text = new StringBuilder(item.name()).append('\n').append(item.path());
    item.entry().ifPresent(entry -> addFacts(text, entry));
    String lower = text.toString().toLowerCase(Locale.ROOT);
    return words.stream().allMatch(lower::contains);
  }

  private static void addFacts(StringBuilder text, LibraryEntry entry) {
    for (Dtype dtype : entry.contents().dtypes()) {
      text.append('\n').append(dtype.name());
    }
    text.append('\n').append(entry.state());
    entry.revision().map(Revision::commit).ifPresent(commit -> text.append('\n').append(commit));
  }
}
