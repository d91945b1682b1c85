package io.github.tensorloupe.ui;

import io.github.tensorloupe.ui.text.Messages;
import java.io.File;
import java.nio.file.Path;
import java.util.Optional;
import javafx.stage.DirectoryChooser;
import javafx.stage.FileChooser;
import javafx.stage.FileChooser.ExtensionFilter;
import javafx.stage.Window;

/// The desktop's own file dialogs. Belongs to the FX thread.
public final class DesktopFileDialogs implements FileDialogs {

  private final Window owner;
  private final Messages messages;
  private Optional<File> folder = Optional.empty();

  /// @param owner the window that waits while a dialog is open
  public DesktopFileDialogs(Window owner, Messages messages) {
    this.owner = owner;
    this.messages = messages;
  }

  @Override
  public Optional<Path> chooseFile() {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(messages.text("chooser.file"));
    chooser
        .getExtensionFilters()
        .addAll(
            new ExtensionFilter(
                messages.text("chooser.filter.tensors"), "*.safetensors", "*.index.json"),
            new ExtensionFilter(messages.text("chooser.filter.all"), "*"));
    folder.ifPresent(chooser::setInitialDirectory);
    return remembered(chooser.showOpenDialog(owner));
  }

  @Override
  public Optional<Path> chooseFolder() {
    DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(messages.text("chooser.folder"));
    folder.ifPresent(chooser::setInitialDirectory);
    return remembered(chooser.showDialog(owner));
  }

  private Optional<Path> remembered(File chosen) {
    if (chosen != null) {
      folder = Optional.ofNullable(chosen.getParentFile()).filter(File::isDirectory);
    }
    return Optional.ofNullable(chosen).map(File::toPath);
  }
}
