package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.demo.DemoCheckpoints.Sample;
import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.control.panel.PanelHost;
import java.nio.file.Path;

/// The actions of the library on models and folders. Belongs to the FX thread.
public interface LibraryActions {

  void open(Path path);

  void open(Sample sample);

  void compare(Path a, Path b);

  /// Asks for the model to compare a path with.
  void compareWith(Path path);

  /// Shows the panel that edits the metadata of many files, or removes their private data.
  void editMetadata(List<Path> models, boolean removesPrivateData);

  /// Shows the panel that converts a model.
  ///
  /// @param command a command for conversions
  void convert(Path path, Command command);

  void openInNewWindow(Path path);

  /// Returns the host of panels in the same tab.
  PanelHost panels();

  void reveal(Path path);

  /// Asks for a new name of a model.
  void rename(Path model);

  /// Asks whether to move models to the trash.
  void moveToTrash(List<Path> models);

  /// Shows a dialog for a folder of models. Returns empty if the user cancels.
  Optional<Path> chooseFolder();
}
