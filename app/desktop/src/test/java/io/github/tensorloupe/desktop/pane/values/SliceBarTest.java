package io.github.tensorloupe.desktop.pane.values;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.slice.SliceBar;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javafx.scene.Node;
import javafx.scene.Scene;
import javafx.scene.control.MenuButton;
import javafx.scene.control.MenuItem;
import javafx.scene.control.RadioMenuItem;
import javafx.scene.control.Slider;
import javafx.scene.control.TextField;
import javafx.scene.layout.HBox;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;

@ExtendWith(StageExtension.class)
class SliceBarTest {

  @TempDir Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ValuesViewModel model =
      new ValuesViewModel(selection, new Jobs(Runnable::run, Runnable::run), Messages.english());
  private SliceBar bar;

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private void show(FxRobot robot, long... shape) throws IOException {
    int count = (int) Arrays.stream(shape).reduce(1, (a, b) -> a * b);
    FileDocument document =
        files.open(
            new TensorFiles()
                .tensor("t", Dtype.U8, new byte[count], shape)
                .write(Files.createTempFile(folder, "t", ".safetensors")));
    robot.interact(
        () -> {
          model.active.set(true);
          model.setWholeCells(4, 4);
          selection.show(new DocumentState.Open(document));
          selection.select(document.checkpoint().tensors().getFirst());
          bar = bar == null ? barOf(new ValuesView(model, Messages.english())) : bar;
        });
  }

  private static SliceBar barOf(ValuesView view) {
    new Scene(view, 900, 700);
    view.applyCss();
    view.layout();
    return (SliceBar) view.lookup("#values-axes");
  }

  private MenuButton menu(int index) {
    return (MenuButton) bar.getChildren().get(index);
  }

  private List<String> items(int menu) {
    return menu(menu).getItems().stream().map(MenuItem::getText).toList();
  }

  private List<Integer> chosen(int menu) {
    List<MenuItem> items = menu(menu).getItems();
    return items.stream()
        .filter(item -> ((RadioMenuItem) item).isSelected())
        .map(items::indexOf)
        .toList();
  }

  private List<Integer> held() {
    return bar.getChildren().stream()
        .filter(HBox.class::isInstance)
        .map(axis -> text((HBox) axis).getId())
        .map(id -> Integer.valueOf(id.substring(id.lastIndexOf('-') + 1)))
        .toList();
  }

  private static TextField text(HBox axis) {
    return axis.getChildren().stream()
        .filter(TextField.class::isInstance)
        .map(TextField.class::cast)
        .findFirst()
        .orElseThrow();
  }

  private <T> T control(int index, Class<T> type) {
    return ((HBox) bar.getChildren().get(index))
        .getChildren().stream().filter(type::isInstance).map(type::cast).findFirst().orElseThrow();
  }

  private String axes() {
    return model.page.get().orElseThrow().slice().axes().text();
  }

  @Test
  void matrixNeedsNoChoice(FxRobot robot) throws IOException {
    show(robot, 3, 4);

    assertThat(bar.isVisible()).isFalse();
    assertThat(bar.isManaged()).isFalse();
    assertThat(bar.getChildren()).isEmpty();
  }

  @Test
  void everyAxisIsOfferedDownToTheLast(FxRobot robot) throws IOException {
    show(robot, 2, 3, 5);

    assertThat(bar.isVisible()).isTrue();
    assertThat(items(0)).containsExactly("axis 0: 2", "axis 1: 3", "axis 2: 5");
    assertThat(items(1)).isEqualTo(items(0));
    assertThat(menu(0).getText()).isEqualTo("↓ axis 1");
    assertThat(menu(1).getText()).isEqualTo("→ axis 2");
    assertThat(chosen(0)).containsExactly(1);
    assertThat(chosen(1)).containsExactly(2);
    assertThat(held()).containsExactly(0);
  }

  @Test
  void lastAxisCanGoDownAndTheFirstToTheRight(FxRobot robot) throws IOException {
    show(robot, 2, 3, 5);

    robot.interact(() -> menu(1).getItems().getFirst().fire());
    assertThat(menu(1).getText()).isEqualTo("→ axis 0");
    assertThat(held()).containsExactly(2);
    robot.interact(() -> menu(0).getItems().getLast().fire());

    assertThat(menu(0).getText()).isEqualTo("↓ axis 2");
    assertThat(chosen(0)).containsExactly(2);
    assertThat(chosen(1)).containsExactly(0);
    assertThat(held()).containsExactly(1);
    assertThat(model.page.get().orElseThrow().slice().axes().rowAxis()).isEqualTo(2);
    assertThat(model.page.get().orElseThrow().slice().axes().columnAxis()).isZero();
  }

  @Test
  void axisIsHeldAnywhereFromItsFirstIndexToItsLast(FxRobot robot) throws IOException {
    show(robot, 4, 3, 5);
    Slider slider = control(2, Slider.class);
    TextField field = control(2, TextField.class);
    assertThat(slider.getMin()).isZero();
    assertThat(slider.getMax()).isEqualTo(3);
    assertThat(slider.isDisable()).isFalse();
    assertThat(field.getText()).isEqualTo("0");

    robot.interact(() -> slider.setValue(2.6));
    assertThat(field.getText()).isEqualTo("3");
    assertThat(axes()).isEqualTo("[3, :, :]");

    robot.interact(
        () -> {
          field.setText(" 1 ");
          field.getOnAction().handle(null);
        });
    assertThat(slider.getValue()).isEqualTo(1);
    assertThat(axes()).isEqualTo("[1, :, :]");

    robot.interact(
        () -> {
          field.setText("x");
          field.getOnAction().handle(null);
        });
    assertThat(field.getText()).isEqualTo("1");
    assertThat(axes()).isEqualTo("[1, :, :]");
  }

  @Test
  void slidersStayWhileOnlyAnIndexChanges(FxRobot robot) throws IOException {
    show(robot, 4, 3, 5);
    Node before = bar.getChildren().get(2);

    robot.interact(() -> model.hold(0, 2));
    assertThat(bar.getChildren().get(2)).isSameAs(before);
    assertThat(control(2, Slider.class).getValue()).isEqualTo(2);

    robot.interact(() -> model.showAxis(0, true));
    assertThat(held()).containsExactly(1);
  }

  @Test
  void anotherTensorWithAsManyAxesHasItsOwnLengths(FxRobot robot) throws IOException {
    show(robot, 4, 3, 5);
    FileDocument two =
        files.open(
            new TensorFiles()
                .tensor("a", Dtype.U8, new byte[60], 4, 3, 5)
                .tensor("b", Dtype.U8, new byte[90], 6, 3, 5)
                .write(folder.resolve("two.safetensors")));
    robot.interact(
        () -> {
          selection.show(new DocumentState.Open(two));
          selection.select(two.checkpoint().tensors().getFirst());
          selection.select(two.checkpoint().tensors().getLast());
        });

    assertThat(items(0)).startsWith("axis 0: 6");
    assertThat(control(2, Slider.class).getMax()).isEqualTo(5);
  }

  @Test
  void axisOfOneIndexCannotBeMoved(FxRobot robot) throws IOException {
    show(robot, 1, 3, 5);

    assertThat(control(2, Slider.class).isDisable()).isTrue();
  }

  @Test
  void twelveAxesAreHeldBySlidersAndThirtyTwoAreOffered(FxRobot robot) throws IOException {
    long[] shape = new long[33];
    Arrays.fill(shape, 1);

    show(robot, shape);

    assertThat(held()).containsExactly(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11);
    assertThat(items(0)).hasSize(32).endsWith("axis 31: 1");
  }
}
