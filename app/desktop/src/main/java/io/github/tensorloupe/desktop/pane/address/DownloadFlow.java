package io.github.tensorloupe.desktop.pane.address;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.pane.FileDialogs.Existing;
import io.github.tensorloupe.desktop.pane.PaneContext;
import io.github.tensorloupe.desktop.pane.address.Download.Downloaded;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.save.FileOperations;
import java.nio.file.Path;

/// Copies the open checkpoint from its server into a folder that the user chooses. A stopped or
/// failed download is resumed if the user chooses the same folder again. Belongs to the FX thread.
public record DownloadFlow(PaneContext context, FileOperations operations) {

  /// Returns an expression that is true while the open document is on a server.
  public BooleanExpression possible() {
    Selection selection = context.selection();
    return BooleanExpression.booleanExpression(
        selection
            .documentProperty()
            .map(_ -> selection.openDocument().filter(FileDocument::isOnServer).isPresent()));
  }

  public void start() {
    Checkpoint checkpoint = context.selection().openDocument().orElseThrow().checkpoint();
    List<Path> files = Download.filesOf(checkpoint);
    chooseFolder(
        folder ->
            start(
                checkpoint.path(),
                folder,
                (cancellation, progress) ->
                    new Download(operations, folder).run(files, cancellation, progress),
                _ -> {}));
  }

  /// Copies a file from a server without partial downloads, and opens the copy.
  ///
  /// @param onStart called when the user has chosen a folder
  void startWhole(Path source, Runnable onStart) {
    chooseFolder(
        folder -> {
          onStart.run();
          start(
              source,
              folder,
              (cancellation, progress) ->
                  List.of(
                      new Download(operations, folder).runWhole(source, cancellation, progress)),
              context.open());
        });
  }

  private void chooseFolder(Consumer<Path> onChosen) {
    context.dialogs().get().choose(Existing.FOLDER_OF_DOWNLOADS).ifPresent(onChosen);
  }

  /// @param onDone receives the first file
  private void start(Path source, Path folder, Work<List<Downloaded>> work, Consumer<Path> onDone) {
    AtomicReference<String> message = new AtomicReference<>("");
    context
        .jobs()
        .startWriting(
            context.messages().text("download.job", DisplayText.of(source.toString())),
            work,
            downloaded -> {
              message.set(summary(downloaded, folder));
              context.showMessage().accept(message.get());
              onDone.accept(downloaded.getFirst().file());
            },
            failure ->
                context
                    .showMessage()
                    .accept(context.messages().sentence(Failures.sentence(failure))))
        .inBytes()
        .withMessage(message::get)
        .writing(() -> Optional.of(folder));
  }

  private String summary(List<Downloaded> downloaded, Path folder) {
    if (downloaded.size() == 1) {
      return context.messages().sentence(downloaded.getFirst().sentence());
    }
    long verified = downloaded.stream().filter(it -> it.sha256().isPresent()).count();
    return context
        .messages()
        .text(
            "download.done",
            context.messages().count(downloaded.size()),
            PathText.of(folder),
            context.messages().count(verified));
  }
}
