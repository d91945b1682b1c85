package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Scene;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.input.Clipboard;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// The names of tabs and their context menus.
@ExtendWith(StageExtension.class)
class DocumentTabJourneyTest {

  @TempDir Path folder;

  private Path one;
  private Path two;
  private Windows windows;

  private Path write(String name) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return new TensorFiles().floats("a", 1).write(file);
  }

  @Start
  void show(Stage stage) throws IOException {
    one = write("one/model.safetensors");
    two = write("two/model.safetensors");
    Themes.loadFonts();
    Platform.setImplicitExit(false);
    SharedLibrary library =
        new SharedLibrary(Desktop.nothing().library(), Jobs.onFxThread(), Messages.english());
    windows =
        new Windows(
            new Windows.Tools(
                dressed -> {
                  dressed.setScene(new Scene(new Region()));
                  Themes.apply(Appearance.DEFAULT, dressed.getScene());
                },
                (tab, _) ->
                    new Workspace(new TestEnvironment(folder).library(library).host(tab).build()),
                () -> List.of(new Rectangle2D(0, 0, 1600, 1200)),
                () -> true,
                _ -> {},
                () -> {},
                Messages.english()),
            false);
    windows.begin(
        new Stage(),
        StartupPlan.FRESH,
        List.of(one, two),
        new StartupNotices(new ArrayList<>(), Messages.english()));
  }

  @AfterEach
  void close(FxRobot robot) {
    robot.interact(() -> windows.all().forEach(window -> window.stage.close()));
  }

  private List<Tab> tabs() {
    TabPane strip = (TabPane) windows.tabs().getLast().stage().getScene().lookup("#document-tabs");
    return strip.getTabs();
  }

  private void expectTabs(String... names) {
    TestWindow.assertEventually(
        () -> assertThat(tabs()).extracting(Tab::getText).containsExactly(names));
  }

  private static MenuItem item(Tab tab, String id) {
    return tab.getContextMenu().getItems().stream()
        .filter(item -> id.equals(item.getId()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void tabsOfEqualNamesShowTheirFoldersUntilOneIsClosed(FxRobot robot) {
    expectTabs("Library", "one/model", "two/model");

    robot.interact(() -> item(tabs().get(2), "document-tab-close").fire());

    expectTabs("Library", "model.safetensors");
  }

  @Test
  void tabOffersItsFileAsTheNewerSideOfAComparison(FxRobot robot) {
    expectTabs("Library", "one/model", "two/model");

    robot.interact(() -> item(tabs().get(1), "document-tab-compare").fire());

    assertThat(windows.tabs().getLast().workspace.context.panels().shown()).isPresent();
    assertThat(robot.lookup("#compare-b").queryComboBox().getValue().toString())
        .contains(one.toString());
  }

  @Test
  void tabOffersToConvertItsFile(FxRobot robot) {
    expectTabs("Library", "one/model", "two/model");

    robot.interact(() -> item(tabs().get(1), "document-tab-convert").fire());

    TestWindow.waitUntil(
        "the options are shown", () -> robot.lookup("#convert-name").tryQuery().isPresent());
    assertThat(robot.lookup("#convert-subtitle").queryLabeled().getText())
        .isEqualTo(one.toString());
  }

  @Test
  void fileThatCannotBeOpenedShowsItsFolderToo(FxRobot robot) {
    expectTabs("Library", "one/model", "two/model");

    DocumentTab first = (DocumentTab) tabs().get(1).getUserData();
    robot.interact(() -> first.open(RememberedDocument.of(folder.resolve("x/model.safetensors"))));

    expectTabs("Library", "one/model", "two/model", "x/model");
  }

  private static Map<String, String> metadata(Workspace workspace) {
    return workspace.context.selection().openDocument().stream()
        .flatMap(open -> open.checkpoint().files().getFirst().header().metadata().stream())
        .findFirst()
        .<Map<String, String>>map(Metadata::entries)
        .orElse(Map.of());
  }

  @Test
  void fileThatAnotherTabHasSavedIsReloaded(FxRobot robot) {
    expectTabs("Library", "one/model", "two/model");
    Workspace first = ((DocumentTab) tabs().get(1).getUserData()).workspace;
    Workspace second = ((DocumentTab) tabs().get(2).getUserData()).workspace;

    robot.interact(() -> second.editMetadata(List.of(one), false));
    TestWindow.waitUntil("it is shown", () -> robot.lookup("#batch-typed").tryQuery().isPresent());
    robot.interact(
        () -> robot.lookup("#batch-typed").queryTextInputControl().setText("author=anna"));
    for (String button : List.of("#batch-try", "#batch-save")) {
      TestWindow.waitUntil("it is enabled", () -> !robot.lookup(button).queryButton().isDisabled());
      robot.interact(() -> robot.lookup(button).queryButton().fire());
    }

    TestWindow.assertEventually(() -> assertThat(metadata(first)).containsEntry("author", "anna"));
    assertThat(first.view.lookup("#reload-bar").isVisible()).isFalse();
    assertThat(metadata(second)).containsEntry("author", "anna");
  }

  @Test
  void tabCopiesItsPathAndShowsItsFile(FxRobot robot) {
    expectTabs("Library", "one/model", "two/model");

    robot.interact(() -> item(tabs().get(1), "document-tab-copy-path").fire());

    robot.interact(
        () -> assertThat(Clipboard.getSystemClipboard().getString()).isEqualTo(one.toString()));
    assertThat(item(tabs().get(1), "document-tab-reveal").isDisable()).isFalse();
  }
}
