package io.github.tensorloupe.desktop.pane.metadata;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.MetadataRow.Arrangement.Order;
import io.github.tensorloupe.desktop.selection.MetadataEdits;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.format.Metadata;
import org.junit.jupiter.api.Test;

class EntryRowsTest {

  private final List<Runnable> background = new ArrayList<>();
  private final Executor held = background::add;
  private final EntryRows rows = rows(Runnable::run);

  private static EntryRows rows(Executor executor) {
    return new EntryRows(new Jobs(executor, Runnable::run), Messages.english());
  }

  private static MetadataEdits edits(int count) {
    Map<String, String> entries = new LinkedHashMap<>();
    for (int i = 0; i < count; i++) {
      entries.put("key" + i, "value" + i);
    }
    return new MetadataEdits(Metadata.of(entries));
  }

  private List<String> keys() {
    return rows.shown.stream().map(MetadataRow::key).toList();
  }

  @Test
  void rowsEqualTheEntriesAfterAnyEdits() {
    Random random = new Random(3);
    MetadataEdits edits = edits(6);
    edits.add(2, "__spacer", "   ");
    rows.show(edits.entries());
    for (int step = 0; step < 2_000; step++) {
      change(edits, random);
      rows.update(edits.entries());

      assertThat(rows.shown.stream().map(MetadataRow::id).toList())
          .isEqualTo(
              edits.entries().stream()
                  .filter(entry -> !entry.key().equals("__spacer"))
                  .map(Entry::id)
                  .toList());
      assertThat(rows.shown)
          .allSatisfy(
              row ->
                  assertThat(edits.entry(row.id()))
                      .contains(new Entry(row.id(), row.key(), row.value())));
    }
  }

  private static void change(MetadataEdits edits, Random random) {
    int count = edits.entries().size();
    long id = count == 0 ? -1 : edits.entries().get(random.nextInt(count)).id();
    switch (count == 0 ? 0 : random.nextInt(7)) {
      case 0 -> edits.add(random.nextInt(count + 1), "new" + random.nextInt(), "");
      case 1 -> edits.delete(Set.of(id));
      case 2 -> edits.setValue(id, "v" + random.nextInt(100));
      case 3 -> edits.move(id, random.nextInt(count));
      case 4 -> edits.undo();
      case 5 -> edits.redo();
      default -> edits.rename(id, "renamed" + random.nextInt());
    }
  }

  @Test
  void oneEditTouchesOneRowAndStartsNoJob() {
    MetadataEdits edits = edits(5000);
    EntryRows heldRows = rows(held);
    heldRows.show(edits.entries());
    runHeld();
    MetadataRow untouched = heldRows.shown.get(10);

    edits.setValue(4000, "new");
    heldRows.update(edits.entries());

    assertThat(background).isEmpty();
    assertThat(heldRows.shown.get(4000).value()).isEqualTo("new");
    assertThat(heldRows.shown.get(10)).isSameAs(untouched);
  }

  @Test
  void largeChangeIsProcessedInTheBackground() {
    MetadataEdits edits = edits(5000);
    EntryRows heldRows = rows(held);
    heldRows.show(edits.entries());
    runHeld();

    edits.apply(MetadataChange.replace(Metadata.EMPTY));
    edits.undo();
    edits.apply(_ -> edits(3000).metadata());
    heldRows.update(edits.entries());

    assertThat(background).isNotEmpty();
    runHeld();
    assertThat(heldRows.shown).hasSize(3000);
  }

  private void runHeld() {
    while (!background.isEmpty()) {
      background.removeFirst().run();
    }
  }

  @Test
  void editedRowStaysWhenItNoLongerMatches() {
    MetadataEdits edits = edits(3);
    rows.show(edits.entries());
    rows.findText.set("value1");
    assertThat(keys()).containsExactly("key1");

    edits.setValue(1, "other");
    rows.update(edits.entries());
    assertThat(keys()).containsExactly("key1");
    assertThat(rows.shown.getFirst().value()).isEqualTo("other");

    rows.findText.set("value");
    assertThat(keys()).containsExactly("key0", "key2");
  }

  @Test
  void newEntryIsShownDespiteTheFilter() {
    MetadataEdits edits = edits(3);
    rows.show(edits.entries());
    rows.findText.set("value2");

    edits.add(0, "fresh", "");
    rows.update(edits.entries());

    assertThat(keys()).containsExactly("key2", "fresh");
  }

  @Test
  void deletedRowsAreRemovedFromASortedView() {
    MetadataEdits edits = edits(3);
    rows.show(edits.entries());
    rows.order.set(Order.KEY_DESCENDING);

    edits.delete(Set.of(1L));
    rows.update(edits.entries());

    assertThat(keys()).containsExactly("key2", "key0");
  }

  @Test
  void reservedSpaceIsHiddenAndCounted() {
    MetadataEdits edits = edits(1);
    edits.add(0, "__spacer", " ".repeat(4096));
    rows.show(edits.entries());

    assertThat(keys()).containsExactly("key0");
    assertThat(rows.count.get()).isEqualTo(1);
    assertThat(rows.reserve.get()).isEqualTo(4096);
  }

  @Test
  void spacerWithTextIsAnOrdinaryEntry() {
    MetadataEdits edits = edits(0);
    edits.add(0, "__spacer", "  x");
    rows.show(edits.entries());

    assertThat(keys()).containsExactly("__spacer");
    assertThat(rows.reserve.get()).isZero();
  }

  @Test
  void undoRestoresTheLastEntry() {
    MetadataEdits edits = edits(3);
    rows.show(edits.entries());
    edits.delete(Set.of(2L));
    rows.update(edits.entries());

    edits.undo();

    assertThat(rows.findRestored(edits.entries())).contains(2L);
  }

  @Test
  void redoRestoresAnAddedEntry() {
    MetadataEdits edits = edits(2);
    rows.show(edits.entries());
    long added = edits.add(1, "fresh", "").id();
    assertThat(rows.findRestored(edits.entries())).isEmpty();
    rows.update(edits.entries());
    edits.undo();
    assertThat(rows.findRestored(edits.entries())).isEmpty();
    rows.update(edits.entries());

    edits.redo();

    assertThat(rows.findRestored(edits.entries())).contains(added);
  }

  @Test
  void firstOfSeveralRestoredEntriesIsReturned() {
    MetadataEdits edits = edits(5);
    rows.show(edits.entries());
    edits.delete(Set.of(1L, 2L, 4L));
    rows.update(edits.entries());

    edits.undo();

    assertThat(rows.findRestored(edits.entries())).contains(1L);
  }

  @Test
  void changedOrMovedEntriesAreNotRestored() {
    MetadataEdits edits = edits(3);
    rows.show(edits.entries());

    edits.move(2, 0);
    assertThat(rows.findRestored(edits.entries())).isEmpty();
    edits.setValue(1, "other");
    assertThat(rows.findRestored(edits.entries())).isEmpty();
  }

  @Test
  void newEntriesResetTheRestorableOnes() {
    rows.show(edits(5).entries());
    MetadataEdits edits = edits(2);
    rows.show(edits.entries());

    edits.add(2, "fresh", "");

    assertThat(rows.findRestored(edits.entries())).isEmpty();
  }

  @Test
  void changesUpToAThousandRowsAreAppliedAtOnce() {
    for (int removed : new int[] {1000, 1001}) {
      MetadataEdits edits = edits(1002);
      EntryRows heldRows = rows(held);
      heldRows.show(edits.entries());
      runHeld();

      edits.delete(ids(removed));
      heldRows.update(edits.entries());

      assertThat(background.isEmpty()).as("%d rows", removed).isEqualTo(removed == 1000);
      runHeld();
      assertThat(heldRows.shown).hasSize(1002 - removed);
    }
  }

  private static Set<Long> ids(int count) {
    return LongStream.range(0, count).boxed().collect(Collectors.toSet());
  }

  @Test
  void newEntriesAreListedAfterTheMatches() {
    MetadataEdits edits = edits(3);
    rows.show(edits.entries());
    rows.findText.set("value2");
    edits.delete(Set.of(0L, 1L));
    rows.update(edits.entries());

    edits.undo();
    rows.update(edits.entries());

    assertThat(keys()).containsExactly("key2", "key0", "key1");
  }

  @Test
  void changeDuringASearchIsIncluded() {
    MetadataEdits edits = edits(3);
    EntryRows heldRows = rows(held);
    heldRows.show(edits.entries());
    runHeld();
    heldRows.findText.set("value");

    edits.delete(Set.of(1L));
    heldRows.update(edits.entries());
    runHeld();

    assertThat(heldRows.shown.stream().map(MetadataRow::key)).containsExactly("key0", "key2");
    assertThat(heldRows.count.get()).isEqualTo(2);
  }

  @Test
  void changeDuringReadingIsIncluded() {
    MetadataEdits edits = edits(3);
    EntryRows heldRows = rows(held);
    heldRows.show(edits.entries());

    edits.delete(Set.of(1L));
    heldRows.update(edits.entries());
    runHeld();

    assertThat(heldRows.shown.stream().map(MetadataRow::key)).containsExactly("key0", "key2");
  }

  @Test
  void rowsAreCompleteWithoutSearchInTheOrderOfTheFile() {
    rows.show(edits(2).entries());
    assertThat(rows.isComplete()).isTrue();

    rows.findText.set(" ");
    assertThat(rows.isComplete()).isTrue();
    rows.findText.set("x");
    assertThat(rows.isComplete()).isFalse();
    rows.findText.set("");
    rows.order.set(Order.KEY_DESCENDING);
    assertThat(rows.isComplete()).isFalse();
  }

  @Test
  void everyRowChangeIsReported() {
    List<Integer> rowCounts = new ArrayList<>();
    MetadataEdits edits = edits(2);
    rows.show(edits.entries());
    rows.onUpdate(() -> rowCounts.add(rows.shown.size()));

    edits.delete(Set.of(0L));
    rows.update(edits.entries());
    rows.update(edits.entries());
    rows.findText.set("nothing");
    edits.add(1, "fresh", "");
    rows.update(edits.entries());

    assertThat(rowCounts).containsExactly(1, 0, 1);
  }
}
