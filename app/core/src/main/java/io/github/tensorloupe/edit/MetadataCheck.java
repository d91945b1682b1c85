package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.EditProblem.Kind;
import io.github.tensorloupe.edit.EntryChange.Added;
import io.github.tensorloupe.edit.EntryChange.Removed;
import io.github.tensorloupe.edit.EntryChange.Renamed;
import io.github.tensorloupe.edit.EntryChange.Reordered;
import io.github.tensorloupe.edit.EntryChange.Revalued;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;

/// Looks for what keeps metadata from being saved, and for what may be a mistake. Takes time in
/// proportion to the text; of each kind of problem the first [#LIMIT] are given.
public final class MetadataCheck {

  /// The most problems of one kind.
  public static final int LIMIT = 1000;

  private static final String RESERVED_KEY = "__metadata__";

  private final List<EditProblem> problems = new ArrayList<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  private MetadataCheck() {}

  /// The problems of entries as they stand, in their order; what is missing comes last.
  public static List<EditProblem> of(List<Entry> entries) {
    MetadataCheck check = new MetadataCheck();
    Map<String, Integer> occurrences = HashMap.newHashMap(entries.size());
    entries.forEach(entry -> occurrences.merge(entry.key(), 1, Integer::sum));
    for (Entry entry : entries) {
      if (occurrences.get(entry.key()) > 1) {
        check.add(
            Kind.REPEATED_KEY,
            entry,
            "is the key of %d entries; a file can hold only one of them."
                .formatted(occurrences.get(entry.key())));
      }
      check.key(entry);
      check.value(entry);
    }
    ModelSpecCheck.missing(entries).forEach(check::add);
    return List.copyOf(check.problems);
  }

  /// The problems of metadata, whose entries have their index as id.
  public static List<EditProblem> of(Metadata metadata) {
    return of(new MetadataEdits(metadata).entries());
  }

  /// What changes would take from the programs that load the file.
  public static List<EditProblem> of(List<EntryChange> changes, LoaderKeys loaderKeys) {
    MetadataCheck check = new MetadataCheck();
    for (EntryChange change : changes) {
      switch (change) {
        case Removed(String key, String value) ->
            check.loss(loaderKeys, Kind.LOADER_KEY_LOST, key, value, "is removed.");
        case Renamed(String key, String after, String value, _) ->
            check.loss(
                loaderKeys,
                Kind.LOADER_KEY_LOST,
                key,
                value,
                "gets the key \"%s\".".formatted(DisplayText.of(after)));
        case Revalued(String key, String value, _) ->
            check.loss(loaderKeys, Kind.LOADER_KEY_CHANGED, key, value, "gets another value.");
        case Added _, Reordered _ -> {}
      }
    }
    return List.copyOf(check.problems);
  }

  private void loss(LoaderKeys loaderKeys, Kind kind, String key, String value, String what) {
    loaderKeys
        .reason(key, value)
        .ifPresent(
            reason ->
                add(
                    new EditProblem(
                        kind, OptionalLong.empty(), key, sentence(key, what) + " " + reason)));
  }

  private void key(Entry entry) {
    String key = entry.key();
    if (key.isEmpty()) {
      add(Kind.EMPTY_KEY, entry, "is an empty key.");
    }
    if (key.equals(RESERVED_KEY)) {
      add(
          Kind.RESERVED_KEY,
          entry,
          "as a key inside the metadata is allowed, but easily taken for the metadata themselves.");
    }
    text(entry, key, "as a key");
  }

  private void value(Entry entry) {
    text(entry, entry.value(), "has a value that");
    if (JsonKeys.expectJson(entry.key(), entry.value())) {
      json(entry);
    }
    ModelSpecCheck.form(entry).ifPresent(this::add);
  }

  private void text(Entry entry, String text, String where) {
    if (Surrogates.firstLone(text) >= 0) {
      add(
          Kind.LONE_SURROGATE,
          entry,
          where + " has half of a surrogate pair, which no file can hold.");
    }
    if (text.indexOf('\0') >= 0) {
      add(
          Kind.NUL_CHARACTER,
          entry,
          where + " has a NUL character; some programs read only what stands before it.");
    }
  }

  private void json(Entry entry) {
    try {
      EmbeddedJson.read(entry.value());
    } catch (JsonTextException e) {
      if (!e.isBeyondLimits()) {
        add(Kind.BROKEN_JSON, entry, "ought to hold JSON. " + e.getMessage());
      }
    }
  }

  private void add(Kind kind, Entry entry, String what) {
    add(
        new EditProblem(
            kind, OptionalLong.of(entry.id()), entry.key(), sentence(entry.key(), what)));
  }

  private static String sentence(String key, String what) {
    return "\"%s\" %s".formatted(DisplayText.of(key), what);
  }

  private void add(EditProblem problem) {
    if (counts.merge(problem.kind(), 1, Integer::sum) <= LIMIT) {
      problems.add(problem);
    }
  }
}
