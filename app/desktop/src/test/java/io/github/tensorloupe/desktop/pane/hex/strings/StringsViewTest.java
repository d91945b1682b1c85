package io.github.tensorloupe.desktop.pane.hex.strings;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.hex.search.StringScan;
import io.github.tensorloupe.desktop.pane.hex.search.StringScan.FoundString;
import io.github.tensorloupe.desktop.pane.hex.strings.StringsViewModel.Scope;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import javafx.scene.control.Label;
import javafx.scene.control.ListView;
import javafx.scene.input.KeyCode;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

@ExtendWith(StageExtension.class)
class StringsViewTest {

  private static final byte[] HIDDEN =
      "\0\1a hidden licence\0\2shorter\0".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;

  private final Selection selection = new Selection();
  private final OpenFiles files = new OpenFiles();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private FileDocument document;
  private StringsViewModel model;

  @Start
  void show(Stage stage) throws IOException {
    Path path =
        new TensorFiles()
            .tensor("first.weight", Dtype.U8, new byte[16], 16)
            .tensor("hidden", Dtype.U8, HIDDEN, HIDDEN.length)
            .write(folder.resolve("a.safetensors"));
    document = files.show(path, selection);
    model =
        new StringsViewModel(selection, new Jobs(waiting::add, Runnable::run), Messages.english());
    TestWindow.show(stage, new StringsView(model, Messages.english()), 240, 300);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private void run(FxRobot robot) {
    robot.interact(
        () -> {
          while (!waiting.isEmpty()) {
            waiting.remove().run();
          }
        });
    Pulses.settle();
  }

  private List<String> texts() {
    return model.shown.stream().map(FoundString::text).toList();
  }

  private static String note(FxRobot robot) {
    return robot.lookup("#strings-note").queryAs(Label.class).getText();
  }

  @Test
  void theTextsOfTheFileAreListedAndAClickShowsOne(FxRobot robot) {
    run(robot);
    assertThat(texts()).contains("first.weight", "a hidden licence", "shorter");

    robot.clickOn("#strings-filter").write("LICENCE");
    Pulses.settle();
    assertThat(texts()).containsExactly("a hidden licence");
    assertThat(note(robot)).startsWith("1 of ");
    robot.clickOn("#strings-list .list-cell");

    long begin =
        document.checkpoint().tensor("hidden").orElseThrow().data().orElseThrow().range().begin();
    assertThat(selection.caretProperty().get().orElseThrow().byteOffset()).isEqualTo(begin + 2);
    assertThat(model.chosenProperty().get().orElseThrow().byteCount()).isEqualTo(16);
  }

  @Test
  void onlyTheHeaderOfALongFileIsReadAutomatically(FxRobot robot) throws IOException {
    long dataLength = 300L << 20;
    String header =
        "{\"t\":{\"dtype\":\"U8\",\"shape\":[%1$d],\"data_offsets\":[0,%1$d]}}"
            .formatted(dataLength);
    Path path = TensorFiles.raw(folder.resolve("long.safetensors"), header, 0);
    try (RandomAccessFile sparse = new RandomAccessFile(path.toFile(), "rw")) {
      sparse.setLength(sparse.length() + dataLength);
    }
    FileDocument large = files.show(path, new Selection());
    robot.interact(() -> selection.show(new DocumentState.Open(large)));

    assertThat(model.scope.get()).isEqualTo(Scope.HEADER);
    robot.interact(() -> selection.show(new DocumentState.Open(document)));
    assertThat(model.scope.get()).isEqualTo(Scope.FILE);
  }

  @Test
  void arrowsLeadFromTextToText(FxRobot robot) {
    run(robot);
    ListView<?> list = robot.lookup("#strings-list").queryListView();
    robot.interact(list::requestFocus);
    robot.push(KeyCode.HOME).push(KeyCode.DOWN);

    assertThat(selection.caretProperty().get().orElseThrow().byteOffset())
        .isEqualTo(model.shown.get(1).bytes().begin());
    assertThat(list.isFocused()).isTrue();
  }

  @Test
  void headerOrTensorAloneAndLongerOnesAreAChoice(FxRobot robot) {
    robot.interact(() -> model.scope.set(Scope.TENSOR));
    run(robot);
    assertThat(note(robot)).contains("No tensor");

    robot.interact(() -> selection.select(document.checkpoint().tensor("hidden").orElseThrow()));
    run(robot);
    assertThat(texts()).containsExactly("a hidden licence", "shorter");

    robot.interact(() -> model.minLength.set(8));
    run(robot);
    assertThat(texts()).containsExactly("a hidden licence");

    robot.interact(() -> model.scope.set(Scope.HEADER));
    run(robot);
    assertThat(texts()).contains("first.weight").doesNotContain("a hidden licence");
  }

  @Test
  void aSearchCanBeStopped(FxRobot robot) {
    assertThat(robot.lookup("#strings-stop").query().isVisible()).isTrue();
    robot.clickOn("#strings-stop");
    run(robot);

    assertThat(note(robot)).contains("Canceled");
    assertThat(robot.lookup("#strings-stop").query().isVisible()).isFalse();
  }

  @Test
  void itIsSaidThatThereAreMoreTextsThanAreListed(FxRobot robot) throws IOException {
    byte[] texts = "a text\0".repeat(StringScan.MAX_STRINGS).getBytes(StandardCharsets.US_ASCII);
    Path path =
        new TensorFiles()
            .tensor("many", Dtype.U8, texts, texts.length)
            .write(folder.resolve("many.safetensors"));
    FileDocument many = files.show(path, new Selection());
    run(robot);
    assertThat(note(robot)).doesNotContain("There are more");
    robot.interact(() -> selection.show(new DocumentState.Open(many)));
    run(robot);

    assertThat(texts()).hasSize(StringScan.MAX_STRINGS);
    assertThat(note(robot)).contains("There are more");
  }

  @Test
  void withoutAFileThereIsNothing(FxRobot robot) {
    run(robot);
    robot.interact(() -> selection.show(new DocumentState.Empty()));
    run(robot);

    assertThat(texts()).isEmpty();
  }
}
