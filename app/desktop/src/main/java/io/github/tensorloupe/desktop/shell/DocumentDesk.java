package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.save.RecoveryPanel;
import io.github.tensorloupe.desktop.pane.save.RecoveryQuestion;
import io.github.tensorloupe.desktop.pane.save.SaveFlow;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;

/// Opens documents into the window and asks there what has to be asked. Belongs to the FX thread.
public final class DocumentDesk implements SaveFlow.Documents {

  private final DocumentOpener opener;
  private final MainView view;
  private final DocumentOpener.Surroundings asking;
  private final DocumentOpener.Surroundings silent;
  private Runnable again = () -> {};

  /// @param view of the window
  public DocumentDesk(DocumentOpener opener, MainView view, Messages messages) {
    this.opener = opener;
    this.view = view;
    this.asking =
        new DocumentOpener.Surroundings(
            new RecoveryPanel(view.panels(), messages), view::tell, view::tell);
    this.silent = new DocumentOpener.Surroundings(RecoveryQuestion.NEVER, view::tell, view::tell);
  }

  @Override
  public void open(Path path) {
    again = () -> opener.open(path, asking);
    again.run();
  }

  /// Opens what the work gives.
  ///
  /// @param shownPath what the window says it is opening
  public void open(Path shownPath, Work<Path> source) {
    again = () -> opener.open(shownPath, source, asking);
    again.run();
  }

  /// Opens a path and asks nothing.
  public void openAsItIs(Path path) {
    again = () -> opener.open(path, silent);
    again.run();
  }

  /// Opens once more what was opened last, as after a failure whose reason is gone.
  public void openAgain() {
    again.run();
  }

  @Override
  public void reopen(Runnable whenShown) {
    opener.reopen(silent, view::keepingPlace, whenShown);
  }

  /// Whether the open document is being read again.
  public boolean isReopening() {
    return opener.isReopening();
  }

  @Override
  public void tell(String sentence) {
    view.tell(sentence);
  }

  @Override
  public void tell(Failure failure) {
    view.tell(failure);
  }

  /// Closes the document.
  public void close() {
    opener.close();
  }
}
