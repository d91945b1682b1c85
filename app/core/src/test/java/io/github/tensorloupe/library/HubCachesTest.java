package io.github.tensorloupe.library;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HubCachesTest {

  @TempDir private Path folder;

  private Path folder(String name) throws IOException {
    return Files.createDirectories(folder.resolve(name));
  }

  @Test
  void everyPlaceThatIsThereIsNamedOnceAndTheOneInUseFirst() throws IOException {
    Path named = folder("named");
    Path ofHome = folder("hf/hub");
    Path ofXdg = folder("xdg/huggingface/hub");
    Path defaultCache = folder("home/.cache/huggingface/hub");
    Map<String, String> environment =
        Map.of(
            "HF_HUB_CACHE", named.toString(),
            "HUGGINGFACE_HUB_CACHE", named.toString(),
            "HF_HOME", folder.resolve("hf").toString(),
            "XDG_CACHE_HOME", folder.resolve("xdg").toString(),
            "HOME", folder.resolve("home").toString());

    assertThat(HubCaches.of(environment))
        .containsExactly(
            LibraryFolder.cache(named),
            LibraryFolder.cache(ofHome),
            LibraryFolder.cache(ofXdg),
            LibraryFolder.cache(defaultCache));
  }

  @Test
  void tildeExpandsToTheHomeFolder() throws IOException {
    Path cache = folder("mine");

    assertThat(HubCaches.of(Map.of("HOME", folder.toString(), "HF_HUB_CACHE", "~/mine")))
        .containsExactly(LibraryFolder.cache(cache));
  }

  @Test
  void nothingIsFoundWhereNothingIsThere() {
    assertThat(HubCaches.of(Map.of())).isEmpty();
    assertThat(HubCaches.of(Map.of("HOME", "/nowhere", "HF_HUB_CACHE", "\0"))).isEmpty();
  }

  @Test
  void modelIsFoundByItsNameInTheFirstCacheThatContainsIt() throws IOException {
    List<LibraryFolder> caches =
        List.of(
            LibraryFolder.cache(folder("first")),
            LibraryFolder.cache(folder("second")),
            LibraryFolder.cache(folder.resolve("missing")));
    Path main = folder("second/models--some--model/snapshots/aa");
    folder("second/models--some--model/snapshots/bb");
    Files.writeString(folder("second/models--some--model/refs").resolve("main"), "aa");

    assertThat(HubCaches.find(caches, "some/model")).contains(main);
    for (String other : List.of("some/other", "model", "", "/", "../first", "\0", "a/b/c")) {
      assertThat(HubCaches.find(caches, other)).as(other).isEmpty();
    }
  }
}
