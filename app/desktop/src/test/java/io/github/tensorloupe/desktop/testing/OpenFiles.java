package io.github.tensorloupe.desktop.testing;

import io.github.tensorloupe.desktop.selection.DocumentState;
import io.github.tensorloupe.desktop.selection.FileDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// Opens checkpoints for a test and closes them at the end of the test.
public final class OpenFiles implements AutoCloseable {

  private final List<Checkpoint> checkpoints = new ArrayList<>();

  /// Opens a file, an index or a folder.
  public FileDocument open(Path path) throws IOException {
    Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE);
    checkpoints.add(checkpoint);
    return FileDocument.of(checkpoint, List.of(), List::of);
  }

  /// Opens a checkpoint and shows it.
  public FileDocument show(Path path, Selection selection) throws IOException {
    FileDocument document = open(path);
    selection.show(new DocumentState.Open(document));
    return document;
  }

  @Override
  public void close() throws IOException {
    for (Checkpoint checkpoint : checkpoints) {
      checkpoint.close();
    }
  }
}
