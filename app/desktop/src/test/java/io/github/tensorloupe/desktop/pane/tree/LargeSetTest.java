package io.github.tensorloupe.desktop.pane.tree;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.table.TreeCell.NameCell;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.ScanResults;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenFiles;
import io.github.tensorloupe.desktop.testing.Pulses;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import javafx.scene.control.Label;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.stage.Stage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// Half a million empty tensors in 200 shards.
@ExtendWith(StageExtension.class)
class LargeSetTest {

  private static final int SHARDS = 200;
  private static final int TENSORS = 2500;

  @TempDir static Path folder;

  private final OpenFiles files = new OpenFiles();
  private final Selection selection = new Selection();
  private TensorTreeViewModel model;

  @Start
  void show(Stage stage) throws IOException {
    for (int shard = 0; shard < SHARDS; shard++) {
      write(shard);
    }
    Messages messages = Messages.english();
    model = new TensorTreeViewModel(selection, new ScanResults(), Jobs.onFxThread(), messages);
    TestWindow.show(stage, new TensorTreeView(model, messages), 500, 600);
    files.show(folder, selection);
  }

  private static void write(int shard) throws IOException {
    StringJoiner entries = new StringJoiner(",", "{", "}");
    for (int i = 0; i < TENSORS; i++) {
      entries.add(
          "\"layers.%d.experts.%d.weight\":{\"dtype\":\"F32\",\"shape\":[0],\"data_offsets\":[0,0]}"
              .formatted(shard, i));
    }
    String name = "model-%05d-of-%05d.safetensors".formatted(shard + 1, SHARDS);
    TensorFiles.raw(folder.resolve(name), entries.toString(), 0);
  }

  @AfterEach
  void closeFiles() throws IOException {
    files.close();
  }

  private static TableView<Integer> table(FxRobot robot) {
    return robot.lookup("#tensor-tree").queryTableView();
  }

  private static Set<String> shownNames(FxRobot robot) {
    return robot.lookup(".name-cell").queryAllAs(NameCell.class).stream()
        .filter(cell -> !cell.isEmpty() && cell.isVisible())
        .map(cell -> cell.getText())
        .collect(Collectors.toSet());
  }

  @Test
  void allOfItExpandsFiltersAndSorts(FxRobot robot) {
    FileDocument document = selection.openDocument().orElseThrow();
    assertThat(document.checkpoint().tensors()).hasSize(SHARDS * TENSORS);
    assertThat(document.checkpoint().findings()).isEmpty();

    robot.interact(model::expandAll);
    int rows = 1 + SHARDS * (1 + TENSORS);
    assertThat(table(robot).getItems()).hasSize(rows);
    robot.interact(() -> table(robot).scrollTo(rows - 1));
    Pulses.settle();
    assertThat(shownNames(robot)).contains("2499.weight");

    robot.interact(() -> model.filterText.set("layers.199. .77."));
    TestWindow.waitUntil("the filter has run", () -> model.matchCount.get() == 1);
    assertThat(robot.lookup("#tree-count").queryAs(Label.class).getText())
        .isEqualTo("1 of 500,000 tensors");
    assertThat(model.rows.stream().map(model::nameOf))
        .containsExactly("layers.199.experts.77.weight");

    robot.interact(() -> model.filterText.set(""));
    robot.interact(() -> order(table(robot)));
    TestWindow.waitUntil(
        "the rows are sorted", () -> model.nameOf(model.rows.get(1)).equals("199.experts"));
    assertThat(table(robot).getItems()).hasSize(rows);
  }

  private static void order(TableView<Integer> table) {
    TableColumn<Integer, ?> name = table.getColumns().getFirst();
    name.setSortType(TableColumn.SortType.DESCENDING);
    table.getSortOrder().add(name);
  }
}
