package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.notice.NoticeHost;
import io.github.tensorloupe.desktop.control.notice.NoticeHost.Notice;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.session.Arrangement;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.desktop.session.RememberedWindow;
import io.github.tensorloupe.desktop.session.Session;
import io.github.tensorloupe.desktop.session.SessionFile;
import io.github.tensorloupe.desktop.session.StartupPlan;
import io.github.tensorloupe.desktop.session.TableLayout;
import io.github.tensorloupe.desktop.session.WindowPlace;
import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.desktop.theme.Themes;
import io.github.tensorloupe.desktop.theme.Tips;
import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.geometry.Rectangle2D;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.ButtonBase;
import javafx.scene.control.Labeled;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.control.Tooltip;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import javafx.stage.WindowEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Closes and restarts the program, and starts it a second time while it is running.
@ExtendWith(StageExtension.class)
class SessionJourneyTest {

  private static final Rectangle2D SCREEN = new Rectangle2D(0, 0, 1000, 1000);

  @TempDir Path folder;
  private Path first;
  private Path second;
  private Session storedSession = Session.NONE;
  private final List<Windows> started = new ArrayList<>();
  private boolean opensInTabs = true;
  private final List<Boolean> ends = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();

  /// Created on the FX thread.
  private SharedLibrary library;

  @BeforeEach
  void writeFiles() throws IOException {
    first =
        new TensorFiles()
            .floats("encoder.0.weight", 1, 2)
            .floats("encoder.1.weight", 3, 4)
            .floats("decoder.0.weight", 5, 6)
            .write(folder.resolve("erste Datei 模型.safetensors"));
    second = new TensorFiles().floats("a", 1).write(folder.resolve("second.safetensors"));
  }

  @Start
  void begin(Stage stage) {
    Themes.loadFonts();
    Platform.setImplicitExit(false);
  }

  @AfterEach
  void closeAll(FxRobot robot) {
    robot.interact(
        () ->
            started.stream()
                .flatMap(windows -> windows.all().stream())
                .forEach(window -> window.stage.close()));
  }

  private Windows start(FxRobot robot, StartupPlan start, Path... paths) {
    robot.interact(() -> startNow(start, paths));
    return started.getLast();
  }

  private Windows startNow(StartupPlan start, Path... paths) {
    Windows windows = windows();
    started.add(windows);
    windows.begin(
        new Stage(), start, List.of(paths), new StartupNotices(failures, Messages.english()));
    return windows;
  }

  private Windows windows() {
    return new Windows(
        new Windows.Tools(
            stage -> {
              stage.setScene(new Scene(new Region()));
              Themes.apply(Appearance.DEFAULT, stage.getScene());
            },
            (tab, _) ->
                new Workspace(new TestEnvironment(folder).library(library()).host(tab).build()),
            () -> List.of(SCREEN),
            () -> opensInTabs,
            session -> storedSession = session,
            () -> ends.add(true),
            Messages.english()),
        true);
  }

  private SharedLibrary library() {
    if (library == null) {
      library =
          new SharedLibrary(Desktop.nothing().library(), Jobs.onFxThread(), Messages.english());
    }
    return library;
  }

  private StartupPlan again() {
    return StartupPlan.after(throughTheFile(storedSession), true, false, Files::exists);
  }

  private Session throughTheFile(Session session) {
    try {
      SessionFile file =
          new SessionFile(
              new Folders(Map.of("XDG_CONFIG_HOME", folder.toString()), new Properties()));
      file.store(session);
      return file.load();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /// Returns the documents in all windows, the most recently used last.
  private static List<DocumentTab> documents(Windows windows) {
    return windows.tabs().stream().filter(tab -> !tab.isLibrary).toList();
  }

  private static DocumentTab last(Windows windows) {
    return windows.tabs().getLast();
  }

  private static Workspace workspace(Windows windows, int index) {
    return documents(windows).get(index).workspace;
  }

  private static boolean isOpen(Windows windows, int index, Path path) {
    return documents(windows).size() > index
        && workspace(windows, index).context.selection().documentProperty().get()
            instanceof DocumentState.Open(FileDocument document)
        && document.checkpoint().path().equals(path)
        && workspace(windows, index).context.jobs().running().isEmpty();
  }

  private static void expectOpen(Windows windows, int index, Path path) {
    TestWindow.assertEventually(() -> assertThat(isOpen(windows, index, path)).isTrue());
  }

  private static TableView<?> tree(Windows windows) {
    return (TableView<?>) workspace(windows, 0).view.lookup("#tensor-tree");
  }

  private static TableColumn<?, ?> column(Windows windows, String id) {
    return tree(windows).getColumns().stream()
        .filter(column -> column.getId().equals(id))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aLoneWindowIsShownOnceItsDocumentIsThere(FxRobot robot) {
    List<DocumentState> states = new ArrayList<>();
    Windows[] createdWindows = new Windows[1];
    robot.interact(
        () -> {
          createdWindows[0] = windows();
          Stage stage = new Stage();
          stage
              .showingProperty()
              .subscribe(
                  shown -> {
                    if (shown) {
                      states.add(
                          workspace(createdWindows[0], 0)
                              .context
                              .selection()
                              .documentProperty()
                              .get());
                    }
                  });
          createdWindows[0].begin(
              stage,
              StartupPlan.FRESH,
              List.of(first),
              new StartupNotices(failures, Messages.english()));
          assertThat(stage.isShowing()).isFalse();
        });
    started.add(createdWindows[0]);

    TestWindow.waitUntil("it is shown", () -> !states.isEmpty());
    assertThat(states.getFirst()).isInstanceOf(DocumentState.Open.class);
    expectOpen(createdWindows[0], 0, first);
    assertThat(documents(createdWindows[0]).getFirst().stage().getScene().getFocusOwner())
        .isSameAs(tree(createdWindows[0]));
  }

  @Test
  void whatWasOpenIsOpenAgainAsItWasLeft(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    Workspace left = workspace(windows, 0);
    robot.interact(
        () -> {
          Stage stage = documents(windows).getFirst().stage();
          stage.setX(40);
          stage.setY(50);
          stage.setWidth(900);
          stage.setHeight(700);
          left.selectTensor("encoder.1.weight");
          left.context.commands().run(Command.COLLAPSE_ALL);
          left.context.commands().run(Command.SHOW_METADATA);
          left.context.commands().run(Command.TOGGLE_FILE_MAP);
          column(windows, "column-dtype").setVisible(false);
          left.context
              .selection()
              .placeCaret(
                  left.context.selection().tensorProperty().get().orElseThrow().file(),
                  left.context.selection().caretProperty().get().orElseThrow().byteOffset() + 3);
        });
    long caret = left.context.selection().caretProperty().get().orElseThrow().byteOffset();
    robot.interact(windows.closing::quit);
    assertThat(ends).hasSize(1);
    closeAll(robot);

    Windows later = start(robot, again());
    expectOpen(later, 0, first);

    Workspace restored = workspace(later, 0);
    assertThat(restored.context.selection().tensorProperty().get().orElseThrow().info().name())
        .isEqualTo("encoder.1.weight");
    assertThat(restored.context.selection().caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(caret);
    assertThat(restored.context.selection().viewProperty().get()).isEqualTo("metadata");
    assertThat(column(later, "column-dtype").isVisible()).isFalse();
    assertThat(restored.state.arrangement().fileMapShown()).isFalse();
    Stage stage = documents(later).getFirst().stage();
    assertThat(List.of(stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight()))
        .containsExactly(40.0, 50.0, 900.0, 700.0);
  }

  @Test
  void groupsColumnsAndDividersAreRestored(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    Workspace left = workspace(windows, 0);
    robot.interact(
        () -> {
          left.context.commands().run(Command.COLLAPSE_ALL);
          left.state.open(
              new RememberedDocument(
                  first, Optional.empty(), Optional.of(List.of(List.of("encoder")))));
        });
    expectOpen(windows, 0, first);
    int rows = tree(windows).getItems().size();
    robot.interact(
        () -> {
          left.view.arrange(
              new Arrangement(
                  Optional.of(420.0),
                  Optional.of(0.5),
                  Optional.of(0.7),
                  Map.of(),
                  true,
                  Map.of(),
                  Optional.empty(),
                  List.of()));
          left.view.layout();
          windows.closing.quit();
        });
    closeAll(robot);

    Windows later = start(robot, again());
    expectOpen(later, 0, first);

    assertThat(tree(later).getItems()).hasSize(rows);
    assertThat(rows).isLessThan(7);
    assertThat(workspace(later, 0).state.arrangement().panesShare().orElseThrow())
        .isCloseTo(0.5, offset(0.02));
    assertThat(workspace(later, 0).state.arrangement().treeWidth().orElseThrow())
        .isCloseTo(420, offset(3.0));
  }

  @Test
  void theOrderOfTheRowsIsRememberedWithTheDocument(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    robot.interact(
        () -> {
          sortBy(tree(windows), "column-bytes");
          windows.closing.quit();
        });
    TableLayout layout =
        storedSession.windows().getFirst().arrangement().tables().get("tensor-tree");
    assertThat(layout.sort()).contains(new TableLayout.Sort("column-bytes", false));
    closeAll(robot);

    Windows later = start(robot, again());
    expectOpen(later, 0, first);

    assertThat(tree(later).getSortOrder()).hasSize(1);
    assertThat(tree(later).getSortOrder().getFirst().getId()).isEqualTo("column-bytes");
  }

  private static <S> void sortBy(TableView<S> table, String id) {
    TableColumn<S, ?> column =
        table.getColumns().stream()
            .filter(each -> each.getId().equals(id))
            .findFirst()
            .orElseThrow();
    column.setSortType(TableColumn.SortType.DESCENDING);
    table.getSortOrder().setAll(List.of(column));
  }

  @Test
  void missingFileIsReportedOnTheStartPage(FxRobot robot) throws IOException {
    Windows windows = start(robot, StartupPlan.FRESH, second);
    expectOpen(windows, 0, second);
    robot.interact(windows.closing::quit);
    closeAll(robot);
    Files.delete(second);

    Windows later = start(robot, again());

    assertThat(documents(later)).isEmpty();
    assertThat(notice(later)).isEqualTo(second + " was open last time and is no longer there.");
  }

  private static String notice(Windows windows) {
    Node notice = last(windows).workspace.view.lookup("#start-notice");
    return ((Labeled) notice).getText();
  }

  private static void expectAll(Windows windows, int count) {
    TestWindow.assertEventually(
        () -> {
          assertThat(windows.session().windows().size()).isEqualTo(count);
          assertThat(documents(windows).size()).isEqualTo(count);
          assertThat(documents(windows).stream().noneMatch(DocumentTab::isOpening)).isTrue();
        });
  }

  private StartupPlan withWindows(Path... documents) {
    List<RememberedWindow> remembered =
        Stream.of(documents)
            .map(path -> RememberedWindow.DEFAULT.with(RememberedDocument.of(path)))
            .toList();
    return StartupPlan.after(
        new Session(RememberedWindow.DEFAULT, remembered, List.of(), 0),
        true,
        false,
        Files::exists);
  }

  private static List<Path> paths(Session session) {
    return session.windows().stream()
        .map(window -> window.document().orElseThrow().path())
        .toList();
  }

  @Test
  void theWindowInFrontIsThereBeforeTheOthersAndStaysInFront(FxRobot robot) throws IOException {
    Path third = Files.copy(second, folder.resolve("third.safetensors"));
    List<Integer> shown = new ArrayList<>();
    robot.interact(
        () -> {
          Windows windows = startNow(withWindows(first, second, third));
          shown.add(documents(windows).size());
          assertThat(documents(windows).getFirst().shows(RememberedDocument.of(third))).isTrue();
          assertThat(paths(windows.session())).containsExactly(first, second, third);
        });
    Windows windows = started.getFirst();
    assertThat(shown).containsExactly(1);

    expectAll(windows, 3);
    TestWindow.waitUntil(
        "the last one is in front again", () -> last(windows).shows(RememberedDocument.of(third)));
    assertThat(last(windows).stage().isFocused()).isTrue();
    assertThat(paths(windows.session())).containsExactly(first, second, third);
  }

  @Test
  void everyWindowKnowsWhatIsOpenInTheOthersSoThatNothingIsWrittenThere(FxRobot robot) {
    Windows windows = start(robot, withWindows(first, second));
    expectAll(windows, 2);

    for (DocumentTab window : documents(windows)) {
      TestWindow.waitUntil(
          "both files are known to be open",
          () ->
              window.workspace.context.selection().openFiles().containsAll(List.of(first, second)));
    }
  }

  @Test
  void whatWasNotOpenYetWhenTheProgramWasLeftIsOpenedTheNextTime(FxRobot robot) throws IOException {
    Path third = Files.copy(second, folder.resolve("third.safetensors"));
    robot.interact(
        () -> {
          Windows windows = startNow(withWindows(first, second, third));
          windows.closing.quit();
          windows.openHandedOver(List.of(first));
          assertThat(windows.closing.isEnding()).isTrue();
        });

    assertThat(started.getFirst().all()).hasSize(1);
    assertThat(paths(storedSession)).containsExactly(first, second, third);
  }

  @Test
  void unreadableAndMissingFilesAreReportedUntilDismissed(FxRobot robot) {
    failures.add(
        Failures.of(new SentenceException("The settings are odd.")).doing("The usual settings"));
    Windows windows = start(robot, withWindows(folder.resolve("x"), first, folder.resolve("y")));
    expectAll(windows, 1);

    NoticeHost notices = (NoticeHost) workspace(windows, 0).view.lookup("#notices");
    assertThat(notices.shown())
        .extracting(notice -> notice.sentence().toString())
        .containsExactly(
            "2 files that were open last time are no longer there: %s, %s."
                .formatted(folder.resolve("x"), folder.resolve("y")),
            "The settings are odd.");
    assertThat(windows.closing.canReopen.get()).isTrue();
  }

  @Test
  void filesBeyondTheWindowLimitAreReportedAndNotOpened(FxRobot robot) {
    List<Path> paths = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      paths.add(folder.resolve(i + ".safetensors"));
    }
    robot.interact(
        () -> {
          Windows windows = startNow(StartupPlan.FRESH, first);
          windows.openHandedOver(paths);
          assertThat(windows.session().windows()).hasSize(Session.MAX_WINDOWS);
          NoticeHost notices = (NoticeHost) last(windows).workspace.view.lookup("#notices");
          assertThat(notices.shown())
              .extracting(Notice::title)
              .containsExactly("251 files are not opened");
          windows.closing.quit();
        });
  }

  @Test
  void afterTwoBadStartsTheStartPageSaysSoAndTheFileCanBeReopened(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, second);
    expectOpen(windows, 0, second);
    robot.interact(windows.closing::quit);
    closeAll(robot);
    Session killed = storedSession;
    for (int i = 0; i < 2; i++) {
      killed = StartupPlan.after(killed, true, false, Files::exists).session();
    }

    Windows later = start(robot, StartupPlan.after(killed, true, false, Files::exists));

    assertThat(notice(later)).startsWith("TensorLoupe ended twice").contains("Reopen closed file");
    robot.interact(() -> last(later).workspace.context.commands().run(Command.REOPEN_CLOSED));
    expectOpen(later, 0, second);
    assertThat(documents(later)).hasSize(1);
  }

  @Test
  void hugeWindowIsShrunkToFitTheScreen(FxRobot robot) {
    RememberedWindow huge =
        RememberedWindow.DEFAULT
            .at(Optional.of(new WindowPlace(3000, -200, 4000, 3000, false, false)))
            .with(RememberedDocument.of(second));

    Windows windows =
        start(
            robot,
            StartupPlan.after(
                new Session(huge.withoutDocument(), List.of(huge), List.of(), 0),
                true,
                false,
                Files::exists));
    expectOpen(windows, 0, second);

    Stage stage = documents(windows).getFirst().stage();
    assertThat(SCREEN.contains(stage.getX(), stage.getY(), stage.getWidth(), stage.getHeight()))
        .isTrue();
  }

  @Test
  void secondLaunchOpensTabsAndSelectsOpenFiles(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH);
    robot.interact(() -> windows.openHandedOver(List.of(first)));
    expectOpen(windows, 0, first);

    robot.interact(() -> windows.openHandedOver(List.of(second, first, second)));
    expectAll(windows, 2);
    TestWindow.waitUntil(
        "all are handled", () -> last(windows).shows(RememberedDocument.of(second)));
    assertThat(tabs(windows)).hasSize(3);
    assertThat(stageCount(windows)).isOne();

    robot.interact(() -> windows.openHandedOver(List.of()));
    assertThat(last(windows).isLibrary).isTrue();
    assertThat(documents(windows)).hasSize(2);
  }

  @Test
  void aClosedFileIsReopenedWhereItWasLeft(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    robot.interact(
        () -> {
          workspace(windows, 0).selectTensor("decoder.0.weight");
          workspace(windows, 0).context.commands().run(Command.CLOSE);
        });
    assertThat(windows.closing.canReopen.get()).isTrue();
    assertThat(last(windows).isLibrary).as("the library replaces the last document").isTrue();

    robot.interact(() -> last(windows).workspace.context.commands().run(Command.REOPEN_CLOSED));
    expectOpen(windows, 0, first);

    assertThat(
            workspace(windows, 0)
                .context
                .selection()
                .tensorProperty()
                .get()
                .orElseThrow()
                .info()
                .name())
        .isEqualTo("decoder.0.weight");
    assertThat(windows.closing.canReopen.get()).isFalse();
  }

  @Test
  void closedWindowIsNotRestored(FxRobot robot) {
    opensInTabs = false;
    Windows windows = start(robot, StartupPlan.FRESH, first, second);
    expectOpen(windows, 0, first);
    expectOpen(windows, 1, second);

    robot.interact(() -> documents(windows).getFirst().stage().close());
    robot.interact(() -> documents(windows).getFirst().stage().close());

    assertThat(storedSession.windows()).hasSize(1);
    assertThat(storedSession.windows().getFirst().document().map(RememberedDocument::path))
        .contains(second);
    assertThat(storedSession.closed().stream().map(RememberedDocument::path))
        .containsExactly(first);
  }

  @Test
  void hiddenBytesAreShownBySearch(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    Workspace workspace = workspace(windows, 0);
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));
    robot.interact(() -> workspace.context.commands().run(Command.TOGGLE_BYTES));
    assertThat(workspace.state.arrangement().bytesShown()).isEqualTo(Map.of("values", false));
    assertThat(workspace.view.lookup("#hex-canvas")).isNull();

    robot.interact(() -> workspace.context.commands().run(Command.FIND_BYTES));

    assertThat(workspace.state.arrangement().bytesShown()).isEqualTo(Map.of("values", true));
    assertThat(workspace.view.lookup("#hex-canvas")).isNotNull();
  }

  /// Starts with two documents in tabs of one window. The second tab is selected.
  private Windows startInTabs(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first, second);
    expectOpen(windows, 0, first);
    expectOpen(windows, 1, second);
    return windows;
  }

  private static TabPane strip(Windows windows) {
    return (TabPane) last(windows).stage().getScene().lookup("#document-tabs");
  }

  private static List<String> tabs(Windows windows) {
    return strip(windows).getTabs().stream().map(Tab::getText).toList();
  }

  private static long stageCount(Windows windows) {
    return documents(windows).stream().map(DocumentTab::stage).distinct().count();
  }

  @Test
  void filesOpenInTabsOfOneWindowWhichShowsTheLast(FxRobot robot) {
    Windows windows = startInTabs(robot);

    assertThat(stageCount(windows)).isOne();
    assertThat(tabs(windows))
        .containsExactly("Library", "erste Datei 模型.safetensors", "second.safetensors");
    assertThat(workspace(windows, 1).view.getScene()).isNotNull();
    assertThat(workspace(windows, 0).view.getScene()).isNull();
    assertThat(last(windows).stage().getTitle()).contains("second.safetensors");

    robot.interact(() -> workspace(windows, 1).context.commands().run(Command.PREVIOUS_TAB));

    assertThat(last(windows).stage().getTitle()).contains("erste Datei");
    assertThat(workspace(windows, 1).view.getScene()).isNotNull();
  }

  @Test
  void closedTabCanBeReopenedWithItsDocument(FxRobot robot) {
    Windows windows = startInTabs(robot);

    robot.interact(() -> workspace(windows, 1).context.commands().run(Command.CLOSE));

    assertThat(tabs(windows)).containsExactly("Library", "erste Datei 模型.safetensors");
    assertThat(isOpen(windows, 0, first)).isTrue();

    robot.interact(() -> workspace(windows, 0).context.commands().run(Command.REOPEN_CLOSED));
    expectOpen(windows, 1, second);

    assertThat(stageCount(windows)).isOne();
  }

  @Test
  void libraryClosesWithItsWindow(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    DocumentTab only = documents(windows).getFirst();

    robot.interact(() -> only.workspace.context.commands().run(Command.NEW_TAB));
    assertThat(last(windows).isLibrary).isTrue();
    robot.interact(() -> last(windows).workspace.context.commands().run(Command.CLOSE));

    TestWindow.assertEventually(() -> assertThat(only.stage().isShowing()).isFalse());
  }

  @Test
  void openingThatIsStoppedClosesItsTab(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);

    robot.interact(
        () -> {
          windows.open(RememberedDocument.of(second), last(windows).window());
          last(windows).workspace.context.selection().show(new DocumentState.Empty());
        });

    TestWindow.waitUntil("its tab is closed", () -> documents(windows).size() == 1);
    assertThat(last(windows).shows(RememberedDocument.of(first))).isTrue();
  }

  @Test
  void failedDocumentKeepsItsTabAndIsTriedAgainThere(FxRobot robot) throws IOException {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    Path late = folder.resolve("late.safetensors");
    robot.interact(() -> windows.open(RememberedDocument.of(late), last(windows).window()));
    TestWindow.waitUntil("it has failed", () -> last(windows).hasFailed());
    assertThat(tabs(windows)).hasSize(3).last().isEqualTo("late.safetensors");

    Files.copy(second, late);
    robot.interact(() -> windows.open(RememberedDocument.of(late), last(windows).window()));

    expectOpen(windows, 1, late);
    assertThat(tabs(windows)).hasSize(3);
  }

  @Test
  void failedComparisonKeepsItsTabAndIsTriedAgainThere(FxRobot robot) throws IOException {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    Path late = folder.resolve("late.safetensors");
    RememberedDocument comparison = RememberedDocument.of(first, Optional.of(late));
    robot.interact(() -> windows.open(comparison, last(windows).window()));
    TestWindow.waitUntil("it has failed", () -> last(windows).hasFailed());
    assertThat(last(windows).workspace.state.document()).contains(comparison);

    Files.copy(second, late);
    robot.interact(() -> windows.open(comparison, last(windows).window()));

    TestWindow.waitUntil(
        "it is compared",
        () -> last(windows).workspace.context.selection().openComparison().isPresent());
    assertThat(tabs(windows)).hasSize(3);
  }

  @Test
  void fileOpenedInOneTabIsInTheRecentFilesOfTheOthers(FxRobot robot) {
    Windows windows = startInTabs(robot);
    Menu recent =
        ((MenuBar) workspace(windows, 0).view.lookup("#menu-bar"))
            .getMenus().getFirst().getItems().stream()
                .filter(item -> "menu-recent".equals(item.getId()))
                .map(Menu.class::cast)
                .findFirst()
                .orElseThrow();

    TestWindow.waitUntil(
        "both files are listed",
        () ->
            recent.getItems().stream()
                .map(MenuItem::getText)
                .limit(2)
                .toList()
                .equals(List.of(second.toString(), first.toString())));
  }

  @Test
  void tabsStayTogetherIfTheProgramIsLeftWhileTheyAreRestored(FxRobot robot) {
    Windows windows = startInTabs(robot);
    List<String> before = tabs(windows);
    robot.interact(windows.closing::quit);
    closeAll(robot);
    robot.interact(
        () -> {
          Windows interrupted = startNow(again());
          assertThat(documents(interrupted)).hasSize(1);
          interrupted.closing.quit();
        });
    closeAll(robot);

    Windows later = start(robot, again());
    expectAll(later, 2);

    assertThat(stageCount(later)).isOne();
    assertThat(tabs(later)).isEqualTo(before);
  }

  @Test
  void draggedLibraryReturnsToTheFirstPosition(FxRobot robot) {
    Windows windows = startInTabs(robot);
    List<String> reversed = List.of("Library", "second.safetensors", "erste Datei 模型.safetensors");

    robot.interact(
        () -> strip(windows).getTabs().sort(Comparator.comparing(Tab::getText).reversed()));

    TestWindow.waitUntil("it is the first again", () -> tabs(windows).equals(reversed));
    assertThat(last(windows).shows(RememberedDocument.of(second))).isTrue();
  }

  @Test
  void contentStartsAtMost120PixelsBelowTheFrame(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);

    Node bar = workspace(windows, 0).view.lookup(".title-bar");

    assertThat(bar.localToScene(bar.getLayoutBounds()).getMaxY()).isBetween(60.0, 120.0);
  }

  @Test
  void fileOpenedFromALibraryLeavesTheLibraryInItsTab(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH);
    DocumentTab library = last(windows);

    robot.interact(() -> library.workspace.dropped(List.of(first)));
    expectOpen(windows, 0, first);

    assertThat(tabs(windows)).containsExactly("Library", "erste Datei 模型.safetensors");
    assertThat(library.workspace.state.document()).isEmpty();
    assertThat(documents(windows).getFirst().workspace.view.getScene()).isNotNull();
  }

  @Test
  void aTabMovesToAWindowOfItsOwn(FxRobot robot) {
    Windows windows = startInTabs(robot);

    robot.interact(() -> workspace(windows, 1).context.commands().run(Command.TAB_TO_WINDOW));

    assertThat(stageCount(windows)).isEqualTo(2);
    assertThat(documents(windows)).allMatch(each -> each.workspace.view.getScene() != null);
    assertThat(isOpen(windows, 1, second)).isTrue();

    robot.interact(() -> workspace(windows, 1).context.commands().run(Command.TAB_TO_WINDOW));

    assertThat(stageCount(windows)).as("it has moved back").isOne();
    assertThat(tabs(windows))
        .containsExactly("Library", "erste Datei 模型.safetensors", "second.safetensors");
    assertThat(windows.all()).hasSize(1);
    assertThat(isOpen(windows, 1, second)).isTrue();
  }

  @Test
  void tabsAreOpenAgainInTheirOrder(FxRobot robot) {
    Windows windows = startInTabs(robot);
    robot.interact(() -> workspace(windows, 1).context.commands().run(Command.PREVIOUS_TAB));
    List<String> before = tabs(windows);
    robot.interact(windows.closing::quit);

    Windows later = start(robot, again());
    expectAll(later, 2);

    assertThat(stageCount(later)).isOne();
    assertThat(tabs(later)).isEqualTo(before);
    assertThat(last(later).stage().getTitle()).contains("erste Datei");
  }

  private static void edit(FxRobot robot, Windows windows, int index) {
    robot.interact(
        () -> {
          PaneContext context = workspace(windows, index).context;
          context
              .edits()
              .edit(
                  context
                      .edits()
                      .of(
                          context.selection().openDocument().orElseThrow().checkpoint().files(),
                          Metadata.EMPTY),
                  edits -> edits.apply(MetadataChange.set(new LinkedHashMap<>(Map.of("a", "b")))));
        });
  }

  @Test
  void discardingInTheLastTabShowsTheLibrary(FxRobot robot) {
    Windows windows = startInTabs(robot);
    edit(robot, windows, 1);
    DocumentTab edited = last(windows);
    DocumentTab other = documents(windows).getFirst();
    Stage stage = edited.stage();

    robot.interact(() -> windows.closing.close(edited));
    robot.interact(() -> windows.move(other));
    robot.interact(() -> ((ButtonBase) stage.getScene().lookup("#unsaved-discard")).fire());

    TestWindow.waitUntil("it is closed", () -> documents(windows).equals(List.of(other)));
    assertThat(stage.getScene().lookup("#library-view")).isNotNull();
  }

  @Test
  void aTabThatLeavesAFullScreenDoesNotFillTheScreen(FxRobot robot) {
    Windows windows = startInTabs(robot);
    DocumentTab moved = last(windows);
    robot.interact(
        () -> {
          moved.stage().setFullScreen(true);
          moved.snapshot();
          windows.move(moved);
        });

    assertThat(stageCount(windows)).isEqualTo(2);
    assertThat(moved.stage().isFullScreen()).isFalse();
  }

  @Test
  void windowAsksAboutUnsavedChangesInAHiddenTab(FxRobot robot) {
    Windows windows = startInTabs(robot);
    edit(robot, windows, 0);
    assertThat(tabs(windows).get(1)).startsWith("• ");

    Stage stage = last(windows).stage();
    robot.interact(() -> stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST)));

    assertThat(stage.isShowing()).isTrue();
    assertThat(stage.getTitle()).contains("erste Datei");
    robot.clickOn("#unsaved-discard");

    TestWindow.waitUntil("the window is closed", () -> !stage.isShowing());
    assertThat(storedSession.windows().stream().flatMap(window -> window.document().stream()))
        .as("the last window is open again the next time, with both tabs")
        .extracting(RememberedDocument::path)
        .containsExactlyInAnyOrder(first, second);
  }

  @Test
  void windowAsksAboutATabThatWasEditedDuringTheQuestionAboutAnother(FxRobot robot) {
    Windows windows = startInTabs(robot);
    DocumentTab asked = last(windows);
    edit(robot, windows, 1);
    Stage stage = asked.stage();

    robot.interact(() -> stage.fireEvent(new WindowEvent(stage, WindowEvent.WINDOW_CLOSE_REQUEST)));
    edit(robot, windows, 0);
    robot.interact(() -> ((ButtonBase) stage.getScene().lookup("#unsaved-discard")).fire());

    assertThat(stage.isShowing()).isTrue();
    assertThat(stage.getTitle()).contains("erste Datei");
    assertThat(stage.getScene().lookup("#unsaved-discard")).isNotNull();
  }

  @Test
  void eachPaneRemembersWhetherTheBytesAreBelowItAlsoOverARestart(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    Workspace workspace = workspace(windows, 0);
    Predicate<Workspace> showsBytes = it -> it.view.lookup("#hex-canvas") != null;
    assertThat(showsBytes).as("closed below the overview").rejects(workspace);
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));
    assertThat(showsBytes).as("open below the values").accepts(workspace);

    robot.interact(() -> workspace.context.commands().run(Command.TOGGLE_BYTES));
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_OVERVIEW));
    robot.interact(() -> workspace.context.commands().run(Command.TOGGLE_BYTES));
    Arrangement left = workspace.state.arrangement();
    robot.interact(() -> workspace.state.arrange(Arrangement.DEFAULT));
    assertThat(showsBytes).rejects(workspace);

    robot.interact(() -> workspace.state.arrange(left));
    assertThat(showsBytes).accepts(workspace);
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_VALUES));
    assertThat(showsBytes).rejects(workspace);
    robot.interact(() -> workspace.context.commands().run(Command.SHOW_HISTOGRAM));
    assertThat(showsBytes).accepts(workspace);
  }

  @Test
  void aTabThatIsClosedIsLetGoWhileOthersStay(FxRobot robot) {
    Windows windows = startWithTwoTabs(robot);
    Reference<Workspace> closed = new WeakReference<>(workspace(windows, 0));

    robot.interact(() -> windows.closing.close(documents(windows).getFirst()));

    TestWindow.waitUntilCollected(closed);
    assertThat(isOpen(windows, 0, second)).isTrue();
  }

  @Test
  void aWindowThatATabHasLeftIsLetGoOnceItIsClosed(FxRobot robot) {
    Windows windows = startWithTwoTabs(robot);
    Reference<Workspace> closed = new WeakReference<>(workspace(windows, 0));
    // A menu keeps a reference to the window in which it was shown.
    MenuButton columns = (MenuButton) workspace(windows, 1).view.lookup("#tree-columns");
    robot.interact(columns::show);
    robot.interact(columns::hide);
    robot.interact(() -> windows.move(last(windows)));

    robot.interact(() -> documents(windows).getFirst().stage().close());

    TestWindow.waitUntilCollected(closed);
    assertThat(isOpen(windows, 0, second)).isTrue();
  }

  @Test
  void aWindowThatIsClosedBelowATipIsLetGo(FxRobot robot) {
    Windows windows = startWithTwoTabs(robot);
    robot.interact(() -> windows.move(last(windows)));
    Reference<Workspace> closed = new WeakReference<>(workspace(windows, 0));
    robot.interact(
        () -> {
          Node explained = workspace(windows, 0).view;
          Tooltip tip = Tips.of("explanation");
          tip.setOnShowing(_ -> tip.setText(explained.getAccessibleText()));
          tip.show(explained.getScene().getWindow(), 10, 10);
        });

    robot.interact(() -> documents(windows).getFirst().stage().close());

    TestWindow.waitUntilCollected(closed);
    assertThat(isOpen(windows, 0, second)).isTrue();
  }

  /// JavaFX would otherwise keep the closed window reachable.
  @Test
  void aWindowThatFilledTheScreenNoLongerDoesOnceItIsClosed(FxRobot robot) {
    Windows windows = startWithTwoTabs(robot);
    robot.interact(() -> windows.move(last(windows)));
    Stage stage = documents(windows).getFirst().stage();
    robot.interact(() -> stage.setFullScreen(true));

    robot.interact(stage::close);

    assertThat(stage.isFullScreen()).isFalse();
    assertThat(isOpen(windows, 0, second)).isTrue();
  }

  @Test
  void theLastWindowIsRememberedAsFillingTheScreen(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    robot.interact(() -> documents(windows).getFirst().stage().setFullScreen(true));

    robot.interact(() -> documents(windows).getFirst().stage().close());

    assertThat(storedSession.windows().getFirst().place().orElseThrow().fullScreen()).isTrue();
  }

  private Windows startWithTwoTabs(FxRobot robot) {
    Windows windows = start(robot, StartupPlan.FRESH, first);
    expectOpen(windows, 0, first);
    robot.interact(() -> windows.open(RememberedDocument.of(second), last(windows).window()));
    expectOpen(windows, 1, second);
    return windows;
  }
}
