package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.control.copy.ContextMenuAnchor;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.storage.ModelMark;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import javafx.geometry.Bounds;
import javafx.geometry.Point2D;
import javafx.scene.Node;
import javafx.scene.input.ContextMenuEvent;
import javafx.scene.input.KeyCode;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class GalleryListTest {

  private static final int MANY = 5000;

  private final ModelSelection selection = new ModelSelection();
  private GalleryList gallery;
  private Point2D menuAt;

  private static List<LibraryItem> items(int count) {
    Messages messages = Messages.english();
    return IntStream.range(0, count)
        .mapToObj(
            i ->
                LibraryItem.of(
                    Path.of("/m/" + i),
                    Optional.empty(),
                    Optional.empty(),
                    ModelHealth.PENDING,
                    List.of("m"),
                    "",
                    ModelMark.none(Path.of("/m/" + i)),
                    messages))
        .toList();
  }

  @Start
  void show(Stage stage) {
    Messages messages = Messages.english();
    gallery = new GalleryList(new Thumbnails(Jobs.onFxThread(), messages), selection, messages);
    gallery.show(items(MANY));
    StackPane root = new StackPane(gallery);
    ContextMenuAnchor.openByKeys(root);
    root.addEventHandler(
        ContextMenuEvent.CONTEXT_MENU_REQUESTED,
        event -> menuAt = new Point2D(event.getSceneX(), event.getSceneY()));
    TestWindow.show(stage, root, 900, 700);
  }

  private long cardCount() {
    return gallery.lookupAll("*").stream().filter(ModelCard.class::isInstance).count();
  }

  private List<String> visibleNames() {
    return gallery.lookupAll("*").stream()
        .filter(ModelCard.class::isInstance)
        .filter(Node::isVisible)
        .map(card -> ((ModelCard) card).shown().orElseThrow().name())
        .toList();
  }

  private ModelCard card(String name) {
    return gallery.lookupAll("*").stream()
        .filter(ModelCard.class::isInstance)
        .map(ModelCard.class::cast)
        .filter(card -> card.shown().orElseThrow().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void narrowLowListShowsOneCardPerRow(FxRobot robot) {
    robot.interact(
        () -> {
          gallery.getScene().getWindow().setWidth(300);
          gallery.getScene().getWindow().setHeight(280);
        });
    Pulses.settle();

    assertThat(gallery.getFixedCellSize()).isBetween(100.0, 200.0);
    robot.interact(() -> gallery.move(KeyCode.HOME, false));
    robot.interact(() -> gallery.move(KeyCode.DOWN, false));
    robot.interact(() -> gallery.move(KeyCode.DOWN, false));
    Pulses.settle();

    assertThat(selection.current.getValue()).contains(Path.of("/m/2"));
    Bounds shown = gallery.localToScene(gallery.getLayoutBounds());
    Bounds third = card("2").localToScene(card("2").getLayoutBounds());
    assertThat(third.getMinY()).isGreaterThanOrEqualTo(shown.getMinY());
    assertThat(third.getMaxY()).isLessThanOrEqualTo(shown.getMaxY());
  }

  @Test
  void cardsExistOnlyForVisibleModels(FxRobot robot) {
    assertThat(cardCount()).isBetween(8L, 40L);

    robot.interact(() -> gallery.scrollTo(MANY / 8));
    robot.interact(() -> gallery.move(KeyCode.END, false));

    assertThat(cardCount()).isBetween(8L, 40L);
    assertThat(visibleNames()).contains(String.valueOf(MANY - 1));
    assertThat(selection.current.getValue()).contains(Path.of("/m/" + (MANY - 1)));
  }

  @Test
  void keysMoveByCardRowAndPage(FxRobot robot) {
    robot.interact(() -> gallery.move(KeyCode.DOWN, false));
    assertThat(selection.current.getValue()).contains(Path.of("/m/0"));
    robot.interact(() -> gallery.move(KeyCode.RIGHT, false));
    robot.interact(() -> gallery.move(KeyCode.DOWN, false));
    assertThat(selection.current.getValue()).contains(Path.of("/m/5"));
    robot.interact(() -> gallery.move(KeyCode.LEFT, false));
    robot.interact(() -> gallery.move(KeyCode.UP, false));
    assertThat(selection.current.getValue()).contains(Path.of("/m/0"));
    assertThat(gallery.move(KeyCode.UP, false)).as("above is the search").isFalse();
    robot.interact(() -> gallery.move(KeyCode.PAGE_DOWN, false));
    assertThat(selection.current.getValue()).contains(Path.of("/m/8"));
  }

  @Test
  void surplusCardsAreRemoved(FxRobot robot) {
    robot.interact(() -> gallery.show(items(3)));

    assertThat(visibleNames()).containsExactlyInAnyOrder("0", "1", "2");
    robot.clickOn(card("1"));
    assertThat(selection.current.getValue()).contains(Path.of("/m/1"));
    assertThat(gallery.isFocused()).isTrue();
    assertThat(gallery.getAccessibleText()).startsWith("1\n");
    robot.push(KeyCode.CONTEXT_MENU);
    Bounds bounds = card("1").localToScene(card("1").getLayoutBounds());
    assertThat(menuAt).isEqualTo(new Point2D(bounds.getCenterX(), bounds.getCenterY()));
    robot.interact(() -> gallery.show(List.of()));
    assertThat(visibleNames()).isEmpty();
    assertThat(gallery.move(KeyCode.DOWN, false)).isFalse();
  }
}
