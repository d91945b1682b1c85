package io.github.tensorloupe.ui.selection;

import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.NameTree;
import io.github.tensorloupe.model.TensorFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// An open checkpoint with what the window derives from it. Immutable; made beside the FX thread.
///
/// @param checkpoint owned by the window, which closes it
/// @param tree its tensors by name
/// @param findings of the checkpoint and all its files, the worst first
public record OpenDocument(Checkpoint checkpoint, NameTree tree, List<LocatedFinding> findings)
    implements AutoCloseable {

  public OpenDocument {
    findings = List.copyOf(findings);
  }

  /// Derives what the window needs. Takes time in proportion to the number of tensors.
  public static OpenDocument of(Checkpoint checkpoint) {
    return of(checkpoint, List.of());
  }

  /// The same with findings that the checkpoint itself does not know.
  public static OpenDocument of(Checkpoint checkpoint, List<LocatedFinding> more) {
    List<LocatedFinding> findings = new ArrayList<>(more);
    checkpoint
        .findings()
        .forEach(finding -> findings.add(new LocatedFinding(Optional.empty(), finding)));
    for (TensorFile file : checkpoint.files()) {
      file.findings()
          .forEach(finding -> findings.add(new LocatedFinding(Optional.of(file), finding)));
    }
    findings.sort(Comparator.comparing(located -> located.finding().severity()));
    return new OpenDocument(checkpoint, NameTree.of(checkpoint), findings);
  }

  /// Closes the checkpoint.
  @Override
  public void close() throws IOException {
    checkpoint.close();
  }

  /// What a person calls the document: the name of the file or folder, and of a set that of the
  /// folder it is in, because every index has the same name. As unsafe to show as the disk makes
  /// it.
  public String name() {
    Path path = checkpoint.path().toAbsolutePath().normalize();
    Path named = checkpoint.kind() == FileKind.SET ? path.getParent() : path;
    return (named == null || named.getFileName() == null ? path : named.getFileName()).toString();
  }
}
