package io.github.tensorloupe.desktop.control.panel;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.WeakSubscriptions;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import javafx.scene.layout.Region;
import javafx.scene.layout.VBox;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// A box with initially hidden parts.
@ExtendWith(StageExtension.class)
class PanelPartsTest {

  private final StringProperty model = new SimpleStringProperty("begin");
  private final List<String> received = new ArrayList<>();
  private final Region top = new Region();
  private final Region hidden = new Region();
  private final Region hiddenLater = new Region();
  private final Region bottom = new Region();
  private final VBox box = new VBox(top);

  @Start
  void show(Stage stage) {
    PanelParts.setShown(hidden, false);
    PanelParts.fill(box, hidden, hiddenLater, bottom);
    PanelParts.setShown(hiddenLater, false);
    WeakSubscriptions.of(hidden).subscribe(model, now -> received.add(now));
    TestWindow.show(stage, box, 200, 200);
  }

  @Test
  void aHiddenPartJoinsInItsPlaceWhenItIsFirstShown(FxRobot robot) {
    assertThat(box.getChildren()).containsExactly(top, bottom);

    robot.interact(() -> PanelParts.setShown(hiddenLater, true));
    assertThat(box.getChildren()).containsExactly(top, hiddenLater, bottom);

    robot.interact(() -> PanelParts.setShown(hidden, true));
    assertThat(box.getChildren()).containsExactly(top, hidden, hiddenLater, bottom);
  }

  @Test
  void aPartThatIsHiddenAgainStaysWhereItIs(FxRobot robot) {
    robot.interact(() -> PanelParts.setShown(bottom, false));

    assertThat(box.getChildren()).containsExactly(top, bottom);
  }

  @Test
  void aPartThatWasNeverShownFollowsNothingAfterTheBoxIsRemoved(FxRobot robot) {
    robot.interact(() -> WeakSubscriptions.endIn(box));
    robot.interact(() -> model.set("end"));

    assertThat(received).containsExactly("begin");
  }
}
