package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.EntryChange.Added;
import io.github.tensorloupe.edit.EntryChange.Removed;
import io.github.tensorloupe.edit.EntryChange.Renamed;
import io.github.tensorloupe.edit.EntryChange.Reordered;
import io.github.tensorloupe.edit.EntryChange.Revalued;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.format.Metadata;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/// Random edits, compared with a model that keeps a copy of all entries for each step.
final class EditProgram {

  private final Random random;
  private final String[] texts;
  private final MetadataEdits edits;
  private List<Pair> saved;
  private final List<List<Entry>> history = new ArrayList<>();
  private int present;

  private record Pair(String key, String value) {
    static List<Pair> of(List<Entry> entries) {
      return entries.stream().map(entry -> new Pair(entry.key(), entry.value())).toList();
    }
  }

  /// @param texts the keys and values; few, so that they recur
  EditProgram(Random random, Metadata metadata, String... texts) {
    this.random = random;
    this.texts = texts;
    edits = new MetadataEdits(metadata);
    history.add(List.copyOf(edits.entries()));
    saved = Pair.of(edits.entries());
  }

  MetadataEdits edits() {
    return edits;
  }

  /// Marks the entries as saved.
  void save() {
    edits.markSaved();
    saved = Pair.of(now());
  }

  /// Undoes all steps and repeats them.
  void retrace() {
    List<Entry> end = edits.entries();
    int redos = 0;
    while (edits.canUndo()) {
      edits.undo();
      redos++;
    }
    assertThat(edits.entries()).isEqualTo(history.getFirst());
    for (int i = 0; i < redos; i++) {
      edits.redo();
    }
    assertThat(edits.entries()).isEqualTo(end);
  }

  private String text() {
    return texts[random.nextInt(texts.length)];
  }

  private List<Entry> now() {
    return history.get(present);
  }

  /// Applies a random operation to both and compares them.
  void step() {
    operate();
    compare();
  }

  private void operate() {
    int size = now().size();
    int at = random.nextInt(size + 1);
    switch (random.nextInt(11)) {
      case 0, 1 -> {
        List<Entry> next = new ArrayList<>(now());
        next.add(at, edits.add(at, text(), text()));
        put(next);
      }
      case 2 -> undo();
      case 3 -> redo();
      case 4 -> apply();
      case 5 -> {
        if (random.nextInt(5) == 0) {
          save();
        }
      }
      default -> {
        if (at < size) {
          changeAt(at);
        }
      }
    }
  }

  private void changeAt(int at) {
    List<Entry> next = new ArrayList<>(now());
    Entry entry = next.get(at);
    String text = text();
    switch (random.nextInt(5)) {
      case 0 -> {
        edits.rename(entry.id(), text);
        next.set(at, new Entry(entry.id(), text, entry.value()));
      }
      case 1 -> {
        edits.setValue(entry.id(), text);
        next.set(at, new Entry(entry.id(), entry.key(), text));
      }
      case 2 -> {
        Set<Long> ids = new HashSet<>(List.of(entry.id(), (long) random.nextInt(20)));
        edits.delete(ids);
        next.removeIf(each -> ids.contains(each.id()));
      }
      case 3 -> next.add(at + 1, edits.duplicate(entry.id()));
      default -> {
        int to = random.nextInt(next.size());
        edits.move(entry.id(), to);
        next.remove(at);
        next.add(to, entry);
      }
    }
    put(next);
  }

  /// Shuffles, removes, changes and adds entries, unless keys are repeated.
  private void apply() {
    Map<String, Entry> byKey = new LinkedHashMap<>();
    now().forEach(entry -> byKey.put(entry.key(), entry));
    if (byKey.size() < now().size()) {
      return;
    }
    List<String> keys = new ArrayList<>(byKey.keySet());
    if (random.nextBoolean()) {
      Collections.shuffle(keys, random);
    }
    Map<String, String> after = new LinkedHashMap<>();
    for (String key : keys) {
      switch (random.nextInt(4)) {
        case 0 -> {}
        case 1 -> after.put(key, text());
        default -> after.put(key, byKey.get(key).value());
      }
    }
    after.putIfAbsent(text(), text());
    edits.apply(MetadataChange.replace(Metadata.of(after)));
    assertThat(List.copyOf(edits.metadata().entries().entrySet()))
        .isEqualTo(List.copyOf(after.entrySet()));
    for (Entry entry : edits.entries()) {
      if (byKey.containsKey(entry.key())) {
        assertThat(entry.id()).isEqualTo(byKey.get(entry.key()).id());
      }
    }
    put(List.copyOf(edits.entries()));
  }

  private void put(List<Entry> next) {
    if (!next.equals(now())) {
      history.subList(++present, history.size()).clear();
      history.add(next);
    }
  }

  private void undo() {
    assertThat(edits.canUndo()).isEqualTo(present > 0);
    edits.undo();
    present = Math.max(0, present - 1);
  }

  private void redo() {
    assertThat(edits.canRedo()).isEqualTo(present < history.size() - 1);
    edits.redo();
    present = Math.min(history.size() - 1, present + 1);
  }

  private void compare() {
    assertThat(edits.entries()).isEqualTo(now());
    for (int i = 0; i < now().size(); i++) {
      Entry entry = now().get(i);
      assertThat(edits.entry(entry.id())).contains(entry);
      assertThat(edits.indexOf(entry.id())).isEqualTo(i);
    }
    List<Pair> pairs = Pair.of(now());
    assertThat(edits.isChanged()).isEqualTo(!pairs.equals(saved));
    assertThat(edits.changes().isEmpty()).isEqualTo(pairs.equals(saved));
    assertThat(counts(changed(edits.changes()))).isEqualTo(counts(pairs));
  }

  /// Returns the saved pairs after the changes, in any order.
  private List<Pair> changed(List<EntryChange> changes) {
    List<Pair> pairs = new ArrayList<>(saved);
    for (EntryChange change : changes) {
      switch (change) {
        case Added(String key, String value) -> pairs.add(new Pair(key, value));
        case Removed(String key, String value) -> remove(pairs, key, value);
        case Revalued(String key, String before, String after) -> {
          remove(pairs, key, before);
          pairs.add(new Pair(key, after));
        }
        case Renamed(String keyBefore, String keyAfter, String before, String after) -> {
          remove(pairs, keyBefore, before);
          pairs.add(new Pair(keyAfter, after));
        }
        case Reordered() -> {}
      }
    }
    return pairs;
  }

  private static void remove(List<Pair> pairs, String key, String value) {
    assertThat(pairs.remove(new Pair(key, value))).as(key + "=" + value).isTrue();
  }

  private static Map<Pair, Long> counts(List<Pair> pairs) {
    return pairs.stream().collect(Collectors.groupingBy(pair -> pair, Collectors.counting()));
  }
}
