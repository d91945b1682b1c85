package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.control.copy.CopyMenu;
import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.library.LibraryActions;
import io.github.tensorloupe.desktop.pane.library.LibraryView;
import io.github.tensorloupe.desktop.pane.library.LibraryViewModel;
import io.github.tensorloupe.desktop.pane.library.RecentMenu;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/// What there is to open from one window, and what the window tells the rest of the computer about
/// files. Belongs to the FX thread.
final class LibraryBench implements LibraryActions {

  /// What a library works with.
  ///
  /// @param dialogs asks for folders
  /// @param open opens a path in the window
  /// @param failed tells what did not work
  record Tools(
      Outside outside,
      Supplier<FileDialogs> dialogs,
      Consumer<Path> open,
      Consumer<Failure> failed,
      Jobs jobs,
      Messages messages) {}

  private final Tools tools;
  private final Selection selection;
  private final LibraryViewModel model;
  private Optional<LibraryView> view = Optional.empty();
  private Path noted = Path.of("");

  LibraryBench(Tools tools, Selection selection) {
    this.tools = tools;
    this.selection = selection;
    model = new LibraryViewModel(tools.outside().library(), tools.jobs(), tools.messages());
  }

  /// A new view of it.
  LibraryView makeView() {
    LibraryView made = new LibraryView(model, this, tools.jobs(), tools.messages());
    view = Optional.of(made);
    return made;
  }

  /// What there is to open.
  LibraryViewModel model() {
    return model;
  }

  /// A new menu of what was opened lately.
  RecentMenu recentMenu() {
    return new RecentMenu(model, this::open, tools.messages());
  }

  /// What was opened before, the last first.
  List<Path> recent() {
    return model.recentPaths();
  }

  /// Notes what is opened, and looks for checkpoints while nothing is.
  void followDocument() {
    selection.documentProperty().subscribe(this::follow);
  }

  private void follow(DocumentState state) {
    model.setActive(state instanceof DocumentState.Empty);
    if (state instanceof DocumentState.Empty) {
      noted = Path.of("");
      view.ifPresent(LibraryView::focusSearch);
    }
    if (state instanceof DocumentState.Open(OpenDocument document)
        && !document.checkpoint().path().equals(noted)) {
      noted = document.checkpoint().path();
      model.noteOpened(noted);
    }
  }

  /// Stops looking for checkpoints.
  void rest() {
    model.setActive(false);
  }

  /// Shows the open document in the file manager.
  void revealDocument() {
    selection.openDocument().ifPresent(document -> reveal(document.checkpoint().path()));
  }

  @Override
  public void reveal(Path path) {
    tools
        .jobs()
        .start(
            tools.messages().text("reveal.job"),
            (_, _) -> {
              tools.outside().fileManager().show(path);
              return path;
            },
            _ -> {},
            failure -> tellNotShown(path, failure))
        .unstoppable();
  }

  /// What the file manager says is a sentence already.
  private static Sentence reasonOf(Throwable failure) {
    return failure instanceof IOException && failure.getMessage() != null
        ? Sentence.of(failure.getMessage())
        : Failures.sentence(failure);
  }

  private void tellNotShown(Path path, Throwable failure) {
    copy(path.toAbsolutePath().normalize().toString());
    Messages messages = tools.messages();
    String sentence =
        messages.text("reveal.failed", messages.sentence(reasonOf(failure)), PathText.of(path));
    tools.failed().accept(Failures.of(failure, sentence).about(path));
  }

  @Override
  public void open(Path path) {
    tools.open().accept(path);
  }

  @Override
  public void openInNewWindow(Path path) {
    tools.outside().onNewWindow().accept(path);
  }

  @Override
  public void copy(String text) {
    CopyMenu.copy(text);
  }

  @Override
  public Optional<Path> chooseFolder() {
    return tools.dialogs().get().chooseFolder();
  }
}
