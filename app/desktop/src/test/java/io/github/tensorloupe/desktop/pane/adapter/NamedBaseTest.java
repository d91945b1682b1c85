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

  @TempDir private Path folder;

  private Optional<Path> cached = Optional.empty();

  private Optional<Path> find(String name, String... library) {
    List<Path> paths = List.of(library).stream().map(folder::resolve).toList();
    return new NamedBase(paths, _ -> cached).find(name);
  }

  @Test
  void modelOfTheLibraryIsFoundByTheNamesOfItsFolders() {
    String downloaded = "some/model/model.safetensors.index.json";

    assertThat(find("some/model/", "a.safetensors", downloaded))
        .contains(folder.resolve(downloaded));
    assertThat(find(folder.resolve("some").toString(), "a.safetensors", downloaded))
        .contains(folder.resolve(downloaded));
    assertThat(find("some/model", "some/models/a.safetensors", "model/some/a.safetensors"))
        .isEmpty();
  }

  @Test
  void cachedModelOfTheLibraryIsFoundByItsSnapshot() {
    String snapshot = "hub/models--some--model/snapshots/aa";
    cached = Optional.of(folder.resolve(snapshot));

    String model = snapshot + "/model.safetensors";
    assertThat(find("some/model", "other/model/a.safetensors", model))
        .contains(folder.resolve(model));
  }

  @Test
  void modelOutsideTheLibraryIsFoundInACacheOrByItsPath() throws IOException {
    assertThat(find("some/model")).isEmpty();
    Path local = Files.createFile(folder.resolve("base.safetensors"));
    assertThat(find(local.toString())).contains(local);
    assertThat(find(folder.resolve("missing").toString())).isEmpty();
    assertThat(find("\0")).isEmpty();
    assertThat(find("/")).isEmpty();
    assertThat(find(".")).isEmpty();
    cached = Optional.of(folder);
    assertThat(find("some/model")).contains(folder);
  }
}
