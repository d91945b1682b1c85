package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.library.ItemPane.ItemText;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Heading;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Item;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibraryRow.Note;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.LibrarySort;
import io.github.tensorloupe.desktop.pane.library.LibraryRows.Query;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LibraryRowsTest {

  private static final Place CACHE = Place.cache(Path.of("/hub").toAbsolutePath());
  private static final Place MODELS = Place.folder(Path.of("/models").toAbsolutePath());

  private final LibraryState state = new LibraryState();

  private static LibraryEntry entry(Place place, String name, long byteLength, Dtype dtype) {
    return new LibraryEntry(
        name,
        place.folder().resolve(name),
        place,
        Optional.empty(),
        new LibraryEntry.Contents(byteLength, 1, 1, List.of(dtype), Optional.empty()),
        Instant.EPOCH.plusSeconds(1000 - byteLength),
        LibraryEntry.State.COMPLETE,
        Optional.empty(),
        Health.UNKNOWN);
  }

  private void fill(RecentFile... recent) {
    state.begin();
    state.list(List.of(recent), List.of(CACHE, MODELS));
    state.add(entry(MODELS, "lora10", 5, Dtype.F16));
    state.add(entry(MODELS, "lora9", 7, Dtype.BF16));
    state.add(entry(CACHE, "org/Llama", 9, Dtype.BF16));
    state.end();
  }

  private List<LibraryRow> rows(String query, LibrarySort sort) {
    return new LibraryRows(state, Query.of(query), sort, false, Messages.english()).all();
  }

  private List<String> names(String query, LibrarySort sort) {
    return rows(query, sort).stream()
        .filter(Item.class::isInstance)
        .map(row -> ((Item) row).name())
        .toList();
  }

  @Test
  void placesStandInTheirOrderUnderHeadings() {
    fill();

    List<LibraryRow> rows = rows("", LibrarySort.NAME);

    assertThat(rows).hasSize(5);
    Heading cache = (Heading) rows.getFirst();
    assertThat(cache.title()).isEqualTo("Hugging Face cache");
    assertThat(cache.caption()).endsWith("hub · 1 checkpoint · 9 B");
    assertThat(cache.isRemovable()).isFalse();
    Heading models = (Heading) rows.get(2);
    assertThat(models.title()).isEqualTo("models");
    assertThat(models.isRemovable()).isTrue();
  }

  @Test
  void everyOrderIsThatOfItsName() {
    fill();

    assertThat(names("", LibrarySort.NAME)).containsExactly("org/Llama", "lora9", "lora10");
    assertThat(names("lora", LibrarySort.SIZE)).containsExactly("lora9", "lora10");
    assertThat(names("lora", LibrarySort.RECENT)).containsExactly("lora10", "lora9");
  }

  @Test
  void everyWordMustBeInNamePathOrDtype() {
    fill();

    assertThat(names("LLAMA", LibrarySort.NAME)).containsExactly("org/Llama");
    assertThat(names("bf16", LibrarySort.NAME)).containsExactly("org/Llama", "lora9");
    assertThat(names("models bf16", LibrarySort.NAME)).containsExactly("lora9");
    assertThat(rows("nothing like it", LibrarySort.NAME)).isEmpty();
  }

  @Test
  void recentFilesSayInWhichOrderTheyStand() {
    fill(new RecentFile(Path.of("/r/f").toAbsolutePath(), Instant.EPOCH));

    assertThat(rows("", LibrarySort.NAME).getFirst())
        .isEqualTo(new Heading("Recent", "latest first", Optional.empty()));
  }

  @Test
  void withoutOtherSectionsAllRecentFilesAreListed() {
    state.begin();
    List<RecentFile> recent =
        IntStream.range(0, 20)
            .mapToObj(i -> new RecentFile(Path.of("/r/f" + i).toAbsolutePath(), Instant.EPOCH))
            .toList();
    state.list(recent, List.of());
    state.end();

    assertThat(names("", LibrarySort.NAME)).hasSize(20);
  }

  @Test
  void whatWasOpenedStandsFirstAndTheRestOfItIsFoundBySearching() {
    RecentFile[] recent =
        IntStream.range(0, 9)
            .mapToObj(i -> new RecentFile(Path.of("/r/f" + i).toAbsolutePath(), Instant.EPOCH))
            .toArray(RecentFile[]::new);
    fill(recent);

    assertThat(names("", LibrarySort.NAME))
        .startsWith("f0", "f1", "f2", "f3", "f4", "f5", "org/Llama");
    assertThat(names("f8", LibrarySort.NAME)).containsExactly("f8");
  }

  @Test
  void whatIsGoneIsMarked() {
    Path path = Path.of("/r/gone").toAbsolutePath();
    fill(new RecentFile(path, Instant.EPOCH));
    state.addRecent(path, Optional.empty());

    assertThat(((Item) rows("", LibrarySort.NAME).get(1)).isGone()).isTrue();
  }

  @Test
  void whatASecondLookDoesNotFindIsNotThereAnyMore() {
    fill();
    state.begin();
    state.add(entry(MODELS, "lora9", 8, Dtype.BF16));
    assertThat(names("", LibrarySort.NAME)).hasSize(3);

    state.end();

    assertThat(names("", LibrarySort.NAME)).containsExactly("lora9");
  }

  @Test
  void whatTheNameSaysIsNotSaidAgain() {
    ItemText words = new ItemText(Messages.english());
    Item inFolder = Item.of(entry(MODELS, "lora.safetensors", 5, Dtype.F16));
    Item below = Item.of(entry(MODELS, "lora/a.safetensors", 5, Dtype.F16));

    assertThat(words.whereabouts(inFolder)).isEmpty();
    assertThat(
            words.whereabouts(
                new Item(below.path(), "a", below.entry(), below.opened(), below.isGone())))
        .isEqualTo(Path.of("lora", "a.safetensors").toString());
  }

  @Test
  void emptyAndUnreadablePlacesSaySo() {
    state.begin();
    state.list(List.of(), List.of(CACHE, MODELS));
    state.problems.put(MODELS.folder(), Sentence.of("No permission."));
    state.end();

    assertThat(rows("", LibrarySort.NAME))
        .contains(new Note("No checkpoints here.", false), new Note("No permission.", true))
        .hasSize(4);
  }
}
