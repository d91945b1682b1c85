package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;

/// Headers that were read, kept so that a second look at a folder reads none of them again, in this
/// run and, where there is a store, in later ones. Thread-safe. Holds a few kilobytes for each
/// file, however large its header is, and forgets those that were not asked for longest.
public final class HeaderMemory {

  /// Keeps what is known from one run to the next. Called by one thread at a time; blocks.
  public interface Store {

    /// Keeps nothing.
    Store NONE =
        new Store() {
          @Override
          public void read(IoConsumer<DataInputStream> reading) {}

          @Override
          public void write(IoConsumer<DataOutputStream> writing) {}
        };

    /// Reads what was written last, if anything was.
    void read(IoConsumer<DataInputStream> reading);

    void write(IoConsumer<DataOutputStream> writing);
  }

  private static final int MAX_FILES = 20_000;

  /// The facts of a checkpoint of several files.
  ///
  /// @param stamp identifies its files
  private record Known(String stamp, ModelFacts facts) {}

  private final Map<Path, FileSummary> files = remembering();
  private final Map<Path, Known> sets = remembering();
  private final Store store;
  private boolean isLoaded;
  private long readCount;
  private long keptCount;

  public HeaderMemory() {
    this(Store.NONE);
  }

  public HeaderMemory(Store store) {
    this.store = store;
  }

  private static <V> Map<Path, V> remembering() {
    return new LinkedHashMap<>(16, 0.75f, true) {
      @Override
      protected boolean removeEldestEntry(Map.Entry<Path, V> eldest) {
        return size() > MAX_FILES;
      }
    };
  }

  /// The summary of the header of a file; read only where the file is another than before.
  ///
  /// @param isAlone true if it is a checkpoint by itself, whose facts are wanted too
  FileSummary of(Path path, boolean isAlone) throws IOException {
    BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
    synchronized (this) {
      load();
      FileSummary before = files.get(path);
      if (before != null && before.isOf(now) && (!isAlone || before.facts.isPresent())) {
        return before;
      }
      readCount++;
    }
    FileSummary summary = FileSummary.read(path, isAlone);
    synchronized (this) {
      files.put(path, summary);
    }
    return summary;
  }

  /// The facts of a checkpoint of several files, found out only where one of them is another.
  ///
  /// @param path of the checkpoint
  ModelFacts factsOf(Path path, List<FileIdentity> identities, Supplier<ModelFacts> reading) {
    String stamp = stamp(identities);
    synchronized (this) {
      load();
      Known known = sets.get(path);
      if (known != null && known.stamp.equals(stamp)) {
        return known.facts;
      }
      readCount++;
    }
    ModelFacts facts = reading.get();
    synchronized (this) {
      sets.put(path, new Known(stamp, facts));
    }
    return facts;
  }

  private static String stamp(List<FileIdentity> identities) {
    byte[] all = identities.toString().getBytes(StandardCharsets.UTF_8);
    return HexFormat.of().formatHex(Sha256.digest().digest(all));
  }

  synchronized long readCount() {
    return readCount;
  }

  private void load() {
    if (!isLoaded) {
      isLoaded = true;
      store.read(this::readFrom);
    }
  }

  /// Takes all or nothing: the checksum stands at the end.
  private void readFrom(DataInputStream in) throws IOException {
    Map<Path, FileSummary> readFiles = new LinkedHashMap<>();
    Map<Path, Known> readSets = new LinkedHashMap<>();
    for (int left = in.readInt(); left > 0; left--) {
      Path path = Path.of(LibraryFormat.readText(in));
      readFiles.put(path, LibraryFormat.readSummary(in));
    }
    for (int left = in.readInt(); left > 0; left--) {
      Path path = Path.of(LibraryFormat.readText(in));
      readSets.put(path, new Known(LibraryFormat.readText(in), LibraryFormat.readFacts(in)));
    }
    if (in.read() >= 0) {
      throw new IOException("more than was written");
    }
    files.putAll(readFiles);
    sets.putAll(readSets);
  }

  /// Keeps what has been learned since the last time, if anything has. Blocks the calling thread.
  synchronized void keep() {
    if (readCount > keptCount) {
      keptCount = readCount;
      store.write(this::writeTo);
    }
  }

  private void writeTo(DataOutputStream out) throws IOException {
    out.writeInt(files.size());
    for (Map.Entry<Path, FileSummary> each : files.entrySet()) {
      LibraryFormat.writeText(out, each.getKey().toString());
      LibraryFormat.write(out, each.getValue());
    }
    out.writeInt(sets.size());
    for (Map.Entry<Path, Known> each : sets.entrySet()) {
      LibraryFormat.writeText(out, each.getKey().toString());
      LibraryFormat.writeText(out, each.getValue().stamp);
      LibraryFormat.write(out, each.getValue().facts);
    }
  }

  /// The facts that the library keeps of one file: figures and words, and no names of tensors.
  ///
  /// @param identity of the file when it was read
  /// @param dtypeBytes the bytes of the tensors of each dtype
  /// @param refusal why the reference library refuses it, as a sentence; empty where it loads
  /// @param facts of a file that is a checkpoint by itself
  record FileSummary(
      FileIdentity identity,
      int tensorCount,
      Map<Dtype, Long> dtypeBytes,
      Optional<Sentence> refusal,
      Optional<ModelFacts> facts) {

    FileSummary {
      dtypeBytes = Map.copyOf(dtypeBytes);
    }

    boolean isOf(BasicFileAttributes now) {
      Optional<String> key = Optional.ofNullable(now.fileKey()).map(Object::toString);
      return identity.byteLength() == now.size()
          && identity.modified().equals(now.lastModifiedTime())
          && (key.isEmpty() || identity.fileKey().isEmpty() || identity.fileKey().equals(key));
    }

    /// Reads the header of a file and nothing else.
    static FileSummary read(Path path, boolean isAlone) throws IOException {
      try (TensorFile file = TensorFile.open(path)) {
        Map<Dtype, Long> dtypeBytes = new EnumMap<>(Dtype.class);
        for (TensorInfo tensor : file.header().tensors()) {
          dtypeBytes.merge(tensor.dtype(), tensor.spannedByteCount(), Saturating::sum);
        }
        CheckpointPart part =
            new CheckpointPart("", path, Optional.empty(), List.of(file), List.of());
        return new FileSummary(
            file.identity(),
            file.header().tensors().size(),
            dtypeBytes,
            refusalOf(file),
            isAlone
                ? Optional.of(ModelFacts.of(List.of(part), Cancellation.NEVER))
                : Optional.empty());
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
