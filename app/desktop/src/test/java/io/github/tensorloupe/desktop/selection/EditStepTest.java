package io.github.tensorloupe.desktop.selection;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.selection.MetadataEdits.EditStep;
import io.github.tensorloupe.desktop.selection.MetadataEdits.EditStep.Kind;
import io.github.tensorloupe.format.Metadata;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class EditStepTest {

  private final MetadataEdits edits = new MetadataEdits(metadata());

  private static Metadata metadata() {
    Map<String, String> map = new LinkedHashMap<>();
    map.put("a", "1");
    map.put("b", "2");
    map.put("c", "3");
    return Metadata.of(map);
  }

  private long id(int index) {
    return edits.entries().get(index).id();
  }

  private static EditStep step(Kind kind, String key, int count) {
    return new EditStep(kind, key, count, Optional.empty());
  }

  private EditStep undone() {
    return edits.undoStep().orElseThrow();
  }

  @Test
  void eachStepIsDescribed() {
    assertThat(edits.undoStep()).isEmpty();

    edits.setValue(id(0), "9");
    assertThat(undone()).isEqualTo(step(Kind.SET_VALUE, "a", 1));
    edits.rename(id(0), "z");
    assertThat(undone()).isEqualTo(step(Kind.RENAME, "z", 1));
    edits.move(id(0), 2);
    assertThat(undone()).isEqualTo(step(Kind.MOVE, "z", 1));
    edits.add(0, "new", "");
    assertThat(undone()).isEqualTo(step(Kind.ADD, "new", 1));
    edits.delete(Set.of(id(0), id(1)));
    assertThat(undone()).isEqualTo(step(Kind.DELETE, "new", 2));
  }

  @Test
  void undoneStepBecomesTheRedoStep() {
    edits.setValue(id(1), "9");
    edits.undo();

    assertThat(edits.undoStep()).isEmpty();
    assertThat(edits.redoStep()).isEqualTo(Optional.of(step(Kind.SET_VALUE, "b", 1)));
  }

  @Test
  void changeOfAllEntriesIsOneStep() {
    edits.apply(
        before -> {
          Map<String, String> map = new LinkedHashMap<>(before.entries());
          map.replaceAll((_, value) -> value + "!");
          return Metadata.of(map);
        });

    assertThat(undone()).isEqualTo(step(Kind.CHANGE, "a", 3));
    edits.undo();
    assertThat(edits.isChanged()).isFalse();
  }

  @Test
  void namedStepIsDescribedByItsName() {
    edits.setValue(id(0), "9");
    edits.apply(_ -> Metadata.EMPTY, Optional.of("Strip it all"));

    assertThat(undone()).isEqualTo(new EditStep(Kind.DELETE, "a", 3, Optional.of("Strip it all")));
    edits.undo();
    assertThat(undone().name()).isEmpty();
    assertThat(edits.redoStep().flatMap(EditStep::name)).contains("Strip it all");
  }
}
