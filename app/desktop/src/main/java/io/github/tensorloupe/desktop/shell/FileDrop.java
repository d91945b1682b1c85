package io.github.tensorloupe.desktop.shell;

import java.io.File;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import javafx.scene.Node;
import javafx.scene.input.DragEvent;
import javafx.scene.input.TransferMode;

/// Lets files be dropped onto a node.
final class FileDrop {

  private FileDrop() {}

  /// Makes a node take files and folders.
  ///
  /// @param onDrop receives what was dropped, at least one path
  static void install(Node node, Consumer<List<Path>> onDrop) {
    node.setOnDragOver(
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY, TransferMode.LINK);
          }
          event.consume();
        });
    node.setOnDragDropped(event -> drop(event, onDrop));
  }

  private static void drop(DragEvent event, Consumer<List<Path>> onDrop) {
    List<Path> paths = event.getDragboard().getFiles().stream().map(File::toPath).toList();
    event.setDropCompleted(!paths.isEmpty());
    event.consume();
    if (!paths.isEmpty()) {
      onDrop.accept(paths);
    }
  }
}
