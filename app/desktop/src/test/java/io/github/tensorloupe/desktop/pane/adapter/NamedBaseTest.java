package io.github.tensorloupe.desktop.pane.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NamedBaseTest {

  private static final String COMMIT = "snapshots/aa/model.safetensors";

  @TempDir private Path folder;

  private Optional<Path> find(String name, String... library) {
    List<Path> paths = List.of(library).stream().map(folder::resolve).toList();
    return new NamedBase(paths, _ -> Optional.empty()).find(name);
  }

  @Test
  void modelOfTheLibraryIsFoundByTheNamesOfItsFolders() {
    String cached = "hub/models--some--model/" + COMMIT;
    String downloaded = "some/model/model.safetensors.index.json";

    assertThat(find("some/model", "other/model/a.safetensors", cached))
        .contains(folder.resolve(cached));
    assertThat(find("some/model/", "a.safetensors", downloaded))
        .contains(folder.resolve(downloaded));
    assertThat(find(folder.resolve("some").toString(), "a.safetensors", downloaded))
        .contains(folder.resolve(downloaded));
    assertThat(find("some/model", "some/models/a.safetensors", "model/some/a.safetensors"))
        .isEmpty();
  }

  @Test
  void libraryPrecedesCachesAndFiles() throws IOException {
    Path cache = folder.resolve("cache");
    NamedBase search = new NamedBase(List.of(), name -> Optional.of(cache.resolve(name)));

    assertThat(search.find("some/model")).contains(cache.resolve("some/model"));
    assertThat(find("some/model")).isEmpty();
    Path local = Files.createFile(folder.resolve("base.safetensors"));
    assertThat(find(local.toString())).contains(local);
    assertThat(find(folder.resolve("missing").toString())).isEmpty();
    assertThat(find("\0")).isEmpty();
    assertThat(find(".")).isEmpty();
  }
}
