package io.github.tensorloupe.desktop.control.panel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.error.LazyPane;
import io.github.tensorloupe.desktop.error.LazyPanes;
import io.github.tensorloupe.desktop.job.FirstFrame;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.control.Button;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Shows panels one at a time and checks which of them receive changes of a model that outlives
/// them.
@ExtendWith(StageExtension.class)
class PanelHostTest {

  private final StringProperty model = new SimpleStringProperty("begin");
  private final List<String> received = new ArrayList<>();
  private final List<Panel> createdPanels = new ArrayList<>();
  private Button outside;
  private PanelHost host;

  @Start
  void show(Stage stage) {
    LazyPane.Environment surroundings =
        new LazyPane.Environment(Runnable::run, _ -> {}, FirstFrame.shown(), Messages.english());
    outside = new Button("Outside");
    host = new PanelHost(new Pane(outside), new LazyPanes(surroundings, ""));
    TestWindow.show(stage, host, 800, 600);
  }

  private void show(String name) {
    host.show("test", name, () -> panel(name));
  }

  /// Creates a panel that subscribes to the model itself, in its body and in a button.
  private Panel panel(String name) {
    Panel panel = new Panel(name);
    Region part = new Region();
    Button button = new Button("Close");
    panel.setBody(new VBox(part));
    panel.setButtons(List.of(), List.of(button));
    WeakSubscriptions.of(panel).subscribe(model, now -> received.add(name + " panel " + now));
    WeakSubscriptions.of(part).subscribe(model, now -> received.add(name + " body " + now));
    WeakSubscriptions.of(button).subscribe(model, now -> received.add(name + " button " + now));
    createdPanels.add(panel);
    return panel;
  }

  private void change(FxRobot robot, String value) {
    received.clear();
    robot.interact(() -> model.set(value));
  }

  @Test
  void panelReceivesChangesWheneverItIsShown(FxRobot robot) {
    robot.interact(() -> show("a"));
    change(robot, "shown");
    assertThat(received)
        .containsExactlyInAnyOrder("a panel shown", "a body shown", "a button shown");

    robot.interact(() -> host.hide(createdPanels.getFirst()));
    change(robot, "hidden");
    assertThat(received).isEmpty();

    robot.interact(() -> show("a"));
    change(robot, "again");
    assertThat(received)
        .containsExactlyInAnyOrder("a panel again", "a body again", "a button again");
  }

  @Test
  void openPanelKeepsTheFocus(FxRobot robot) {
    robot.interact(() -> show("a"));
    Button inside = robot.lookup("Close").queryButton();

    robot.interact(outside::requestFocus);
    assertThat(inside.isFocused()).isTrue();

    robot.interact(() -> host.hide(createdPanels.getFirst()));
    robot.interact(outside::requestFocus);
    assertThat(outside.isFocused()).isTrue();
  }

  @Test
  void closingAFailedPanelNotifiesItsSource(FxRobot robot) {
    List<String> closeEvents = new ArrayList<>();
    Supplier<Panel> broken =
        () -> {
          throw new IllegalStateException("thrown on purpose");
        };
    robot.interact(() -> host.show("test", "a", broken, () -> closeEvents.add("given up")));
    assertThat(host.showingProperty().get()).isTrue();
    assertThat(closeEvents).isEmpty();

    robot.clickOn(".fault-close");

    assertThat(closeEvents).containsExactly("given up");
    assertThat(host.showingProperty().get()).isFalse();
  }

  @Test
  void replacedPanelReceivesNoChanges(FxRobot robot) {
    robot.interact(() -> show("a"));
    robot.interact(() -> show("b"));

    change(robot, "shown");

    assertThat(createdPanels).hasSize(2);
    assertThat(received)
        .containsExactlyInAnyOrder("b panel shown", "b body shown", "b button shown");
  }
}
