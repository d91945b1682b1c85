package io.github.tensorloupe.edit;

/// A difference between the saved and the pending metadata.
public sealed interface EntryChange {

  record Added(String key, String value) implements EntryChange {}

  record Removed(String key, String value) implements EntryChange {}

  record Revalued(String key, String before, String after) implements EntryChange {}

  /// A changed key, possibly with a changed value.
  record Renamed(String keyBefore, String keyAfter, String before, String after)
      implements EntryChange {}

  /// A change of the order only.
  record Reordered() implements EntryChange {}
}
