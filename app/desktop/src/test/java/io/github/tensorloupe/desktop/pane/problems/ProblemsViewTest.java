package io.github.tensorloupe.desktop.pane.problems;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.problems.ProblemsViewModel.Row;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.ScanResults.ScannedTensor;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.SampleHealth;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javafx.scene.Parent;
import javafx.scene.control.Label;
import javafx.scene.control.Labeled;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.scene.text.Text;
import javafx.stage.Stage;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class ProblemsViewTest {

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private final ScanResults results = new ScanResults();

  private final ProblemsViewModel model = new ProblemsViewModel(selection, results);
  private ProblemsView view;

  @Start
  void show(Stage stage) throws IOException {
    view = new ProblemsView(model, _ -> Optional.empty(), () -> {}, Messages.english());
    TestWindow.show(stage, view, 600, 500);
    StringBuilder header = new StringBuilder(" {");
    for (int i = 0; i < 2000; i++) {
      String entry = "\"t%d\":{\"dtype\":\"U8\",\"shape\":[1],\"data_offsets\":[%d,%d]}";
      header.append(entry.formatted(i, i, i + 1)).append(',');
      header.append(entry.formatted(i, i, i + 1)).append(i < 1999 ? ',' : '}');
    }
    files.show(
        TensorFiles.raw(folder.resolve("a.safetensors"), header.toString(), 2000), selection);
    model.open(duplicates(), true);
  }

  private Row duplicates() {
    return model.rows.stream().filter(Row.Group.class::isInstance).findFirst().orElseThrow();
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static ListView<Row> list(FxRobot robot) {
    return robot.lookup("#problems-list").queryListView();
  }

  private Optional<String> selectedName() {
    return selection.tensorProperty().get().map(tensor -> tensor.info().name());
  }

  @Test
  void onlyVisibleFindingsHaveCells(FxRobot robot) {
    assertThat(list(robot).getItems()).hasSizeGreaterThan(200);
    assertThat(robot.lookup(".finding-cell").queryAll()).hasSizeLessThan(40);
  }

  @Test
  void inactiveListIsEmptyAndRestoresItsSelection(FxRobot robot) {
    robot.interact(() -> list(robot).getSelectionModel().select(2));

    robot.interact(() -> view.active.set(false));
    assertThat(list(robot).getItems()).isEmpty();
    robot.interact(selection::clearTensor);

    robot.interact(() -> view.active.set(true));
    assertThat(list(robot).getItems()).hasSizeGreaterThan(200);
    assertThat(list(robot).getSelectionModel().getSelectedIndex()).isEqualTo(2);
    assertThat(selectedName()).as("not gone to once more").isEmpty();
  }

  @Test
  void clickingAFindingSelectsItsTensor(FxRobot robot) {
    robot.clickOn("The tensor \"t0\" occurs more than once in the header; its last entry counts.");

    assertThat(selectedName()).contains("t0");
  }

  @Test
  void enterReturnsToTheTensorOfTheSelectedFinding(FxRobot robot) {
    robot.interact(
        () -> {
          list(robot).requestFocus();
          list(robot).getSelectionModel().select(2);
          selection.clearTensor();
        });

    robot.push(KeyCode.ENTER);

    assertThat(selectedName()).contains("t1");
  }

  @Test
  void buttonsSayHowManyThereAreAndHideThem(FxRobot robot) {
    Labeled warnings = robot.lookup("#problems-warning").queryLabeled();
    assertThat(warnings.getText()).contains("warnings");
    assertThat(robot.lookup("#problems-error").query().isDisabled())
        .isEqualTo(robot.lookup("#problems-error").queryLabeled().getText().startsWith("0"));

    robot.clickOn("#problems-warning");

    assertThat(list(robot).getItems()).noneMatch(row -> row instanceof Row.Group);
  }

  @Test
  void keysOpenAndCloseAGroup(FxRobot robot) {
    robot.interact(
        () -> {
          list(robot).requestFocus();
          list(robot).getSelectionModel().select(duplicates());
        });
    int all = list(robot).getItems().size();

    robot.push(KeyCode.LEFT);
    assertThat(list(robot).getItems()).hasSizeLessThan(10);
    robot.push(KeyCode.RIGHT);
    assertThat(list(robot).getItems()).hasSize(all);
    robot.push(KeyCode.DOWN).push(KeyCode.LEFT);
    assertThat(list(robot).getItems()).hasSizeLessThan(10);
    assertThat(list(robot).getSelectionModel().getSelectedItem()).isEqualTo(duplicates());
    robot.push(KeyCode.ENTER);
    assertThat(list(robot).getItems()).hasSize(all);
  }

  @Test
  void clickOpensAndClosesAGroup(FxRobot robot) {
    int all = list(robot).getItems().size();
    String title = ((Row.Group) duplicates()).group().title().toString();

    robot.clickOn(title);
    assertThat(list(robot).getItems()).hasSizeLessThan(10);
    robot.clickOn(title);
    assertThat(list(robot).getItems()).hasSize(all);
  }

  @Test
  void healthyFileIsPraisedAndNoDocumentSaysNothing(FxRobot robot) throws IOException {
    Path healthy = new TensorFiles().floats("a", 1).write(folder.resolve("b.safetensors"));
    var document = files.open(healthy);
    robot.interact(() -> selection.show(new DocumentState.Open(document)));
    Pulses.settle();
    Parent praise = robot.lookup("#problems-none").query().getParent();
    assertThat(praise.isVisible()).isTrue();
    assertThat(praise.getChildrenUnmodifiable().getLast())
        .asInstanceOf(InstanceOfAssertFactories.type(Label.class))
        .extracting(Label::getText)
        .isEqualTo(Messages.english().text("problems.none.not-scanned"));
    assertThat(list(robot).getParent().isVisible()).isFalse();

    robot.interact(() -> selection.show(new DocumentState.Empty()));
    assertThat(robot.lookup("#problems-none").query().getParent().isVisible()).isFalse();
    assertThat(list(robot).getParent().isVisible()).isFalse();
  }

  @Test
  void moreFindingsLeaveSelectionAndCaretWhereTheyAre(FxRobot robot) throws IOException {
    FileDocument document =
        files.open(
            new TensorFiles()
                .floats("a", 1, Float.NaN)
                .floats("b", Float.NaN)
                .write(folder.resolve("values.safetensors")));
    robot.interact(
        () -> {
          results.begin(Optional.of(document));
          selection.show(new DocumentState.Open(document));
          results.addHealth(List.of(nan(document, 1, 0)));
        });
    robot.clickOn("NaN in b");
    robot.interact(() -> selection.placeCaret(document.checkpoint().files().getFirst(), 5));

    robot.interact(() -> results.addHealth(List.of(nan(document, 0, 1))));

    assertThat(list(robot).getItems()).hasSize(3);
    assertThat(list(robot).getSelectionModel().getSelectedItem())
        .isInstanceOf(Row.Single.class)
        .asString()
        .contains("NaN in b");
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset()).isEqualTo(5);
  }

  @Test
  void findingAboutANanLeadsToItsByte(FxRobot robot) throws IOException {
    FileDocument document =
        files.open(
            new TensorFiles()
                .floats("a", 1, Float.NaN)
                .write(folder.resolve("values.safetensors")));
    robot.interact(
        () -> {
          results.begin(Optional.of(document));
          selection.show(new DocumentState.Open(document));
          results.addHealth(List.of(nan(document, 0, 1)));
        });

    robot.clickOn("NaN in a");

    assertThat(selectedName()).contains("a");
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(document.checkpoint().files().getFirst().bytes().length() - 4);
    assertThat(robot.lookup(".finding-cell").queryAll()).isNotEmpty();
  }

  @Test
  void longNamesAreShownInFull(FxRobot robot) throws IOException {
    String ending = "_attentions_1_transformer_blocks_0_attn1_to_q.lora_down.weight";
    List<String> names =
        List.of("lora_unet_down_blocks_0" + ending, "lora_unet_up_blocks_3" + ending);
    FileDocument document =
        files.open(
            new TensorFiles()
                .floats(names.get(0), Float.NaN)
                .floats(names.get(1), Float.NaN)
                .write(folder.resolve("lora.safetensors")));
    robot.interact(
        () -> {
          results.begin(Optional.of(document));
          selection.show(new DocumentState.Open(document));
          results.addHealth(List.of(nan(document, 0, 0), nan(document, 1, 0)));
          view.getScene().getWindow().setWidth(420);
        });
    Pulses.settle();

    assertThat(
            robot.lookup(".finding-cell .text").queryAllAs(Text.class).stream()
                .map(text -> text.getText().replace("\n", "")))
        .containsAll(names);
    assertThat(robot.lookup(".finding-cell .mono").queryAllAs(Labeled.class))
        .allMatch(
            fact ->
                fact.getBoundsInParent().getMaxX()
                    <= fact.getParent().getLayoutBounds().getWidth() + 1);
  }

  private static ScannedTensor nan(FileDocument document, int tensor, long index) {
    TensorRef ref = document.checkpoint().tensors().get(tensor);
    return new ScannedTensor(
        tensor,
        SampleHealth.nanAt(index),
        List.of(
            new Finding(
                FindingCode.NAN,
                Sentence.of("NaN in " + ref.info().name()),
                Optional.of(ref.info().name()),
                Optional.of(ref.data().orElseThrow().bytesOfPart(index)))));
  }
}
