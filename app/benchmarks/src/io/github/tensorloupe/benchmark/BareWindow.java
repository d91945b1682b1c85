package io.github.tensorloupe.benchmark;

import atlantafx.base.theme.PrimerLight;
import java.util.function.Function;
import javafx.application.Application;
import javafx.application.Platform;
import javafx.beans.property.ReadOnlyStringWrapper;
import javafx.scene.Scene;
import javafx.scene.control.Label;
import javafx.scene.control.Menu;
import javafx.scene.control.MenuBar;
import javafx.scene.control.MenuItem;
import javafx.scene.control.SplitPane;
import javafx.scene.control.Tab;
import javafx.scene.control.TabPane;
import javafx.scene.control.TableColumn;
import javafx.scene.control.TableView;
import javafx.scene.layout.BorderPane;
import javafx.scene.layout.StackPane;
import javafx.stage.Stage;

/// A minimal JavaFX program with a table: the size of the program's window, a menu bar, tabs, and a
/// table of 700 rows, in the theme of the program. Contains no code of the program and is the
/// yardstick for its start. Prints a line as soon as it is painted.
public final class BareWindow extends Application {

  private static final int ROWS = 700;

  /// On the class path, JavaFX must not be launched by a subclass of `Application`.
  static final class Main {

    private Main() {}

    public static void main(String[] arguments) {
      Application.launch(BareWindow.class, arguments);
    }
  }

  private record Row(String name, String dtype, String shape, String size) {}

  @Override
  public void start(Stage stage) {
    Application.setUserAgentStylesheet(new PrimerLight().getUserAgentStylesheet());
    SplitPane parts = new SplitPane(table(), tabs());
    parts.setDividerPositions(0.4);
    BorderPane root = new BorderPane(parts);
    root.setTop(menus());
    Scene scene = new Scene(root, 1280, 800);
    stage.setScene(scene);
    stage.show();
    whenPainted(scene, getParameters().getRaw().contains(TrainedProgram.TRAINING));
  }

  private static TableView<Row> table() {
    TableView<Row> table = new TableView<>();
    table.setFixedCellSize(26);
    addColumn(table, "Name", Row::name);
    addColumn(table, "Dtype", Row::dtype);
    addColumn(table, "Shape", Row::shape);
    addColumn(table, "Size", Row::size);
    for (int i = 0; i < ROWS; i++) {
      table.getItems().add(new Row("model.layers." + i + ".weight", "BF16", "256 × 256", "131 kB"));
    }
    return table;
  }

  private static void addColumn(TableView<Row> table, String title, Function<Row, String> text) {
    TableColumn<Row, String> column = new TableColumn<>(title);
    column.setCellValueFactory(cell -> new ReadOnlyStringWrapper(text.apply(cell.getValue())));
    column.setPrefWidth(120);
    table.getColumns().add(column);
  }

  private static TabPane tabs() {
    TabPane tabs = new TabPane();
    for (int i = 1; i <= 8; i++) {
      tabs.getTabs().add(new Tab("Pane " + i, new StackPane(new Label("Pane " + i))));
    }
    return tabs;
  }

  private static MenuBar menus() {
    MenuBar bar = new MenuBar();
    for (int i = 1; i <= 6; i++) {
      Menu menu = new Menu("Menu " + i);
      for (int j = 1; j <= 8; j++) {
        menu.getItems().add(new MenuItem("Command " + j));
      }
      bar.getMenus().add(menu);
    }
    return bar;
  }

  /// Prints once the first frame is on the screen, which is at the latest when the second frame
  /// after it is laid out.
  private static void whenPainted(Scene scene, boolean ends) {
    int[] frames = {0};
    scene.addPostLayoutPulseListener(
        () -> {
          if (++frames[0] == 3) {
            System.out.println(StartRatios.PAINTED);
            System.out.flush();
            if (ends) {
              Platform.exit();
            }
          }
          Platform.requestNextPulse();
        });
    Platform.requestNextPulse();
  }
}
