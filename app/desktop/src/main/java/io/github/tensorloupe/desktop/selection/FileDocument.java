package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.desktop.session.PlaceFinder;
import io.github.tensorloupe.desktop.session.RememberedDocument;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.model.SourceFileSystem;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.BackgroundWork;
import io.github.tensorloupe.work.Cancellation;

/// An open checkpoint with the data that the window derives from it. Immutable; created in the
/// background.
///
/// @param checkpoint owned by the window, which closes it
/// @param findings of the checkpoint and all its files, the worst first
public record FileDocument(Checkpoint checkpoint, NameTree tree, List<LocatedFinding> findings)
    implements Document, AutoCloseable {

  public FileDocument {
    findings = List.copyOf(findings);
  }

  /// Creates the document of a checkpoint. Takes time linear in the number of tensors.
  ///
  /// @param before findings that precede the findings of the checkpoint and its files with the same
  ///   severity
  /// @param after supplies findings that follow them; runs while other threads derive the rest
  public static FileDocument of(
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
      return new FileDocument(checkpoint, tree.result(), findings);
    }
  }

  /// Creates the document of a checkpoint without findings.
  public static FileDocument of(Checkpoint checkpoint) {
    return new FileDocument(checkpoint, NameTree.of(checkpoint), List.of());
  }

  /// Examines the tensors only if the metadata of a file lack the entry.
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

  /// Returns the path that was opened and the paths of all files.
  public List<Path> paths() {
    List<Path> paths = new ArrayList<>(List.of(checkpoint.path()));
    checkpoint.files().stream().map(TensorFile::path).forEach(paths::add);
    return paths;
  }

  /// Returns true if the document is on a server: it cannot be written, and reading it is slow.
  public boolean isOnServer() {
    return SourceFileSystem.of(checkpoint.path()).isPresent();
  }

  /// Returns the first file of another format, which can be neither edited nor saved.
  public Optional<TensorFile> foreignFile() {
    return checkpoint.files().stream()
        .filter(file -> file.kind().isForeignCheckpoint())
        .findFirst();
  }

  public long byteCount() {
    return checkpoint.files().stream().mapToLong(file -> file.bytes().length()).sum();
  }

  @Override
  public String title() {
    return DisplayText.of(name());
  }

  @Override
  public List<FileDocument> checkpoints() {
    return List.of(this);
  }

  @Override
  public RememberedDocument remembered() {
    return RememberedDocument.of(checkpoint.path());
  }

  /// Returns the name: the name of the file or folder, or for a set the name of its folder, because
  /// every index has the same name. Not escaped for display.
  public String name() {
    Path path = checkpoint.path().toAbsolutePath().normalize();
    Path named =
        checkpoint.kind() == FileKind.SET && ShardSet.isIndexName(path) ? path.getParent() : path;
    return (named == null || named.getFileName() == null ? path : named.getFileName()).toString();
  }

  /// A finding and the open file that it is about.
  ///
  /// @param file empty if it is about the whole checkpoint or a file that is not open
  public record LocatedFinding(Optional<TensorFile> file, Finding finding) {

    /// Returns the tensor that the finding is about.
    Optional<TensorRef> tensor(Checkpoint checkpoint) {
      return finding
          .tensor()
          .flatMap(
              name ->
                  file.isPresent()
                      ? file.get().header().tensor(name).map(it -> new TensorRef(file.get(), it))
                      : checkpoint.tensor(name));
    }
  }
}
