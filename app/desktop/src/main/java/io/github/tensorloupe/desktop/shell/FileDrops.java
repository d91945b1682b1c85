package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import java.nio.file.Path;

/// Files and folders that are dropped on a node. Belongs to the FX thread.
final class FileDrops {

  private static final PseudoClass DROP_TARGET = PseudoClass.getPseudoClass("drop-target");

  private FileDrops() {}

  /// Accepts files and folders. While they are dragged over the node, it has the pseudo-class
  /// `drop-target`.
  static void accept(Node node, Consumer<List<Path>> onDrop) {
    node.getStyleClass().add("drop-area");
    node.setOnDragEntered(event -> mark(node, event.getDragboard().hasFiles()));
    node.setOnDragExited(_ -> mark(node, false));
    node.setOnDragOver(
        event -> {
          if (event.getDragboard().hasFiles()) {
            event.acceptTransferModes(TransferMode.COPY, TransferMode.LINK);
          }
          event.consume();
        });
    node.setOnDragDropped(
        event -> {
          List<Path> paths = event.getDragboard().getFiles().stream().map(File::toPath).toList();
          event.setDropCompleted(!paths.isEmpty());
          event.consume();
          if (!paths.isEmpty()) {
            onDrop.accept(paths);
          }
        });
  }

  private static void mark(Node node, boolean isTarget) {
    node.pseudoClassStateChanged(DROP_TARGET, isTarget);
  }
}
