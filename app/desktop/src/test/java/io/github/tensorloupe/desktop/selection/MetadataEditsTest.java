package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.selection.MetadataEdits.State;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.edit.EntryChange.Added;
import io.github.tensorloupe.edit.EntryChange.Removed;
import io.github.tensorloupe.edit.EntryChange.Renamed;
import io.github.tensorloupe.edit.EntryChange.Reordered;
import io.github.tensorloupe.edit.EntryChange.Revalued;
import io.github.tensorloupe.format.Metadata;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MetadataEditsTest {

  private final MetadataEdits edits = edits("a", "b", "c");

  /// Returns edits of entries whose values are their keys in upper case.
  private static MetadataEdits edits(String... keys) {
    Map<String, String> map = new LinkedHashMap<>();
    for (String key : keys) {
      map.put(key, key.toUpperCase());
    }
    return new MetadataEdits(Metadata.of(map));
  }

  private long id(String key) {
    return edits.entries().stream().filter(e -> e.key().equals(key)).findFirst().orElseThrow().id();
  }

  private List<String> keys() {
    return edits.entries().stream().map(Entry::key).toList();
  }

  @Test
  void nothingIsPendingAtFirst() {
    assertThat(keys()).containsExactly("a", "b", "c");
    assertThat(edits.isChanged()).isFalse();
    assertThat(edits.changes()).isEmpty();
    assertThat(edits.canUndo()).isFalse();
    assertThat(edits.canRedo()).isFalse();
    assertThat(edits.state(id("a"))).isEqualTo(State.UNCHANGED);
  }

  @Test
  void removedEntriesAreRestoredAtTheirOldPositions() {
    Set<Long> removed = Set.of(id("a"), id("b"));
    edits.delete(removed);
    edits.add(0, "n", "new");
    edits.setValue(id("c"), "other");

    assertThat(edits.removed()).extracting(Entry::key).containsExactly("a", "b");
    edits.restore(removed);

    assertThat(keys()).containsExactly("a", "b", "n", "c");
    assertThat(edits.removed()).isEmpty();
    assertThat(edits.changes())
        .containsExactly(new Added("n", "new"), new EntryChange.Revalued("c", "C", "other"));
    edits.undo();
    assertThat(keys()).containsExactly("n", "c");
  }

  @Test
  void deletedKeyThatIsAddedAgainIsNotRemoved() {
    edits.delete(Set.of(id("b")));
    edits.add(0, "b", "again");

    assertThat(edits.removed()).isEmpty();
  }

  @Test
  void entryIsAddedAtTheGivenIndex() {
    Entry entry = edits.add(1, "n", "new");

    assertThat(keys()).containsExactly("a", "n", "b", "c");
    assertThat(edits.entry(entry.id())).contains(entry);
    assertThat(edits.state(entry.id())).isEqualTo(State.ADDED);
    assertThat(edits.changes()).containsExactly(new Added("n", "new"));
  }

  @Test
  void indexBeyondTheEntriesIsRefused() {
    assertThatThrownBy(() -> edits.add(4, "n", "")).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> edits.move(id("a"), 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThat(edits.canUndo()).isFalse();
  }

  @Test
  void missingEntryCannotBeChanged() {
    edits.delete(Set.of(0L));

    assertThatIllegalArgumentException().isThrownBy(() -> edits.rename(0, "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> edits.setValue(3, "x"));
    assertThatIllegalArgumentException().isThrownBy(() -> edits.duplicate(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> edits.state(0));
    assertThat(edits.entry(0)).isEmpty();
    assertThat(edits.indexOf(0)).isEqualTo(-1);
  }

  @Test
  void returnedListsDoNotChange() {
    List<Entry> before = edits.entries();
    assertThat(edits.entries()).isSameAs(before);

    edits.delete(Set.of(id("b")));

    assertThat(before).extracting(Entry::key).containsExactly("a", "b", "c");
    assertThatThrownBy(() -> before.remove(0)).isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void renamedAndRevaluedEntriesAreReported() {
    edits.rename(id("a"), "x");
    edits.setValue(id("x"), "1");
    edits.setValue(id("c"), "2");

    assertThat(edits.changes())
        .containsExactly(new Renamed("a", "x", "A", "1"), new Revalued("c", "C", "2"));
    assertThat(edits.state(id("x"))).isEqualTo(State.CHANGED);
    assertThat(edits.state(id("b"))).isEqualTo(State.UNCHANGED);
  }

  @Test
  void sameKeyAndValueAreNoStep() {
    edits.rename(id("a"), "a");
    edits.setValue(id("a"), "A");
    edits.move(id("b"), 1);
    edits.delete(Set.of(77L));
    edits.apply(before -> before);

    assertThat(edits.canUndo()).isFalse();
  }

  @Test
  void deletedEntriesAreOneStepAndKeepTheirOrderInTheChanges() {
    edits.setValue(id("b"), "2");
    edits.add(3, "n", "N");
    edits.delete(Set.of(id("a"), id("c")));

    assertThat(keys()).containsExactly("b", "n");
    assertThat(edits.changes())
        .containsExactly(
            new Removed("a", "A"),
            new Revalued("b", "B", "2"),
            new Removed("c", "C"),
            new Added("n", "N"));
    edits.undo();
    assertThat(keys()).containsExactly("a", "b", "c", "n");
  }

  @Test
  void movedEntryIsOnlyAReordering() {
    edits.move(id("a"), 2);

    assertThat(keys()).containsExactly("b", "c", "a");
    assertThat(edits.changes()).containsExactly(new Reordered());
    assertThat(edits.state(id("a"))).isEqualTo(State.UNCHANGED);
    assertThat(edits.isChanged()).isTrue();
    edits.move(id("a"), 0);
    assertThat(edits.isChanged()).isFalse();
  }

  @Test
  void removalAndInsertionDoNotCountAsNewOrder() {
    edits.delete(Set.of(id("a")));
    edits.add(1, "n", "N");

    assertThat(edits.changes()).containsExactly(new Removed("a", "A"), new Added("n", "N"));
  }

  @Test
  void copyFollowsTheOriginalWithAnUnusedKey() {
    edits.duplicate(id("a"));
    edits.duplicate(id("a"));
    Entry third = edits.duplicate(id("a"));

    assertThat(keys()).containsExactly("a", "a_copy_3", "a_copy_2", "a_copy", "b", "c");
    assertThat(third.value()).isEqualTo("A");
  }

  @Test
  void keyDeletedAndAddedAgainIsAtMostAValueChange() {
    edits.delete(Set.of(id("b")));
    edits.add(1, "b", "2");

    assertThat(edits.changes()).containsExactly(new Revalued("b", "B", "2"));
    assertThat(edits.state(id("b"))).isEqualTo(State.CHANGED);
    edits.setValue(id("b"), "B");
    assertThat(edits.isChanged()).isFalse();
    assertThat(edits.changes()).isEmpty();
    assertThat(edits.state(id("b"))).isEqualTo(State.UNCHANGED);
  }

  @Test
  void deletedEntryIsRestoredByOnlyOneAddition() {
    edits.delete(Set.of(id("b")));
    edits.add(0, "b", "B");
    edits.add(0, "b", "B");

    assertThat(edits.changes()).containsExactly(new Added("b", "B"), new Reordered());
  }

  @Test
  void restoredContentIsUnchangedUnderAnotherId() {
    MetadataEdits twins = new MetadataEdits(Metadata.of(new LinkedHashMap<>(Map.of("a", "1"))));
    twins.add(1, "b", "1");
    twins.markSaved();
    twins.rename(0, "b");
    twins.rename(1, "a");
    assertThat(twins.isChanged()).isTrue();
    twins.move(1, 0);

    assertThat(twins.isChanged()).isFalse();
    assertThat(twins.changes()).isEmpty();
    assertThat(twins.state(0)).isEqualTo(State.UNCHANGED);
  }

  @Test
  void entriesWithEqualKeysAreNotMetadata() {
    edits.rename(id("b"), "a");

    assertThat(keys()).containsExactly("a", "a", "c");
    assertThatIllegalStateException().isThrownBy(edits::metadata);
    assertThatIllegalStateException().isThrownBy(() -> edits.apply(before -> before));
    edits.undo();
    assertThat(edits.metadata().entries().sequencedKeySet()).containsExactly("a", "b", "c");
  }

  @Test
  void changeKeepsTheIdsOfRemainingKeys() {
    edits.apply(
        before -> {
          Map<String, String> after = new LinkedHashMap<>();
          after.put("c", "C");
          after.put("n", "N");
          after.put("a", "1");
          return Metadata.of(after);
        });

    assertThat(edits.entries())
        .containsExactly(new Entry(2, "c", "C"), new Entry(3, "n", "N"), new Entry(0, "a", "1"));
    assertThat(edits.changes())
        .containsExactly(
            new Added("n", "N"),
            new Revalued("a", "A", "1"),
            new Removed("b", "B"),
            new Reordered());
    edits.undo();
    assertThat(edits.isChanged()).isFalse();
    edits.redo();
    assertThat(keys()).containsExactly("c", "n", "a");
  }

  @Test
  void newStepClearsTheRedoSteps() {
    edits.setValue(id("a"), "1");
    edits.undo();
    assertThat(edits.canRedo()).isTrue();

    edits.setValue(id("b"), "2");

    assertThat(edits.canRedo()).isFalse();
    edits.redo();
    assertThat(edits.changes()).containsExactly(new Revalued("b", "B", "2"));
  }

  @Test
  void undoWorksAcrossASaveAndCountsAsAChange() {
    edits.setValue(id("a"), "1");
    edits.delete(Set.of(id("b")));
    edits.markSaved();
    assertThat(edits.isChanged()).isFalse();

    edits.undo();
    assertThat(edits.changes()).containsExactly(new Added("b", "B"));
    edits.undo();
    assertThat(edits.changes()).containsExactly(new Revalued("a", "1", "A"), new Added("b", "B"));
    edits.redo();
    edits.redo();
    assertThat(edits.isChanged()).isFalse();
  }

  @Test
  void indicesOfMovedEntriesAreFound() {
    edits.move(id("a"), 2);
    edits.add(0, "n", "N");

    for (int i = 0; i < 4; i++) {
      assertThat(edits.indexOf(edits.entries().get(i).id())).isEqualTo(i);
    }
  }
}
