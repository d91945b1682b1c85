package io.github.tensorloupe.desktop.shell;

import module java.base;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;
import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.save.Recovery;

/// The document of one window: opens, reads again and closes it, and asks what has to be asked.
/// Belongs to the FX thread.
final class WindowDocument implements SaveFlow.Documents {

  private final StatusLine status;
  private final DocumentOpener opener;
  private final DocumentOpener.Prompts asking;
  private final DocumentOpener.Prompts silent;
  private Runnable again = () -> {};
  private Consumer<Runnable> onReopened = Runnable::run;

  /// @param recovery looks for unfinished saves
  WindowDocument(WindowContext window, Recovery recovery) {
    status = window.status();
    opener = new DocumentOpener(window.selection(), window.jobs(), recovery, window.messages());
    asking =
        new DocumentOpener.Prompts(
            new RecoveryPanel(window.panels(), window.messages())::ask, status::tell, status::tell);
    silent = new DocumentOpener.Prompts(RecoveryPanel.Question.NEVER, status::tell, status::tell);
  }

  /// Sets what keeps pane and focus while a document that was read again is shown in place of
  /// itself: receives what shows it.
  void setOnReopened(Consumer<Runnable> listener) {
    onReopened = listener;
  }

  /// Sets who is told what the window shows, once all panes show it.
  void setOnShown(Consumer<DocumentState> listener) {
    opener.setOnShown(listener);
  }

  @Override
  public void open(Path path) {
    again = () -> opener.open(path, asking);
    again.run();
  }

  /// Opens the path that the work returns.
  ///
  /// @param shownPath the path that the window names meanwhile
  void open(Path shownPath, Work<Path> source) {
    again = () -> opener.open(shownPath, source, asking);
    again.run();
  }

  /// Opens a path and asks nothing.
  void openAsItIs(Path path) {
    again = () -> opener.open(path, silent);
    again.run();
  }

  /// Repeats the last attempt to open something, as after a failure whose reason is gone.
  void openAgain() {
    again.run();
  }

  @Override
  public void reopen(Runnable whenShown) {
    opener.reopen(silent, onReopened, whenShown);
  }

  /// True if the open document is being read again.
  boolean isReopening() {
    return opener.isReopening();
  }

  @Override
  public void tell(String sentence) {
    status.tell(sentence);
  }

  @Override
  public void tell(Failure failure) {
    status.tell(failure);
  }

  /// Closes the document.
  void close() {
    opener.close();
  }
}
