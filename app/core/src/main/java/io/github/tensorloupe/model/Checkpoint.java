package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.LoadError;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.text.Clause;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// An open file, set of shards, or folder. Thread-safe. Must be closed by the code that opened it.
public final class Checkpoint implements AutoCloseable {

  private final Path path;
  private final FileKind kind;
  private final List<CheckpointPart> parts;
  private final List<TensorFile> files;
  private final List<Finding> findings;
  private final List<TensorRef> tensors;

  Checkpoint(
      Path path,
      FileKind kind,
      List<CheckpointPart> parts,
      List<TensorFile> files,
      List<Finding> findings) {
    this.path = path;
    this.kind = kind;
    this.parts = List.copyOf(parts);
    this.files = List.copyOf(files);
    this.findings = List.copyOf(findings);
    this.tensors = new Tensors(this.files);
  }

  /// The tensors of all files, created on access: for a large set, creating half a million objects
  /// in advance would slow down the garbage collector.
  private static final class Tensors extends AbstractList<TensorRef> implements RandomAccess {

    private final List<TensorFile> files;

    /// The cumulative number of tensors up to each file.
    private final int[] ends;

    Tensors(List<TensorFile> files) {
      this.files = files;
      this.ends = files.stream().mapToInt(file -> file.header().tensors().size()).toArray();
      Arrays.parallelPrefix(ends, Math::addExact);
    }

    @Override
    public int size() {
      return ends.length == 0 ? 0 : ends[ends.length - 1];
    }

    @Override
    public TensorRef get(int index) {
      Objects.checkIndex(index, size());
      int position = Arrays.binarySearch(ends, index);
      int at = position < 0 ? -position - 1 : position + 1;
      // A file without tensors has the same cumulative number as its predecessor.
      while (ends[at] == index) {
        at++;
      }
      int firstIndex = at == 0 ? 0 : ends[at - 1];
      TensorFile file = files.get(at);
      return new TensorRef(file, file.header().tensors().get(index - firstIndex));
    }
  }

  /// Opens a file, an index with its shards, or all checkpoints in a folder and its subfolders.
  /// Reads only headers. Reports invalid content and unreadable shards as findings.
  ///
  /// @param path a file, an index (`*.safetensors.index.json`) or a folder
  /// @param cancellation checked before each file
  /// @param progress reported in files
  /// @throws IOException if the path does not exist, or if the file or index cannot be read
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Checkpoint open(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    boolean isFolder = Files.isDirectory(path);
    if (!isFolder && !ShardSet.isIndexName(path)) {
      cancellation.check();
      TensorFile file = TensorFile.open(path);
      progress.report(1, 1);
      return of(file);
    }
    try (CheckpointOpener opener = new CheckpointOpener(cancellation, progress)) {
      return isFolder ? opener.openFolder(path) : opener.openSet(path);
    }
  }

  /// Creates a checkpoint of one open file, which the checkpoint takes ownership of.
  public static Checkpoint of(TensorFile file) {
    List<TensorFile> files = List.of(file);
    CheckpointPart part = new CheckpointPart("", file.path(), Optional.empty(), files, List.of());
    return new Checkpoint(file.path(), FileKind.SAFETENSORS, List.of(part), files, List.of());
  }

  /// Returns a checkpoint with each file replaced and without findings. Owns the new files.
  public Checkpoint with(Map<TensorFile, TensorFile> others) {
    Function<List<TensorFile>, List<TensorFile>> replaced =
        of -> of.stream().map(others::get).toList();
    List<CheckpointPart> changed = new ArrayList<>();
    for (CheckpointPart part : parts) {
      List<TensorFile> files = replaced.apply(part.files());
      changed.add(
          new CheckpointPart(
              part.label(), part.path(), part.index(), files, List.of(), part.configurations()));
    }
    return new Checkpoint(path, kind, changed, replaced.apply(files), List.of());
  }

  /// Opens the checkpoints in a folder, without its subfolders. See [#open].
  public static Checkpoint openLevel(Path folder, Cancellation cancellation, Progress progress)
      throws IOException {
    try (CheckpointOpener opener = new CheckpointOpener(cancellation, progress)) {
      return opener.openLevel(folder);
    }
  }

  /// Creates a set's finding about a refused or unreadable shard, including the first error of the
  /// shard.
  ///
  /// @param error the error of the reference library, or empty if the shard cannot be read
  /// @param findings the findings of the shard
  public static Finding shardRefused(
      String name, Optional<LoadError> error, List<Finding> findings) {
    Optional<Finding> first =
        findings.stream().filter(finding -> finding.severity() == Severity.ERROR).findFirst();
    Sentence reason = first.map(Finding::sentence).orElse(null);
    return Finding.of(FindingCode.SHARD_REFUSED, sentence(DisplayText.of(name), error, reason));
  }

  private static Sentence sentence(String name, Optional<LoadError> error, Sentence reason) {
    if (error.isPresent()) {
      String variant = error.get().variant();
      return reason == null
          ? Sentence.of("The shard {0} is refused: {1}.", name, variant)
          : Sentence.of("The shard {0} is refused: {1}; {2}.", name, variant, new Clause(reason));
    }
    if (reason == null) {
      return Sentence.of("The shard {0} cannot be read.", name);
    }
    // Avoids repeating that the file cannot be read.
    boolean repeatsIt = reason.key().equals(ReadFailures.UNREADABLE);
    return Sentence.of(
        "The shard {0} cannot be read: {1}.",
        name, repeatsIt ? reason.arguments().getLast() : new Clause(reason));
  }

  /// Returns the opened path: a file, an index, or a folder. For a set without an index, returns
  /// the folder.
  public Path path() {
    return path;
  }

  /// Returns `SET`, `DIRECTORY`, or `SAFETENSORS` for a single file of any kind.
  public FileKind kind() {
    return kind;
  }

  /// Returns the parts of the checkpoint: one per set and single file, in the order of
  /// [CheckpointFinder].
  public List<CheckpointPart> parts() {
    return parts;
  }

  /// Returns the open files by part, in natural order within a part.
  public List<TensorFile> files() {
    return files;
  }

  /// Returns a short name of a file for lists: the distinguishing part of a shard's name. Not
  /// escaped for display.
  public String briefName(TensorFile file) {
    return briefName(String.valueOf(file.path().getFileName()));
  }

  public String briefName(String fileName) {
    return kind == FileKind.SET ? ShardName.brief(fileName) : fileName;
  }

  /// Returns the tensors of all files, ordered by file, then by data offsets.
  public List<TensorRef> tensors() {
    return tensors;
  }

  /// Returns the first tensor with this name, or empty, in linear time.
  public Optional<TensorRef> tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.info().name().equals(name)).findFirst();
  }

  /// Returns the index of a tensor in [#tensors()], or -1 if it is absent, in logarithmic time.
  public int indexOf(TensorRef tensor) {
    int indexInFile = tensor.file().header().indexOf(tensor.info());
    if (indexInFile < 0) {
      return -1;
    }
    int before = 0;
    for (TensorFile file : files) {
      if (file == tensor.file()) {
        return before + indexInFile;
      }
      before += file.header().tensors().size();
    }
    return -1;
  }

  /// Returns true if a set or file is refused or unreadable, or if the folder is empty. An intact
  /// file of another format is refused only as a shard of a set. Unlike [#isBroken], ignores gaps
  /// in shard numbers if a usable index does not name these shards.
  public boolean isRefused() {
    long errors = findings.stream().filter(each -> each.severity() == Severity.ERROR).count();
    long unnamedGaps = 0;
    for (CheckpointPart part : parts) {
      for (Finding finding : part.index().isPresent() ? part.findings() : List.<Finding>of()) {
        unnamedGaps += finding.code() == FindingCode.SHARD_NUMBER_GAP ? 1 : 0;
      }
    }
    return errors > unnamedGaps
        || files.stream()
            .anyMatch(file -> kind == FileKind.SET ? file.isRefused() : !file.isIntact());
  }

  /// Returns true if the set or folder has errors, including a refused shard of a set.
  public boolean isBroken() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }

  /// Returns the findings about the set or folder, excluding findings about its files.
  public List<Finding> findings() {
    return findings;
  }

  @Override
  public void close() throws IOException {
    closeAll(files);
  }

  /// Closes all files, even if closing one of them fails. Throws the first exception.
  public static void closeAll(List<? extends Closeable> files) throws IOException {
    IOException failure = null;
    for (Closeable file : files) {
      try {
        file.close();
      } catch (IOException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
