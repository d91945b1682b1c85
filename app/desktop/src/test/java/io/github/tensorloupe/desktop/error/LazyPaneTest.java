package io.github.tensorloupe.desktop.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.error.LazyPane.Fault;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.Node;
import javafx.scene.control.Label;
import javafx.scene.input.Clipboard;
import javafx.scene.layout.HBox;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Priority;
import javafx.scene.layout.Region;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Throws in panes and checks that the rest of the window keeps working.
@ExtendWith(StageExtension.class)
class LazyPaneTest {

  /// Runs the fault during layout.
  private static final class Broken extends StackPane {
    private final Runnable fault;

    Broken(Runnable fault) {
      super(new Label("the broken pane"));
      this.fault = fault;
    }

    @Override
    protected void layoutChildren() {
      fault.run();
      super.layoutChildren();
    }
  }

  private final List<Fault> faults = new ArrayList<>();
  private Label other;
  private HBox root;
  private boolean broken = true;

  @Start
  void show(Stage stage) {
    other = new Label("before");
    root = new HBox();
    other.setMinWidth(Region.USE_PREF_SIZE);
    HBox.setHgrow(other, Priority.ALWAYS);
    TestWindow.show(stage, root, 900, 500);
  }

  private LazyPane<?> guard(Supplier<Node> maker) {
    LazyPane.Environment environment =
        new LazyPane.Environment(
            Jobs.onFxThread()::later, faults::add, FirstFrame.shown(), Messages.english());
    return new LazyPanes(environment, "io.github.tensorloupe.desktop.pane")
        .guard("Histogram", "histogram", maker);
  }

  private void throwIfBroken() {
    if (broken) {
      throw new IllegalStateException("thrown on purpose");
    }
  }

  /// Checks that the window is still laid out when the other part changes.
  private void assertTheRestLives(FxRobot robot) {
    robot.interact(() -> other.setText("a much longer text than before"));
    TestWindow.waitUntil(
        "the rest of the window is laid out", () -> !other.isNeedsLayout() && wide(other));
  }

  private static boolean wide(Label label) {
    return label.lookup(".text") != null
        && label.lookup(".text").getLayoutBounds().getWidth() > 120;
  }

  private void assertCardIsShownAndRetrySucceeds(FxRobot robot) {
    TestWindow.waitUntil(
        "the card is shown", () -> robot.lookup(".fault-card").tryQuery().isPresent());
    assertThat(robot.lookup(".fault-text").queryAllAs(Label.class))
        .extracting(Label::getText)
        .anySatisfy(text -> assertThat(text).contains("Histogram"))
        .anySatisfy(text -> assertThat(text).contains("thrown on purpose"));
    assertThat(faults).hasSize(1);
    broken = false;
    robot.clickOn(".fault-again");
    TestWindow.waitUntil(
        "the pane is back", () -> robot.lookup("the broken pane").tryQuery().isPresent());
    assertThat(robot.lookup(".fault-card").tryQuery()).isEmpty();
  }

  @Test
  void failureToCreateAPaneShowsACard(FxRobot robot) {
    robot.interact(
        () ->
            root.getChildren()
                .setAll(
                    other,
                    guard(
                        () -> {
                          throwIfBroken();
                          return new Label("the broken pane");
                        })));

    assertTheRestLives(robot);
    assertCardIsShownAndRetrySucceeds(robot);
  }

  @Test
  void failureToLayOutAPaneShowsACard(FxRobot robot) {
    robot.interact(
        () -> root.getChildren().setAll(other, guard(() -> new Broken(this::throwIfBroken))));

    assertTheRestLives(robot);
    assertCardIsShownAndRetrySucceeds(robot);
  }

  @Test
  void recreatedPaneReplacesSubscriptionsButNotThoseOfBorrowedNodes(FxRobot robot) {
    StringProperty model = new SimpleStringProperty("first");
    Label lent = new Label();
    WeakSubscriptions.of(lent).subscribe(model, lent::setText);
    List<String> received = new ArrayList<>();
    List<Node> createdPanes = new ArrayList<>();
    robot.interact(
        () ->
            root.getChildren()
                .setAll(
                    other,
                    guard(
                        () -> {
                          Broken pane = new Broken(this::throwIfBroken);
                          pane.getChildren().add(lent);
                          createdPanes.add(pane);
                          String name = "pane " + createdPanes.size();
                          WeakSubscriptions.of(pane)
                              .subscribe(model, now -> received.add(name + ": " + now));
                          return pane;
                        })));
    assertCardIsShownAndRetrySucceeds(robot);

    robot.interact(() -> model.set("second"));

    assertThat(received).containsExactly("pane 1: first", "pane 2: first", "pane 2: second");
    assertThat(lent.getText()).isEqualTo("second");
  }

  @Test
  void somethingDeepInAPaneThatIsLaidOutForItselfIsCaughtToo(FxRobot robot) {
    broken = false;
    Broken deep = new Broken(this::throwIfBroken);
    deep.setManaged(false);
    robot.interact(
        () -> {
          Label label = new Label("the broken pane");
          root.getChildren()
              .setAll(other, guard(() -> broken ? deep : new Pane(new Pane(deep), label)));
        });
    robot.interact(
        () -> {
          broken = true;
          deep.requestLayout();
        });

    assertTheRestLives(robot);
    assertCardIsShownAndRetrySucceeds(robot);
  }

  @Test
  void failureToMeasureAPaneShowsACard(FxRobot robot) {
    robot.interact(
        () ->
            root.getChildren()
                .setAll(
                    other,
                    guard(
                        () ->
                            new StackPane(new Label("the broken pane")) {
                              @Override
                              protected double computePrefWidth(double height) {
                                throwIfBroken();
                                return 100;
                              }
                            })));

    assertTheRestLives(robot);
    assertCardIsShownAndRetrySucceeds(robot);
  }

  @Test
  void stackOverflowAndOutOfMemoryAreCaught(FxRobot robot) {
    robot.interact(
        () ->
            root.getChildren()
                .setAll(
                    other,
                    guard(
                        () ->
                            new Broken(
                                () -> {
                                  throw new OutOfMemoryError("on purpose");
                                })),
                    guard(() -> new Broken(LazyPaneTest::overflow))));

    assertTheRestLives(robot);
    TestWindow.waitUntil(
        "both cards are shown", () -> robot.lookup(".fault-card").queryAll().size() == 2);
    assertThat(faults)
        .extracting(fault -> fault.cause().getClass().getSimpleName())
        .containsExactlyInAnyOrder("OutOfMemoryError", "StackOverflowError");
  }

  private static void overflow() {
    overflow();
  }

  @Test
  void theCardCopiesAllThatIsKnown(FxRobot robot) {
    robot.interact(
        () -> root.getChildren().setAll(other, guard(() -> new Broken(this::throwIfBroken))));
    TestWindow.waitUntil(
        "the card is shown", () -> robot.lookup(".details-button").tryQuery().isPresent());

    robot.clickOn(".details-button");

    robot.interact(
        () ->
            assertThat(Clipboard.getSystemClipboard().getString())
                .contains("Doing: Histogram", "File on disk: unchanged", "TensorLoupe ")
                .contains("java.lang.IllegalStateException: thrown on purpose", "\tat "));
  }

  @Test
  void inPlaceOfABarTheCardIsOneLine(FxRobot robot) {
    LazyPane<?>[] bar = new LazyPane<?>[1];
    robot.interact(
        () -> {
          bar[0] = guard(() -> new Broken(this::throwIfBroken));
          bar[0].setMinHeight(40);
          bar[0].setMaxHeight(40);
          root.getChildren().setAll(other, bar[0]);
        });
    TestWindow.waitUntil(
        "the line is shown", () -> robot.lookup(".fault-card-line").tryQuery().isPresent());
    assertThat(robot.lookup(".fault-again").queryAll()).hasSize(1);
    assertThat(robot.lookup(".fault-again").<Node>query().getBoundsInParent().getHeight())
        .isLessThan(40);

    robot.interact(() -> bar[0].setMaxHeight(400));
    TestWindow.waitUntil(
        "the sentences are shown", () -> robot.lookup(".fault-text").tryQuery().isPresent());
    assertThat(robot.lookup(".details-button").queryAll()).hasSize(1);
  }

  @Test
  void workThatAPaneNeedsAndThatHasFailedIsBegunAgainFromTheCard(FxRobot robot) {
    List<String> begun = new ArrayList<>();
    LazyPane<?>[] pane = new LazyPane<?>[1];
    robot.interact(
        () -> {
          pane[0] = guard(() -> new Label("the broken pane"));
          root.getChildren().setAll(other, pane[0]);
          pane[0].showFault(new OutOfMemoryError("on purpose"), () -> begun.add("again"));
        });
    assertThat(pane[0].hasFailed()).isTrue();
    assertTheRestLives(robot);

    robot.clickOn(".fault-again");

    TestWindow.waitUntil(
        "the pane is back", () -> robot.lookup("the broken pane").tryQuery().isPresent());
    assertThat(begun).containsExactly("again");
  }

  @Test
  void faultsOfAPaneThatFollowEachOtherTakeItAway(FxRobot robot) {
    List<LazyPane<?>> panes = new ArrayList<>();
    robot.interact(
        () -> {
          panes.add(guard(Region::new));
          root.getChildren().setAll(other, panes.getFirst());
        });
    IllegalStateException fault = new IllegalStateException("thrown on purpose");
    fault.setStackTrace(
        new StackTraceElement[] {
          new StackTraceElement("java.util.List", "get", null, 1),
          new StackTraceElement(
              "io.github.tensorloupe.desktop.selection.Selection", "select", null, 1),
          new StackTraceElement(
              "io.github.tensorloupe.desktop.pane.histogram.HistogramView", "show", null, 1),
          new StackTraceElement(
              "io.github.tensorloupe.desktop.pane.tree.TensorTreeView", "press", null, 1)
        });

    robot.interact(
        () -> {
          LazyPane<?> pane = panes.getFirst();
          assertThat(pane.isOrigin(fault, "io.github.tensorloupe.desktop.pane")).isTrue();
          assertThat(pane.note(fault)).isFalse();
          assertThat(pane.note(fault)).isFalse();
          assertThat(pane.hasFailed()).isFalse();
          assertThat(pane.note(fault)).isTrue();
          assertThat(pane.hasFailed()).isTrue();
        });
  }
}
