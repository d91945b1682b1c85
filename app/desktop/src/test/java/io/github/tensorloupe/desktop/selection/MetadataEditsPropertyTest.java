package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.edit.Entry;
import io.github.tensorloupe.format.Metadata;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Random edits with few keys and values, so that they recur.
class MetadataEditsPropertyTest {

  private static final int OPERATIONS = 400;
  private static final String[] TEXTS = {"a", "b", "c", "d", "e", "f"};

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
  void editsMatchTheModel(int seed) {
    Random random = new Random(seed);
    Map<String, String> map = new LinkedHashMap<>();
    for (int i = random.nextInt(8); i > 0; i--) {
      map.put(TEXTS[random.nextInt(6)], TEXTS[random.nextInt(6)]);
    }
    EditProgram program = new EditProgram(random, Metadata.of(map), TEXTS);
    for (int i = 0; i < OPERATIONS; i++) {
      program.step();
    }
    program.retrace();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void patchBetweenTwoListsAppliesInBothDirections(int seed) {
    Random random = new Random(seed);
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
