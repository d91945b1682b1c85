package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.github.tensorloupe.testing.JavaCommand;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DesktopFileManagerTest {

  @TempDir private Path folder;

  private final List<List<String>> started = new ArrayList<>();

  private DesktopFileManager manager(String system, boolean works) {
    return new DesktopFileManager(
        system,
        command -> {
          started.add(command);
          return works;
        });
  }

  private Path odd() {
    return folder.resolve("a, $(b) 'c'.safetensors");
  }

  @Test
  void thePathIsAnArgumentOfItsOwn() throws IOException {
    manager("Windows 11", true).show(odd());
    manager("Mac OS X", true).show(odd());

    assertThat(started)
        .containsExactly(
            List.of("explorer.exe", "/select,", odd().toString()),
            List.of("open", "-R", odd().toString()));
  }

  @Test
  void linuxSelectsTheFileOrOpensItsFolder() throws IOException {
    assertThatIOException()
        .isThrownBy(() -> manager("Linux", false).show(odd()))
        .withMessage("No file manager could be started.");

    assertThat(started).hasSize(2);
    assertThat(started.getFirst()).startsWith("dbus-send");
    String files = started.getFirst().get(8);
    assertThat(files).startsWith("array:string:file:///").doesNotContain(",").contains("%2C");
    assertThat(started.getLast()).containsExactly("xdg-open", folder.toString());
  }

  @Test
  void webPagesGoToTheBrowserOfTheSystem() throws IOException {
    URI page = URI.create("https://example.com/m?a=1&b=$(c)");
    manager("Windows 11", true).browse(page);
    manager("Mac OS X", true).browse(page);

    assertThatIOException()
        .isThrownBy(() -> manager("Linux", false).browse(page))
        .withMessage("No browser could be started.");
    assertThat(started)
        .containsExactly(
            List.of("explorer.exe", page.toString()),
            List.of("open", page.toString()),
            List.of("xdg-open", page.toString()));
  }

  @Test
  void whatWorksIsTheLastThatIsTried() throws IOException {
    manager("Linux", true).show(odd());

    assertThat(started).hasSize(1);
  }

  @Test
  void programThatFailsOrIsNotThereDidNotStart() {
    assertThat(DesktopFileManager.starts(JavaCommand.of("--version"))).isTrue();
    assertThat(DesktopFileManager.starts(JavaCommand.of("--no-such-option"))).isFalse();
    assertThat(DesktopFileManager.starts(List.of(folder.resolve("missing").toString()))).isFalse();
  }
}
