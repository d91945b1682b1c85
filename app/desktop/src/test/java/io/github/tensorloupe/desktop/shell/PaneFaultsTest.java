package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.pane.PaneDescriptor;
import io.github.tensorloupe.desktop.pane.adapter.AdapterPane;
import io.github.tensorloupe.desktop.pane.metadata.MetadataPane;
import io.github.tensorloupe.desktop.pane.pickle.PicklePane;
import io.github.tensorloupe.desktop.pane.problems.ProblemsPane;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.Rounds;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import javafx.event.Event;
import javafx.event.EventType;
import javafx.scene.Node;
import javafx.scene.control.Button;
import javafx.scene.control.TextField;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Throws in each part of the window and checks that this part reports it and the rest keeps
/// working.
@ExtendWith(StageExtension.class)
class PaneFaultsTest extends FaultyWindow {

  /// A part of the window, next to, above or below the others.
  ///
  /// @param packageName relative to the package of the panes
  private record Part(String title, String packageName, Command command) {

    static final Part METADATA = of(MetadataPane.DESCRIPTOR, "metadata");
    static final Part PROBLEMS = of(ProblemsPane.DESCRIPTOR, "problems");
    static final Part TREE = new Part("Tensor tree", "tree", Command.FILTER);
    static final Part PLACE_BAR = new Part("Path bar", "breadcrumb", Command.SHOW_OVERVIEW);

    static final List<Part> ALL =
        Stream.concat(
                // The file is neither an adapter nor a pickle.
                Panes.FILE.stream()
                    .filter(pane -> !pane.equals(AdapterPane.DESCRIPTOR))
                    .filter(pane -> !pane.equals(PicklePane.DESCRIPTOR))
                    .map(pane -> of(pane, pane.id().equals("hashes") ? "hash" : pane.id())),
                Stream.of(
                    new Part("Bytes", "hex", Command.SHOW_BYTES),
                    TREE,
                    new Part("File map", "filemap", Command.SHOW_OVERVIEW),
                    PLACE_BAR))
            .toList();

    private static Part of(PaneDescriptor pane, String packageName) {
      return new Part(
          Messages.english().text(pane.command().messageKey()), packageName, pane.command());
    }

    Predicate<String> code() {
      return name -> name.startsWith(PANE_PACKAGE + packageName + ".");
    }

    @Override
    public String toString() {
      return title;
    }
  }

  /// The other parts have no jobs.
  private static final List<Part> WITH_WORK =
      Part.ALL.stream()
          .filter(part -> !part.equals(Part.PROBLEMS) && !part.equals(Part.PLACE_BAR))
          .toList();

  /// Overlays that cover the window until they are closed.
  enum Overlay {
    SETTINGS(Command.SETTINGS),
    SHORTCUTS(Command.SHORTCUTS),
    GUIDE(Command.USER_GUIDE),
    ABOUT(Command.ABOUT),
    SAVE_COPY(Command.ALIGN_DATA),
    EXPORT(Command.EXPORT),
    BATCH(Command.EDIT_MANY_FILES),
    SALVAGE(Command.SALVAGE),
    PALETTE(Command.PALETTE),
    JOBS(Command.SHOW_JOBS);

    private final Command command;

    Overlay(Command command) {
      this.command = command;
    }
  }

  @Start
  void show(Stage stage) {
    showFaulty(stage, new TestEnvironment(folder));
  }

  private void openFirst(FxRobot robot) {
    show(robot, "nan-and-inf.safetensors");
    robot.interact(() -> workspace.selectTensor("encoder.0.weight"));
  }

  private void turnTo(FxRobot robot, Part part) {
    run(robot, part.command);
  }

  private Optional<LazyPane<?>> guardOf(String title) {
    return all(workspace.view)
        .filter(LazyPane.class::isInstance)
        .<LazyPane<?>>map(LazyPane.class::cast)
        .filter(pane -> pane.title().equals(title))
        .reduce((_, last) -> last);
  }

  private Node contentOf(Part part) {
    return guardOf(part.title)
        .orElseThrow(() -> new AssertionError("no guard of " + part))
        .content();
  }

  private void expectCard(Part part) {
    TestWindow.assertEventually(
        () ->
            assertThat(
                    guardOf(part.title)
                        .filter(LazyPane::hasFailed)
                        .filter(FaultyWindow::showsFault))
                .isPresent());
  }

  private void waitUntilBack(Part part) {
    TestWindow.waitUntil(
        part + " is back", () -> guardOf(part.title).filter(pane -> !pane.hasFailed()).isPresent());
  }

  private void assertCard(FxRobot robot, Part part) {
    expectCard(part);
    assertOthersWork(robot, part);
    robot.interact(() -> tryAgain(guardOf(part.title).orElseThrow()));
    waitUntilBack(part);
  }

  /// Asserts that another part can be selected and is laid out.
  private void assertOthersWork(FxRobot robot, Part failed) {
    Part other = failed.equals(Part.METADATA) ? Part.PROBLEMS : Part.METADATA;
    turnTo(robot, other);
    TestWindow.waitUntil(
        other + " is laid out",
        () ->
            guardOf(other.title)
                .filter(pane -> !pane.hasFailed() && pane.getWidth() > 0)
                .filter(pane -> !pane.isNeedsLayout())
                .isPresent());
    turnTo(robot, failed);
  }

  @Test
  void partWithCreationFailureIsReplacedAndTheOthersKeepWorking(FxRobot robot) throws IOException {
    openFirst(robot);
    List<Part> parts = Rounds.some(Part.ALL, 0);
    for (Part part : parts) {
      turnTo(robot, part);
      messages.failFor(part.code().and(name -> name.endsWith("View")));
      robot.interact(() -> guardOf(part.title).orElseThrow().build());
      messages.failFor(_ -> false);

      assertCard(robot, part);
      assertThat(stacksInLog())
          .as("stacks in the log, of %s", part)
          .isEqualTo(parts.indexOf(part) + 1);
    }
  }

  @Test
  void partWithLayoutFailureIsReplacedAndTheOthersKeepWorking(FxRobot robot) throws IOException {
    openFirst(robot);
    List<Part> parts = Rounds.some(Part.ALL, 1);
    for (Part part : parts) {
      turnTo(robot, part);
      robot.interact(() -> throwInLayout(contentOf(part)));

      assertCard(robot, part);
      assertThat(stacksInLog())
          .as("stacks in the log, of %s", part)
          .isEqualTo(parts.indexOf(part) + 1);
    }
  }

  @Test
  void anotherDocumentOpensWhereAllPartsHaveFailed(FxRobot robot) {
    openFirst(robot);
    for (Part part : Part.ALL) {
      turnTo(robot, part);
      robot.interact(() -> throwInLayout(contentOf(part)));
      expectCard(part);
    }

    show(robot, "rich-metadata.safetensors");

    for (Part part : Part.ALL) {
      turnTo(robot, part);
      waitUntilBack(part);
    }
  }

  @Test
  void failingHandlerIsReportedAndARepeatedFailureReplacesItsPart(FxRobot robot)
      throws IOException {
    openFirst(robot);
    List<Part> parts = Rounds.some(Part.ALL, 2);
    for (Part part : parts) {
      turnTo(robot, part);
      EventType<Event> type = new EventType<>(Event.ANY, "of " + part);
      robot.interact(
          () ->
              contentOf(part)
                  .addEventHandler(
                      type,
                      _ -> {
                        throw thrownIn(part.packageName);
                      }));

      fire(part, type);
      TestWindow.waitUntil("a notice reports " + part, this::hasNotice);
      assertThat(guardOf(part.title).orElseThrow().hasFailed()).isFalse();
      robot.interact(() -> closeNotices());
      fire(part, type);
      fire(part, type);

      assertCard(robot, part);
      assertThat(stacksInLog())
          .as("stacks in the log, of %s", part)
          .isEqualTo(parts.indexOf(part) + 1);
    }
  }

  /// Fires an event as the system does: no caller receives the exception.
  private void fire(Part part, EventType<Event> type) {
    workspace.context.jobs().later(() -> Event.fireEvent(contentOf(part), new Event(type)));
  }

  @Test
  void failedWorkIsReportedWithDetailsAndTheRestContinues(FxRobot robot) {
    List<Supplier<Throwable>> faults =
        List.of(
            () -> new IllegalStateException(FAULT_MESSAGE),
            () -> new OutOfMemoryError(FAULT_MESSAGE),
            () -> new StackOverflowError(FAULT_MESSAGE));
    List<Part> parts = Rounds.some(WITH_WORK, 0);
    for (Part part : parts) {
      jobs.failFor(part.code(), faults.get(parts.indexOf(part) % faults.size()));
      openFirst(robot);
      turnTo(robot, part);
      if (part.equals(Part.TREE)) {
        robot.interact(() -> ((TextField) workspace.view.lookup("#tree-filter")).setText("w"));
      }
      TestWindow.waitUntil(
          part + " or a notice reports it",
          () -> showsFault(guardOf(part.title).orElseThrow()) || hasNotice());
      assertOthersWork(robot, part);
      jobs.stopFailing();

      show(robot, "rich-metadata.safetensors");
      turnTo(robot, part);

      TestWindow.waitUntil(
          "nothing reports " + part + " any more",
          () -> !showsFault(guardOf(part.title).orElseThrow()) && !hasNotice());
    }
  }

  @Test
  void whatLiesOverTheWindowAndFailsCanBeClosed(FxRobot robot) throws IOException {
    show(robot, "truncated.safetensors");
    for (Overlay over : Overlay.values()) {
      run(robot, over.command);
      TestWindow.waitUntil("nothing runs", () -> jobs.running().isEmpty());
      Node layer =
          Stream.of("#panel-host .panel", "#palette-layer", "#jobs")
              .map(workspace.view::lookup)
              .filter(node -> node != null && isShown(node))
              .findFirst()
              .orElseThrow(() -> new AssertionError("nothing is shown for " + over));
      robot.interact(() -> throwInLayout(layer));

      TestWindow.waitUntil(
          "the card is there in place of " + over, () -> findShownCard().isPresent());
      assertThat(showsFault(findShownCard().orElseThrow())).isTrue();
      robot.interact(() -> press(workspace.view, "fault-close"));
      TestWindow.waitUntil("the card is removed from " + over, () -> findShownCard().isEmpty());
      assertThat(panels().showingProperty().get()).isFalse();
      assertOthersWork(robot, Part.PLACE_BAR);
      assertThat(stacksInLog()).as("stacks in the log, of %s", over).isEqualTo(over.ordinal() + 1);
    }
  }

  @Test
  void libraryFailureShowsACardOnTheStartPage(FxRobot robot) {
    robot.interact(() -> throwInLayout(guardOf("Library").orElseThrow().content()));

    TestWindow.waitUntil(
        "the card is there", () -> guardOf("Library").filter(LazyPane::hasFailed).isPresent());
    robot.interact(() -> tryAgain(guardOf("Library").orElseThrow()));
    TestWindow.waitUntil(
        "it is back", () -> guardOf("Library").filter(pane -> !pane.hasFailed()).isPresent());
    show(robot, "nan-and-inf.safetensors");
  }

  private LazyPane<?> library() {
    return guardOf("Library").orElseThrow();
  }

  private void expectLibrary(String what, Predicate<LazyPane<?>> wanted) {
    TestWindow.assertEventually(() -> assertThat(wanted.test(library())).as(what).isTrue());
  }

  @Test
  void libraryCreationFailureIsReportedAndRetried(FxRobot robot) throws IOException {
    messages.failFor(name -> name.startsWith(PANE_PACKAGE + "library.LibraryView"));
    robot.interact(() -> library().build());
    messages.failFor(_ -> false);

    expectLibrary("tells", FaultyWindow::showsFault);
    robot.interact(() -> tryAgain(library()));
    expectLibrary("is back", pane -> !pane.hasFailed());
    assertThat(stacksInLog()).isEqualTo(1);
    show(robot, "nan-and-inf.safetensors");
  }

  @Test
  void failedLibraryRefreshIsReportedAndRetried(FxRobot robot) {
    jobs.failFor(
        name -> name.startsWith(PANE_PACKAGE + "library."),
        () -> new OutOfMemoryError(FAULT_MESSAGE));
    robot.interact(() -> ((Button) library().lookup("#library-refresh")).fire());

    expectLibrary("tells", FaultyWindow::showsFault);
    assertThat(library().hasFailed()).isFalse();
    jobs.stopFailing();
    robot.interact(() -> ((Button) library().lookup("#library-refresh")).fire());
    expectLibrary("no longer reports a fault", pane -> !showsFault(pane));
    show(robot, "nan-and-inf.safetensors");
  }

  @Test
  void libraryRowFailureIsReportedAndRetried(FxRobot robot) {
    TestWindow.waitUntil("it has looked", () -> jobs.running().isEmpty());
    robot.interact(() -> workspace.context.commands().run(Command.OPEN_DEMO));
    TestWindow.waitUntil(
        "something was opened", () -> workspace.context.selection().openDocument().isPresent());
    messages.failFor(name -> name.startsWith(PANE_PACKAGE + "library.LibraryItem"));
    run(robot, Command.CLOSE);

    expectLibrary("tells", FaultyWindow::showsFault);
    messages.failFor(_ -> false);
    robot.interact(() -> tryAgain(library()));
    expectLibrary("is back", pane -> !pane.hasFailed());
    show(robot, "nan-and-inf.safetensors");
  }

  @Test
  void aButtonOfTheLibraryThatThrowsOnAndOnEndsItAndTheWindowLives(FxRobot robot) {
    EventType<Event> type = new EventType<>(Event.ANY, "of the library");
    robot.interact(
        () ->
            library()
                .content()
                .addEventHandler(
                    type,
                    _ -> {
                      throw thrownIn("library");
                    }));
    for (int i = 0; i < 3; i++) {
      jobs.later(() -> Event.fireEvent(library().content(), new Event(type)));
    }

    expectLibrary("tells", FaultyWindow::showsFault);
    robot.interact(() -> tryAgain(library()));
    expectLibrary("is back", pane -> !pane.hasFailed());
    show(robot, "nan-and-inf.safetensors");
  }
}
