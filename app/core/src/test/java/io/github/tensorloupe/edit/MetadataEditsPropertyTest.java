package io.github.tensorloupe.edit;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.EntryChange.Added;
import io.github.tensorloupe.edit.EntryChange.Removed;
import io.github.tensorloupe.edit.EntryChange.Renamed;
import io.github.tensorloupe.edit.EntryChange.Reordered;
import io.github.tensorloupe.edit.EntryChange.Revalued;
import io.github.tensorloupe.edit.MetadataEdits.Entry;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random edits beside a model that keeps a copy of all entries for each step.
class MetadataEditsPropertyTest {

  private static final int OPERATIONS = 400;

  private Random random;
  private MetadataEdits edits;
  private List<Pair> saved;
  private final List<List<Entry>> history = new ArrayList<>();
  private int present;

  private record Pair(String key, String value) {
    static List<Pair> of(List<Entry> entries) {
      return entries.stream().map(entry -> new Pair(entry.key(), entry.value())).toList();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19})
  void editsAreWhatTheModelSays(int seed) {
    start(seed);
    for (int i = 0; i < OPERATIONS; i++) {
      operate();
      compare();
    }
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

  private void start(int seed) {
    random = new Random(seed);
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      map.put(text(), text());
    }
    edits = new MetadataEdits(Metadata.of(map));
    history.add(List.copyOf(edits.entries()));
    saved = Pair.of(edits.entries());
  }

  /// One of few texts, so that keys and values meet again.
  private String text() {
    return Character.toString('a' + random.nextInt(6));
  }

  private List<Entry> now() {
    return history.get(present);
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
          edits.markSaved();
          saved = Pair.of(now());
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

  /// Shuffles, drops, revalues and adds entries, where the keys allow it.
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

  /// The saved pairs with changes made to them, in any order.
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

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void stepBetweenTwoListsLeadsThereAndBack(int seed) {
    random = new Random(seed);
    List<Entry> before = new ArrayList<>();
    for (int id = 0; id < 1000; id++) {
      before.add(new Entry(id, "key" + id, ""));
    }
    List<Entry> after = new ArrayList<>(before);
    int changes = random.nextInt(20);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(after.size());
      switch (random.nextInt(3)) {
        case 0 -> after.remove(at);
        case 1 -> after.add(at, new Entry(1000 + i, "", ""));
        default -> after.set(at, new Entry(after.get(at).id(), "", "new"));
      }
    }

    EntryPatch step = EntryPatch.between(before, after, 1020);

    assertThat(step.applyTo(before)).isEqualTo(after);
    assertThat(step.inverse().applyTo(after)).isEqualTo(before);
    assertThat(step.removed()).hasSizeLessThanOrEqualTo(changes);
    assertThat(step.added()).hasSizeLessThanOrEqualTo(changes);
  }
}
