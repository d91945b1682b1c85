package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.text.Messages;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.Test;

class PanesTest {

  @Test
  void tabsHaveTheOrderOfTheMenu() {
    List<Command> tabs = Panes.FILE.stream().map(PaneDescriptor::command).toList();

    assertThat(Command.panes()).startsWith(tabs.toArray(Command[]::new));
  }

  @Test
  void eachPaneHasATipAndANameOfItsOwn() {
    assertThat(Panes.ALL).extracting(PaneDescriptor::tipKey).doesNotHaveDuplicates();
    assertThat(Panes.ALL)
        .allSatisfy(pane -> assertThat(Messages.english().text(pane.tipKey())).isNotEmpty());
  }

  @Test
  void namesOfEarlierSessionsMeanTheSamePanes() {
    assertThat(Panes.named(FileDocument.class, "HEATMAP").map(PaneDescriptor::id))
        .contains("heatmap");
    assertThat(Panes.named(FileDocument.class, "nowhere")).isEmpty();
  }

  @Test
  void screenshotsCanShowEachPaneAndOverlay() {
    assertThat(new OffscreenWindow().panes())
        .startsWith(Panes.FILE.stream().map(PaneDescriptor::id).toArray(String[]::new))
        .endsWith(
            "palette", "shortcuts", "guide", "address", "library", "settings", "convert", "resize");
  }

  @Test
  void helpNamesEachPaneForScreenshots() throws IOException {
    Properties usage = new Properties();
    try (Reader reader =
        Files.newBufferedReader(
            Path.of("../cli/src/main/resources/io/github/tensorloupe/cli/usage.properties"))) {
      usage.load(reader);
    }
    assertThat(usage.getProperty("tensorloupe.screenshot.pane").split("\\W+"))
        .contains(new OffscreenWindow().panes().toArray(String[]::new));
  }
}
