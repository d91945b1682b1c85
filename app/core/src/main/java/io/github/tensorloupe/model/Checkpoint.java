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

/// One file, a set of shards or a folder, opened together. Thread-safe; owned by whoever opened it.
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

  /// The tensors of files one after the other. Each is made when it is asked for: half a million
  /// objects would have to be moved in memory while a large set is opened.
  private static final class Tensors extends AbstractList<TensorRef> implements RandomAccess {

    private final List<TensorFile> files;

    /// Of each file the number of tensors up to its end.
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
      int found = Arrays.binarySearch(ends, index);
      int at = found < 0 ? -found - 1 : found + 1;
      // Files without tensors end where the one before them ends.
      while (ends[at] == index) {
        at++;
      }
      int before = at == 0 ? 0 : ends[at - 1];
      TensorFile file = files.get(at);
      return new TensorRef(file, file.header().tensors().get(index - before));
    }
  }

  /// Opens a file, an index with its shards, or everything in a folder. Reads headers only.
  ///
  /// What is wrong with the contents is a finding, and so is a shard of a set that cannot be read.
  ///
  /// @param path a file, an index (`*.safetensors.index.json`) or a folder
  /// @param cancellation asked before each file
  /// @param progress in files
  /// @throws IOException if there is nothing at the path, or the file or index cannot be read
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Checkpoint open(Path path, Cancellation cancellation, Progress progress)
      throws IOException {
    try (CheckpointOpener opener = new CheckpointOpener(cancellation, progress)) {
      if (Files.isDirectory(path)) {
        return opener.openFolder(path);
      }
      return ShardSet.isIndexName(path) ? opener.openSet(path) : opener.openFile(path);
    }
  }

  /// The checkpoint of a file that is open, which it owns from then on.
  public static Checkpoint of(TensorFile file) {
    List<TensorFile> files = List.of(file);
    CheckpointPart part = new CheckpointPart("", file.path(), Optional.empty(), files, List.of());
    return new Checkpoint(file.path(), FileKind.SAFETENSORS, List.of(part), files, List.of());
  }

  /// The same with another file in the place of each, which it owns from then on. There is nothing
  /// to tell of it.
  public Checkpoint with(Map<TensorFile, TensorFile> others) {
    Function<List<TensorFile>, List<TensorFile>> replaced =
        of -> of.stream().map(others::get).toList();
    List<CheckpointPart> changed =
        parts.stream()
            .map(
                part ->
                    new CheckpointPart(
                        part.label(),
                        part.path(),
                        part.index(),
                        replaced.apply(part.files()),
                        List.of()))
            .toList();
    return new Checkpoint(path, kind, changed, replaced.apply(files), List.of());
  }

  /// Opens what is in a folder, without the folders below it; otherwise as [#open].
  public static Checkpoint openLevel(Path folder, Cancellation cancellation, Progress progress)
      throws IOException {
    try (CheckpointOpener opener = new CheckpointOpener(cancellation, progress)) {
      return opener.openLevel(folder);
    }
  }

  /// The finding of a set about a shard that is refused or cannot be read: what it really is, or
  /// else what is wrong with it first.
  ///
  /// @param error why the reference library refuses it; empty where it cannot be read
  /// @param findings all that is known of the shard
  public static Finding shardRefused(
      String name, Optional<LoadError> error, List<Finding> findings) {
    Optional<Sentence> first =
        findings.stream()
            .filter(finding -> finding.severity() == Severity.ERROR)
            .findFirst()
            .map(Finding::sentence);
    return Finding.of(
        FindingCode.SHARD_REFUSED, sentence(DisplayText.of(name), error, first.orElse(null)));
  }

  private static Sentence sentence(String name, Optional<LoadError> error, Sentence why) {
    if (error.isPresent()) {
      String variant = error.get().variant();
      return why == null
          ? Sentence.of("The shard {0} is refused: {1}.", name, variant)
          : Sentence.of("The shard {0} is refused: {1}; {2}.", name, variant, new Clause(why));
    }
    if (why == null) {
      return Sentence.of("The shard {0} cannot be read.", name);
    }
    // A sentence that says so itself must not say it twice.
    boolean saysSo = why.key().equals(ReadFailures.UNREADABLE);
    return Sentence.of(
        "The shard {0} cannot be read: {1}.",
        name, saysSo ? why.arguments().getLast() : new Clause(why));
  }

  /// The path that was opened: the file, the index of the set, or the folder; of a set without
  /// index the folder it is in.
  public Path path() {
    return path;
  }

  /// `SAFETENSORS` for a single file (whatever it really is), `SET`, or `DIRECTORY`.
  public FileKind kind() {
    return kind;
  }

  /// The parts of the checkpoint: one for a file or a set, one for each set and lone file of a
  /// folder, in the order they were found.
  public List<CheckpointPart> parts() {
    return parts;
  }

  /// The open files: shards in natural order, files of a folder part after part.
  public List<TensorFile> files() {
    return files;
  }

  /// The name of a file where several are listed: of a shard the part that tells it from the
  /// others. As unsafe to show as the disk makes it.
  public String briefName(TensorFile file) {
    return briefName(String.valueOf(file.path().getFileName()));
  }

  public String briefName(String fileName) {
    return kind == FileKind.SET ? ShardName.brief(fileName) : fileName;
  }

  /// The tensors of all files, file after file, each by data offsets.
  public List<TensorRef> tensors() {
    return tensors;
  }

  /// The first tensor with this name, or empty. Takes time in proportion to the number of tensors.
  public Optional<TensorRef> tensor(String name) {
    return tensors.stream().filter(tensor -> tensor.info().name().equals(name)).findFirst();
  }

  /// The index of a tensor in [#tensors()], or -1. Takes logarithmic time in the number of tensors.
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

  /// True if something is wrong with the set or folder as such, or a shard of the set is refused.
  public boolean isBroken() {
    return findings.stream().anyMatch(finding -> finding.severity() == Severity.ERROR);
  }

  /// Everything worth telling about the set or folder as such; the files have their own.
  public List<Finding> findings() {
    return findings;
  }

  @Override
  public void close() throws IOException {
    closeAll(files);
  }

  /// Closes files, also where closing one of them fails.
  public static void closeAll(List<? extends Closeable> files) throws IOException {
    Deque<IOException> failures = new ArrayDeque<>();
    for (Closeable file : files) {
      try {
        file.close();
      } catch (IOException e) {
        failures.add(e);
      }
    }
    if (!failures.isEmpty()) {
      IOException first = failures.pop();
      failures.forEach(first::addSuppressed);
      throw first;
    }
  }
}
