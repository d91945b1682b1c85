package io.github.tensorloupe.desktop.shell;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.pane.FileDialogs;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import javafx.stage.FileChooser.ExtensionFilter;

/// The native file dialogs of the desktop. Belongs to the FX thread.
final class DesktopFileDialogs implements FileDialogs {

  private static final String[] CHECKPOINTS = {
    "*.safetensors",
    "*.index.json",
    "*.jsonl",
    "*.bin",
    "*.ckpt",
    "*.pt",
    "*.pth",
    "*.gguf",
    "*.npy",
    "*.npz",
    "*.h5",
    "*.hdf5",
    "*.msgpack"
  };

  private static final String[] PICTURES = {"*.jpg", "*.jpeg", "*.png", "*.webp", "*.gif"};

  private final Supplier<? extends Window> owner;
  private final Messages messages;
  private Optional<File> folder = Optional.empty();

  /// @param owner the window that is blocked while a dialog is open
  DesktopFileDialogs(Supplier<? extends Window> owner, Messages messages) {
    this.owner = owner;
    this.messages = messages;
  }

  @Override
  public FileDialogs startingIn(Optional<Path> start) {
    folder = start.map(Path::toFile).or(() -> folder);
    return this;
  }

  @Override
  public Optional<Path> choose(Existing kind) {
    return switch (kind) {
      case CHECKPOINT -> chooseFile("chooser.file", "chooser.filter.indexes", CHECKPOINTS);
      case JSON -> chooseFile("chooser.json", "chooser.filter.json", "*.json");
      case MANIFEST -> chooseFile("chooser.manifest", "chooser.filter.json", "*.json");
      case PICTURE -> chooseFile("chooser.picture", "chooser.filter.pictures", PICTURES);
      case FOLDER -> chooseFolder("chooser.folder");
      case FOLDER_FOR_LIBRARY -> chooseFolder("chooser.library");
      case FOLDER_OF_COPIES -> chooseFolder("chooser.folder-of-copies");
      case FOLDER_OF_EXPORTS -> chooseFolder("chooser.folder-of-exports");
      case FOLDER_OF_DOWNLOADS -> chooseFolder("chooser.folder-of-downloads");
    };
  }

  private Optional<Path> chooseFile(String titleKey, String filterKey, String... patterns) {
    FileChooser chooser = fileChooser(titleKey, filterKey, patterns);
    return remembered(show(chooser::showOpenDialog, chooser.initialDirectoryProperty()));
  }

  @Override
  public List<Path> chooseFiles() {
    FileChooser chooser = fileChooser("chooser.files", "chooser.filter.tensors", "*.safetensors");
    List<File> chosen = show(chooser::showOpenMultipleDialog, chooser.initialDirectoryProperty());
    if (chosen == null || chosen.isEmpty()) {
      return List.of();
    }
    remembered(chosen.getFirst());
    return chosen.stream().map(File::toPath).toList();
  }

  @Override
  public Optional<Path> chooseCopy(Path original) {
    FileChooser chooser = fileChooser("chooser.copy", "chooser.filter.tensors", "*.safetensors");
    Path absolute = original.toAbsolutePath();
    Optional.ofNullable(absolute.getParent())
        .map(Path::toFile)
        .ifPresent(chooser::setInitialDirectory);
    return chooseTarget(chooser, String.valueOf(absolute.getFileName()));
  }

  private Optional<Path> chooseFolder(String titleKey) {
    DirectoryChooser chooser = new DirectoryChooser();
    chooser.setTitle(messages.text(titleKey));
    folder.ifPresent(chooser::setInitialDirectory);
    return remembered(show(chooser::showDialog, chooser.initialDirectoryProperty()));
  }

  @Override
  public Optional<Path> chooseTarget(String suggestedName) {
    String extension = suggestedName.substring(suggestedName.lastIndexOf('.') + 1);
    FileChooser chooser =
        fileChooser("chooser.target", "chooser.filter." + extension, "*." + extension);
    return chooseTarget(chooser, suggestedName);
  }

  private Optional<Path> chooseTarget(FileChooser chooser, String suggestedName) {
    chooser.setInitialFileName(suggestedName);
    return remembered(show(chooser::showSaveDialog, chooser.initialDirectoryProperty()));
  }

  private FileChooser fileChooser(String titleKey, String filterKey, String... patterns) {
    FileChooser chooser = new FileChooser();
    chooser.setTitle(messages.text(titleKey));
    chooser
        .getExtensionFilters()
        .addAll(
            new ExtensionFilter(messages.text(filterKey), patterns),
            new ExtensionFilter(messages.text("chooser.filter.all"), "*"));
    folder.ifPresent(chooser::setInitialDirectory);
    return chooser;
  }

  private <T> T show(Function<Window, T> dialog, Property<File> initialFolder) {
    try {
      return dialog.apply(owner.get());
    } catch (IllegalArgumentException e) {
      // The initial folder no longer exists.
      initialFolder.setValue(null);
      return dialog.apply(owner.get());
    }
  }

  private Optional<Path> remembered(File chosen) {
    if (chosen != null) {
      folder = Optional.ofNullable(chosen.getParentFile());
    }
    return Optional.ofNullable(chosen).map(File::toPath);
  }
}
