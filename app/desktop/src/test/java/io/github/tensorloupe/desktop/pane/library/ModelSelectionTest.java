package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import module java.base;

import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ModelSelectionTest {

  private static LibraryItem item(Path path) {
    return LibraryItem.of(
        path,
        Optional.empty(),
        Optional.empty(),
        ModelHealth.LOADS,
        List.of(),
        "",
        ModelMark.none(path),
        Messages.english());
  }

  @Test
  void allModelsOfALargeLibraryAreSelectedInLinearTime() {
    ModelSelection selection = new ModelSelection();
    List<LibraryItem> items =
        IntStream.range(0, 100_000).mapToObj(i -> item(Path.of("/models/m" + i))).toList();
    List<Path> paths = items.stream().map(LibraryItem::path).toList();

    List<LibraryItem> selected =
        assertTimeoutPreemptively(
            Duration.ofSeconds(60),
            () -> {
              selection.set(paths);
              selection.set(paths);
              return selection.items(items.reversed());
            });

    assertThat(selected).isEqualTo(items);
  }
}
