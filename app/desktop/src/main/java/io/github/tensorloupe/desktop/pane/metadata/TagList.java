package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

/// A value that is a comma-separated list of words. Unchanged words retain their spelling and the
/// surrounding spaces.
///
/// @param parts the text between the commas
public record TagList(List<String> parts) {

  public TagList {
    parts = List.copyOf(parts);
  }

  /// Parses a value; an empty value results in an empty list.
  public static TagList of(String value) {
    return new TagList(value.isEmpty() ? List.of() : List.of(value.split(",", -1)));
  }

  /// Returns the words without surrounding spaces.
  public List<String> tags() {
    return parts.stream().map(String::strip).toList();
  }

  /// Returns the list with the words of a text appended, except words that it already contains.
  ///
  /// @param typed one or more comma-separated words
  public TagList with(String typed) {
    List<String> now = new ArrayList<>(parts);
    Set<String> there = new HashSet<>(tags());
    boolean spaced = parts.size() < 2 || parts.get(1).startsWith(" ");
    for (String tag : TagList.of(typed).tags()) {
      if (!tag.isEmpty() && there.add(tag)) {
        now.add(spaced && !now.isEmpty() ? " " + tag : tag);
      }
    }
    return new TagList(now);
  }

  /// Returns the list without the word at an index.
  public TagList without(int index) {
    List<String> now = new ArrayList<>(parts);
    now.remove(index);
    if (index == 0 && !now.isEmpty()) {
      now.set(0, now.getFirst().stripLeading());
    }
    return new TagList(now);
  }

  /// Returns the list as a value.
  public String value() {
    return String.join(",", parts);
  }
}
