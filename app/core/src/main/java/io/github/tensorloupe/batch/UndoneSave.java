package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;

/// Restores the metadata of a file before a save.
final class UndoneSave {

  private final FileReport saved;

  /// The entries that are restored so far. Sorted, because names in files may have equal hash
  /// codes.
  private final SortedMap<String, String> entries;

  private UndoneSave(FileReport saved, Metadata now) {
    this.saved = saved;
    this.entries = new TreeMap<>(now.entries());
  }

  /// Returns the metadata before the save, with entries that were added since at the end.
  ///
  /// @param saved the report on the save
  /// @param now the current metadata
  /// @throws SentenceException if a saved entry has another value now
  static Metadata metadata(FileReport saved, Metadata now) throws SentenceException {
    UndoneSave undone = new UndoneSave(saved, now);
    for (EntryChange change : saved.changes()) {
      undone.revert(change);
    }
    return undone.inOrder(now);
  }

  private void revert(EntryChange change) throws SentenceException {
    switch (change) {
      case EntryChange.Added(var key, var value) -> replace(key, value, null);
      case EntryChange.Removed(var key, var value) -> replace(key, null, value);
      case EntryChange.Revalued(var key, var before, var after) -> replace(key, after, before);
      case EntryChange.Renamed(var keyBefore, var keyAfter, var before, var after) -> {
        replace(keyAfter, after, null);
        replace(keyBefore, null, before);
      }
      case EntryChange.Reordered() -> {}
    }
  }

  /// Replaces a value; null stands for a missing entry.
  private void replace(String key, String expected, String restored) throws SentenceException {
    String found = restored == null ? entries.remove(key) : entries.put(key, restored);
    if (!Objects.equals(found, expected)) {
      throw new SentenceException(
          "The entry \"{0}\" in {1} has changed since it was saved.",
          DisplayText.of(key), PathText.of(saved.path()));
    }
  }

  private Metadata inOrder(Metadata now) {
    SequencedMap<String, String> ordered = new LinkedHashMap<>();
    Stream.concat(saved.keys().stream(), now.entries().keySet().stream())
        .filter(entries::containsKey)
        .forEach(key -> ordered.put(key, entries.get(key)));
    return new Metadata(ordered);
  }
}
