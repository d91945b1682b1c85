package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// A cache of header summaries, so that scanning a folder again reads only changed files.
/// Optionally stored between sessions. A summary takes a few kilobytes, regardless of the size of
/// the header. Evicts the least recently used entries. Thread-safe.
public final class HeaderCache {

  /// The content of a cache by path, the least recently used entries first.
  public record Contents(Map<String, FileSummary> files, Map<String, SetSummary> sets) {
    public Contents {
      files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
      sets = Collections.unmodifiableMap(new LinkedHashMap<>(sets));
    }
  }

  /// The facts about a checkpoint of several files.
  ///
  /// @param stamp a text that identifies the files and their states
  /// @param indexError the first error found by comparing the index with the headers, if any
  public record SetSummary(String stamp, ModelFacts facts, Optional<Sentence> indexError) {}

  private static final int MAX_FILES = 20_000;

  private final Map<String, FileSummary> files = leastRecentlyUsedMap();
  private final Map<String, SetSummary> sets = leastRecentlyUsedMap();
  private final Supplier<Optional<Contents>> reader;
  private final Consumer<Contents> writer;
  private final ConfigurationFiles.Folders configurations = new ConfigurationFiles.Folders();
  private boolean isLoaded;
  private long readCount;
  private long storedCount;

  /// Creates a cache that is not stored.
  public HeaderCache() {
    this(Optional::empty, _ -> {});
  }

  /// Creates a cache that is stored between sessions.
  ///
  /// @param reader returns the stored content, or empty if it is missing or damaged; may block
  /// @param writer stores the content; may block; never called concurrently
  public HeaderCache(Supplier<Optional<Contents>> reader, Consumer<Contents> writer) {
    this.reader = reader;
    this.writer = writer;
  }

  private static <V> Map<String, V> leastRecentlyUsedMap() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<String, V> eldest) {
        return size() > MAX_FILES;
      }
    };
  }

  /// Returns the summary of the header of a file. Reads the file only if it is new or has changed.
  ///
  /// @param isAlone true if the file is a checkpoint by itself, so that the summary includes facts
  FileSummary of(Path path, boolean isAlone) throws IOException {
    FileState now = FileState.of(path);
    synchronized (this) {
      load();
      FileSummary known = files.get(path.toString());
      if (known != null && known.isOf(now) && (!isAlone || known.facts.isPresent())) {
        return known;
      }
      readCount++;
    }
    FileSummary summary = FileSummary.read(path, now.changed, isAlone, configurations);
    synchronized (this) {
      files.put(path.toString(), summary);
    }
    return summary;
  }

  /// The attributes of a file that differ if the file has changed.
  ///
  /// @param changed the time of the last change of the file or its attributes, which programs
  ///   cannot set, or empty if the file system has none
  private record FileState(
      Optional<String> fileKey, long byteLength, FileTime modified, Optional<FileTime> changed) {

    private static final String NAMES = "fileKey,size,lastModifiedTime";

    /// Makes one system call.
    static FileState of(Path path) throws IOException {
      Map<String, Object> attributes;
      try {
        attributes = Files.readAttributes(path, "unix:ctime," + NAMES);
      } catch (UnsupportedOperationException | IllegalArgumentException e) {
        attributes = Files.readAttributes(path, NAMES);
      }
      return new FileState(
          Optional.ofNullable(attributes.get("fileKey")).map(Object::toString),
          (Long) attributes.get("size"),
          (FileTime) attributes.get("lastModifiedTime"),
          Optional.ofNullable((FileTime) attributes.get("ctime")));
    }
  }

  /// Returns the facts about a checkpoint of several files. Computes the facts only if any file is
  /// new or has changed.
  ///
  /// @param states the states of the files, including the index
  /// @param reading computes the facts for a stamp
  SetSummary summaryOf(Path path, List<?> states, Function<String, SetSummary> reading) {
    String stamp = Sha256.hex(states.toString());
    synchronized (this) {
      load();
      SetSummary known = sets.get(path.toString());
      if (known != null && known.stamp.equals(stamp)) {
        return known;
      }
      readCount++;
    }
    SetSummary summary = reading.apply(stamp);
    synchronized (this) {
      sets.put(path.toString(), summary);
    }
    return summary;
  }

  synchronized long readCount() {
    return readCount;
  }

  private void load() {
    if (!isLoaded) {
      isLoaded = true;
      Contents stored = reader.get().orElse(new Contents(Map.of(), Map.of()));
      files.putAll(stored.files);
      sets.putAll(stored.sets);
    }
  }

  /// Stores the content if any header was read since the last call. Blocks the calling thread.
  synchronized void store() {
    if (readCount > storedCount) {
      storedCount = readCount;
      writer.accept(new Contents(files, sets));
    }
  }

  /// The summary of a header, without tensor names.
  ///
  /// @param identity the identity of the file when it was read
  /// @param kind the kind of the file
  /// @param isIntact true if the file is neither damaged nor dangerous, in its own format
  /// @param changed the change time of the file before it was read, or empty if unsupported
  /// @param dtypeBytes the number of bytes by dtype
  /// @param refusal the reason why the reference library refuses the file, or empty if it loads the
  ///   file
  /// @param damage the kind of the refusal, or empty if the reference library loads the file
  /// @param facts the facts about a file that is a checkpoint by itself
  public record FileSummary(
      FileIdentity identity,
      FileKind kind,
      boolean isIntact,
      Optional<FileTime> changed,
      int tensorCount,
      Map<Dtype, Long> dtypeBytes,
      Optional<Sentence> refusal,
      Optional<Damage> damage,
      Optional<ModelFacts> facts) {

    public FileSummary {
      dtypeBytes = Map.copyOf(dtypeBytes);
    }

    private boolean isOf(FileState now) {
      return identity.byteLength() == now.byteLength
          && identity.modified().equals(now.modified)
          && changed.equals(now.changed)
          && (now.fileKey.isEmpty()
              || identity.fileKey().isEmpty()
              || identity.fileKey().equals(now.fileKey));
    }

    static FileSummary read(
        Path path,
        Optional<FileTime> changed,
        boolean isAlone,
        ConfigurationFiles.Folders configurations)
        throws IOException {
      try (TensorFile file = TensorFile.open(path)) {
        Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
        for (TensorInfo tensor : file.header().tensors()) {
          dtypeBytes.merge(tensor.dtype(), tensor.clampedByteCount(), Saturating::sum);
        }
        CheckpointPart part =
            new CheckpointPart(
                "", path, Optional.empty(), List.of(file), List.of(), configurations.of(path));
        return new FileSummary(
            file.identity(),
            file.kind(),
            file.isIntact(),
            changed,
            file.header().tensors().size(),
            dtypeBytes,
            refusalOf(file),
            file.isRefused() ? Optional.of(Damage.of(file)) : Optional.empty(),
            isAlone ? Optional.of(ModelFacts.of(List.of(part))) : Optional.empty());
      }
    }

    private static Optional<Sentence> refusalOf(TensorFile file) {
      if (!file.isRefused()) {
        return Optional.empty();
      }
      return file.findings().stream()
          .filter(finding -> finding.severity() == Severity.ERROR)
          .map(Finding::sentence)
          .findFirst()
          .or(() -> file.reading().loadError().map(error -> Sentence.of("{0}.", error.variant())));
    }
  }
}
