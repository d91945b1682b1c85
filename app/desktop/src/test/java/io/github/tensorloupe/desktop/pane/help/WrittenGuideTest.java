package io.github.tensorloupe.desktop.pane.help;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WrittenGuideTest {

  @TempDir Path folder;

  private Path page(String path) throws IOException {
    Path page = folder.resolve(path);
    Files.createDirectories(page.getParent());
    return Files.writeString(page, "# The guide");
  }

  @Test
  void anInstalledProgramFindsItAmongTheDocumentsOfTheSystem() throws IOException {
    Path page = page("usr/share/doc/tensorloupe/README.md");

    assertThat(HelpFlow.findGuide(folder.resolve("usr/lib/tensorloupe/lib/runtime")))
        .contains(page);
  }

  @Test
  void aCopiedImageFindsItsOwn() throws IOException {
    Path page = page("copied/doc/README.md");

    assertThat(HelpFlow.findGuide(folder.resolve("copied/lib/runtime"))).contains(page);
  }

  @Test
  void whereItIsNotShippedThereIsNone() {
    assertThat(HelpFlow.findGuide(folder.resolve("jdk"))).isEmpty();
    assertThat(HelpFlow.findGuide(Path.of("/"))).isEmpty();
  }
}
