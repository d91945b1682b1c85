package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class LocationTest {

  private static String descendant(String text, String path, String descendant) {
    return new Location(text, Path.of(path)).descendant(Path.of(descendant)).text();
  }

  @Test
  void whatIsBelowAFolderBeginsWithTheFolderAsTyped() {
    assertThat(descendant("a//b/..", "a/b/..", "a/b/../c/d")).isEqualTo("a//b/../c/d");
    assertThat(descendant("a", "/data/a", "/data/a/c")).isEqualTo("a/c");
  }

  @Test
  void slashAtTheEndIsNotDoubled() {
    assertThat(descendant("a/", "a", "a/c/d")).isEqualTo("a/c/d");
    assertThat(descendant("/", "/", "/c")).isEqualTo("/c");
  }

  @Test
  void folderItselfKeepsItsText() {
    assertThat(descendant("./a/", "./a", "./a")).isEqualTo("./a/");
  }

  @Test
  void siblingReplacesTheLastName() {
    Location index = new Location("x/../x/x.json", Path.of("x/../x/x.json"));

    assertThat(index.sibling(Path.of("x/../x/y")).text()).isEqualTo("x/../x/y");
    assertThat(new Location("x.json", Path.of("x.json")).sibling(Path.of("y")).text())
        .isEqualTo("y");
  }

  @Test
  void loneSurrogatesBecomeCharactersThatCanBeWritten() {
    assertThat(new Location("a\uD800b", Path.of("a")).text()).isEqualTo("a?b");
  }
}
