package io.github.tensorloupe.ui;

import io.github.tensorloupe.ui.job.Work;
import io.github.tensorloupe.ui.save.RecoveryPanel;
import io.github.tensorloupe.ui.save.RecoveryQuestion;
import io.github.tensorloupe.ui.save.SaveFlow;
import io.github.tensorloupe.ui.text.Messages;
import java.nio.file.Path;

/// Opens documents into the window and asks there what has to be asked. Belongs to the FX thread.
public final class DocumentDesk implements SaveFlow.Documents {

  private final DocumentOpener opener;
  private final MainView view;
  private final DocumentOpener.Surroundings asking;
  private final DocumentOpener.Surroundings silent;

  /// @param view of the window
  public DocumentDesk(DocumentOpener opener, MainView view, Messages messages) {
    this.opener = opener;
    this.view = view;
    this.asking =
        new DocumentOpener.Surroundings(new RecoveryPanel(view.panels(), messages), view::tell);
    this.silent = new DocumentOpener.Surroundings(RecoveryQuestion.NEVER, view::tell);
  }

  @Override
  public void open(Path path) {
    opener.open(path, asking);
  }

  /// Opens what the work gives.
  ///
  /// @param shownPath what the window says it is opening
  public void open(Path shownPath, Work<Path> source) {
    opener.open(shownPath, source, asking);
  }

  /// Opens a path and asks nothing.
  public void openAsItIs(Path path) {
    opener.open(path, silent);
  }

  @Override
  public void reopen(Runnable whenShown) {
    opener.reopen(silent, view::keepingPlace, whenShown);
  }

  @Override
  public void tell(String sentence) {
    view.tell(sentence);
  }

  /// Closes the document.
  public void close() {
    opener.close();
  }
}
