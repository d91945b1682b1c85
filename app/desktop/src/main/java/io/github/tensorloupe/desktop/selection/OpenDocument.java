package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.session.PlaceFinder;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;

/// An open checkpoint with what the window derives from it. Immutable; made beside the FX thread.
///
/// @param checkpoint owned by the window, which closes it
/// @param findings of the checkpoint and all its files, the worst first
public record OpenDocument(Checkpoint checkpoint, NameTree tree, List<LocatedFinding> findings)
    implements AutoCloseable {

  public OpenDocument {
    findings = List.copyOf(findings);
  }

  /// Derives what the window needs. Takes time in proportion to the number of tensors.
  ///
  /// @param before findings that matter more than what the checkpoint and its files say; severity
  ///   comes before that
  /// @param after gives some that matter less; is asked while other threads derive the rest
  public static OpenDocument of(
      Checkpoint checkpoint, List<LocatedFinding> before, Supplier<List<LocatedFinding>> after) {
    try (BackgroundWork<NameTree> tree = new BackgroundWork<>(() -> NameTree.of(checkpoint));
        BackgroundWork<List<LocatedFinding>> missingFormats =
            new BackgroundWork<>(() -> missingFormats(checkpoint))) {
      List<LocatedFinding> less = after.get();
      List<LocatedFinding> findings = new ArrayList<>(before);
      for (Finding finding : checkpoint.findings()) {
        findings.add(new LocatedFinding(Optional.empty(), finding));
      }
      for (TensorFile file : checkpoint.files()) {
        file.findings().forEach(each -> findings.add(new LocatedFinding(Optional.of(file), each)));
      }
      findings.addAll(missingFormats.result());
      findings.addAll(less);
      findings.sort(Comparator.comparing(located -> located.finding().concern()));
      return new OpenDocument(checkpoint, tree.result(), findings);
    }
  }

  /// The document of a checkpoint of which there is nothing to tell.
  public static OpenDocument of(Checkpoint checkpoint) {
    return new OpenDocument(checkpoint, NameTree.of(checkpoint), List.of());
  }

  /// Looks at the tensors only where the metadata of a file lack the entry.
  private static List<LocatedFinding> missingFormats(Checkpoint checkpoint) {
    List<LocatedFinding> missing = new ArrayList<>();
    for (CheckpointPart part : checkpoint.parts()) {
      Optional<Finding> found = Identification.missingFormat(part, Cancellation.NEVER);
      if (found.isPresent()) {
        Optional<TensorFile> file = Identification.lackingFormat(part).stream().findFirst();
        missing.add(new LocatedFinding(file, found.get()));
      }
    }
    return missing;
  }

  @Override
  public void close() throws IOException {
    checkpoint.close();
  }

  PlaceFinder finder() {
    return new PlaceFinder(checkpoint, tree);
  }

  /// The paths of the document: the one that was opened, and every file of it.
  public List<Path> paths() {
    List<Path> paths = new ArrayList<>(List.of(checkpoint.path()));
    checkpoint.files().stream().map(TensorFile::path).forEach(paths::add);
    return paths;
  }

  /// True if it lies on a server: nothing of it can be written, and reading it takes its time.
  public boolean isOnServer() {
    return SourceFileSystem.of(checkpoint.path()).isPresent();
  }

  public long byteCount() {
    return checkpoint.files().stream().mapToLong(file -> file.bytes().length()).sum();
  }

  /// The name of the document for a person: the name of the file or folder, and of a set that of
  /// the folder it is in, because every index has the same name. As unsafe to show as the disk
  /// makes it.
  public String name() {
    Path path = checkpoint.path().toAbsolutePath().normalize();
    Path named =
        checkpoint.kind() == FileKind.SET && ShardSet.isIndexName(path) ? path.getParent() : path;
    return (named == null || named.getFileName() == null ? path : named.getFileName()).toString();
  }

  /// A finding and the open file it is about.
  ///
  /// @param file empty where it is about the checkpoint as a whole or about a file that is not open
  public record LocatedFinding(Optional<TensorFile> file, Finding finding) {}
}
