package io.github.tensorloupe.edit;

/// One difference between the metadata in the file and what is pending.
public sealed interface EntryChange {

  record Added(String key, String value) implements EntryChange {}

  record Removed(String key, String value) implements EntryChange {}

  record Revalued(String key, String before, String after) implements EntryChange {}

  /// An entry under another key, perhaps with another value too.
  record Renamed(String keyBefore, String keyAfter, String before, String after)
      implements EntryChange {}

  /// The same entries in another order.
  record Reordered() implements EntryChange {}
}
