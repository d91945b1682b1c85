package io.github.tensorloupe.edit;

/// A difference between saved and edited metadata.
public sealed interface EntryChange {

  record Added(String key, String value) implements EntryChange {}

  record Removed(String key, String value) implements EntryChange {}

  record Revalued(String key, String before, String after) implements EntryChange {}

  record Renamed(String keyBefore, String keyAfter, String before, String after)
      implements EntryChange {}

  record Reordered() implements EntryChange {}
}
