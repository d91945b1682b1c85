package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.error.DetailsButton;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.settings.ChosenSettings;
import io.github.tensorloupe.desktop.storage.Settings;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.desktop.testing.FaultyJobs;
import io.github.tensorloupe.desktop.text.FaultyMessages;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import javafx.application.Platform;
import javafx.scene.Node;
import javafx.scene.Parent;
import javafx.scene.control.Button;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.stage.Stage;
import org.testfx.util.WaitForAsyncUtils;

/// A window in which tests can make parts throw.
abstract class FaultyWindow extends LoggedWindow {

  static final String PANE_PACKAGE = "io.github.tensorloupe.desktop.pane.";
  static final String FAULT_MESSAGE = "thrown on purpose";

  /// In milliseconds.
  private static final long TIMEOUT_MILLIS = 60_000;

  final FaultyMessages messages = new FaultyMessages();
  final FaultyJobs jobs = new FaultyJobs();

  void showFaulty(Stage stage, TestEnvironment surroundings) {
    ChosenSettings settings =
        new ChosenSettings(
            Settings.DEFAULT.with(Switch.SCAN_AUTOMATICALLY, false),
            _ -> {},
            new Jobs(Runnable::run, Runnable::run),
            messages.messages());
    showWindow(stage, surroundings.settings(settings).jobs(jobs), 1000, 900);
  }

  /// Returns a node and its descendants at one moment. Reads them on the FX thread, because the FX
  /// thread may change children at any time.
  static Stream<Node> all(Node node) {
    List<Node> all = new ArrayList<>();
    if (Platform.isFxApplicationThread()) {
      gather(node, all);
    } else {
      WaitForAsyncUtils.waitForAsyncFx(TIMEOUT_MILLIS, () -> gather(node, all));
    }
    return all.stream();
  }

  private static void gather(Node node, List<Node> all) {
    all.add(node);
    if (node instanceof Parent parent) {
      parent.getChildrenUnmodifiable().forEach(child -> gather(child, all));
    }
  }

  static boolean isShown(Node node) {
    return Stream.iterate(node, at -> at != null, at -> (Node) at.getParent())
        .allMatch(Node::isVisible);
  }

  static Optional<Node> findShown(Node root, Predicate<Node> wanted) {
    return all(root).filter(wanted).filter(FaultyWindow::isShown).findFirst();
  }

  static boolean showsFault(Node root) {
    return findShown(root, DetailsButton.class::isInstance).isPresent();
  }

  boolean hasNotice() {
    return showsFault(workspace.view.lookup("#notices"));
  }

  static void tryAgain(Node root) {
    press(root, "fault-again");
  }

  static void press(Node root, String styleClass) {
    ((Button) findShown(root, node -> node.getStyleClass().contains(styleClass)).orElseThrow())
        .fire();
  }

  long stacksInLog() throws IOException {
    return logText()
        .lines()
        .filter(line -> line.matches(" {4}[\\w.]*(Exception|Error): " + FAULT_MESSAGE))
        .count();
  }

  static void throwInLayout(Node root) {
    Pane pane =
        all(root).filter(Pane.class::isInstance).map(Pane.class::cast).findFirst().orElseThrow();
    pane.getChildren()
        .add(
            new Region() {
              @Override
              protected void layoutChildren() {
                throw new IllegalStateException(FAULT_MESSAGE);
              }
            });
  }

  /// Returns an exception as if thrown by a handler in this package of panes.
  static RuntimeException thrownIn(String packageName) {
    IllegalStateException fault = new IllegalStateException(FAULT_MESSAGE);
    fault.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement(PANE_PACKAGE + packageName + ".View", "press", null, 1)
        });
    return fault;
  }

  void closeNotices() {
    all(workspace.view)
        .filter(node -> node.getStyleClass().contains("toast-close"))
        .map(Button.class::cast)
        .toList()
        .forEach(Button::fire);
  }

  Optional<Node> findShownCard() {
    return findShown(workspace.view, node -> node.getStyleClass().contains("fault-card"));
  }
}
