package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

/// A value that is a list of words with commas between them. Words that are not touched keep their
/// spelling and the spaces around them.
///
/// @param parts as they stand between the commas
public record TagList(List<String> parts) {

  public TagList {
    parts = List.copyOf(parts);
  }

  /// The list that a value is; of an empty value it is empty.
  public static TagList of(String value) {
    return new TagList(value.isEmpty() ? List.of() : List.of(value.split(",", -1)));
  }

  /// The words without the spaces around them.
  public List<String> tags() {
    return parts.stream().map(String::strip).toList();
  }

  /// The list with the words of a text behind its own; those that are there already stay alone.
  ///
  /// @param typed one or more words with commas between them
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

  /// The list without the word at an index.
  public TagList without(int index) {
    List<String> now = new ArrayList<>(parts);
    now.remove(index);
    if (index == 0 && !now.isEmpty()) {
      now.set(0, now.getFirst().stripLeading());
    }
    return new TagList(now);
  }

  /// The list as a value.
  public String value() {
    return String.join(",", parts);
  }
}
