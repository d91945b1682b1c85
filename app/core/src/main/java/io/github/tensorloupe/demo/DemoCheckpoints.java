package io.github.tensorloupe.demo;

import module java.base;

import io.github.tensorloupe.demo.SampleFile.SampleTensor;
import io.github.tensorloupe.demo.SampleFile.Values;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.save.Drafts;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.PinnedFolder;
import io.github.tensorloupe.save.TrustedPaths;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// Writes sample checkpoints, some of them with faults.
public final class DemoCheckpoints {

  /// The version of the samples. Increment it with every change, so that cached samples are
  /// replaced.
  private static final int VERSION = 1;

  private static final String DRAFT_PREFIX = ".tensorloupe-demo-";

  /// A file in the draft folder that is locked while its program runs.
  private static final String LOCK = "lock";

  private static final double SPREAD = 0.05;

  private DemoCheckpoints() {}

  /// The samples, in descending order of instructiveness.
  public enum Sample {
    HEALTHY("healthy-sharded", "a small language model in three shards with an index"),
    NAN_AND_INF("nan-and-inf.safetensors", "values that are hardly meant, in many dtypes"),
    TRUNCATED("truncated.safetensors", "a download that ended too early"),
    RICH_METADATA("rich-metadata.safetensors", "a LoRA with all the metadata of a trainer");

    private final String name;
    private final String description;

    Sample(String name, String description) {
      this.name = name;
      this.description = description;
    }

    /// Returns the path of the file, or of the folder for a set of shards.
    public Path in(Path folder) {
      return folder.resolve(name);
    }

    public String description() {
      return description;
    }
  }

  /// Writes all samples into a folder, unless canceled before the first one gets its name. Writes
  /// nothing if any of the file names exists. Deletes the draft folders of killed programs.
  ///
  /// @param folder the folder, which is created if it does not exist
  /// @throws IOException if any of the file names exists or writing fails; the message is a
  ///   sentence
  public static void write(Path folder, Cancellation cancellation) throws IOException {
    write(folder, Path::toRealPath, cancellation);
  }

  private static void write(
      Path folder, IoFunction<Path, Path> resolution, Cancellation cancellation)
      throws IOException {
    for (Sample each : Sample.values()) {
      Path path = each.in(folder);
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        throw new SentenceException("{0} already exists; nothing was written.", PathText.of(path));
      }
    }
    boolean isNew = !Files.exists(folder, LinkOption.NOFOLLOW_LINKS);
    FileOperations files = FileOperations.ofThisComputer();
    try {
      Files.createDirectories(folder);
      Path resolved = resolution.apply(folder);
      try (PinnedFolder pinned = files.pinResolved(resolved)) {
        try {
          moveIn(files, pinned, folder, resolved, cancellation);
        } catch (IOException | RuntimeException | Error e) {
          // Fails if the folder contains files.
          try (Closeable _ = isNew ? () -> files.deleteFolder(resolved) : () -> {}) {
            throw e;
          }
        }
      }
    } catch (IOException e) {
      throw unwritten(e);
    }
  }

  private static SentenceException unwritten(IOException e) {
    return e instanceof SentenceException known
        ? known
        : new SentenceException(
            Sentence.of("The samples cannot be written: {0}.", WriteFailures.reason(e)), e);
  }

  /// Writes the samples into a draft folder and then moves them, so that no incomplete samples
  /// remain after a failure.
  private static void moveIn(
      FileOperations files,
      PinnedFolder pinned,
      Path folder,
      Path resolved,
      Cancellation cancellation)
      throws IOException {
    Path draft = createDraft(pinned, resolved);
    Path shown = folder.resolve(draft.getFileName());
    List<Path> created = new ArrayList<>();
    try (PinnedFolder open = files.pin(draft)) {
      try (OpenFile lock = createLock(files, draft, open.path())) {
        created.add(open.path().resolve(LOCK));
        deleteAbandoned(files, pinned.path(), Files.getOwner(lock.handle()));
        writeDraft(open.path(), created);
        cancellation.check();
        moveIn(files, pinned, open.path(), folder);
      } catch (IOException | RuntimeException | Error e) {
        try {
          delete(files, draft, open.path(), created);
        } catch (IOException left) {
          e.addSuppressed(left);
          Object[] words = {PathText.of(shown), reason(left, shown, draft)};
          ReadFailures.rethrow(
              e instanceof IOException failure ? unwritten(failure) : e,
              Sentence.of("The new folder {0} could not be deleted: {1}.", words));
        }
        throw e;
      }
      requireAt(folder, pinned);
      try {
        delete(files, draft, open.path(), created);
      } catch (IOException e) {
        throw new SentenceException(
            Sentence.of(
                "The samples are written, but the folder {0} could not be deleted: {1}.",
                PathText.of(shown), reason(e, shown, draft)),
            e);
      }
    }
  }

  private static Sentence reason(IOException e, Path folder, Path handle) {
    return WriteFailures.reason(
        e instanceof FileSystemException failure
            ? PinnedFolder.renamed(failure, folder, handle)
            : e);
  }

  private static Path createDraft(PinnedFolder pinned, Path folder) throws IOException {
    try {
      return Files.createTempDirectory(pinned.path(), DRAFT_PREFIX);
    } catch (FileSystemException e) {
      throw PinnedFolder.renamed(e, folder, pinned.path());
    }
  }

  private static OpenFile createLock(FileOperations files, Path draft, Path open)
      throws IOException {
    OpenFile lock = files.create(open.resolve(LOCK));
    if (Files.getOwner(lock.handle()).equals(Files.getOwner(open)) && lock.tryLockIfSupported()) {
      return lock;
    }
    lock.close();
    delete(files, draft, open, List.of(open.resolve(LOCK)));
    throw new IOException("another program has replaced its temporary folder");
  }

  /// Deletes the samples in draft folders of this user that no program has locked, and the folders
  /// if they contain no other files.
  private static void deleteAbandoned(FileOperations files, Path folder, UserPrincipal owner)
      throws IOException {
    try (DirectoryStream<Path> drafts = Files.newDirectoryStream(folder, DRAFT_PREFIX + "*")) {
      for (Path draft : drafts) {
        try (PinnedFolder open = files.pin(draft)) {
          if (Files.getOwner(open.path()).equals(owner)
              && !new Drafts(files).isInUse(open.path().resolve(LOCK))) {
            List<Path> paths = new ArrayList<>(List.of(open.path().resolve(LOCK)));
            Stream.of(Sample.values()).map(each -> each.in(open.path())).forEach(paths::add);
            Path set = Sample.HEALTHY.in(open.path());
            TransformerSample.fileNames().map(set::resolve).forEach(paths::add);
            delete(files, draft, open.path(), paths);
          }
        } catch (IOException e) {
          // The folder contains other files, or its program has not created the lock yet.
        }
      }
    }
  }

  private static void writeDraft(Path draft, List<Path> created) throws IOException {
    for (Map.Entry<String, byte[]> file : files().entrySet()) {
      Path path = draft.resolve(file.getKey());
      if (!Files.exists(path.getParent())) {
        created.add(Files.createDirectory(path.getParent()));
      }
      // Does not follow links, which in a folder of another user may lead to any file.
      try (OutputStream out = Files.newOutputStream(path, StandardOpenOption.CREATE_NEW)) {
        created.add(path);
        out.write(file.getValue());
      }
    }
  }

  static void moveIn(FileOperations files, PinnedFolder open, Path draft, Path folder)
      throws IOException {
    List<Object> written = new ArrayList<>();
    for (Sample each : Sample.values()) {
      Path complete = each.in(draft);
      Path target = each.in(open.path());
      Optional<Object> key = keyOf(complete);
      try {
        // Only empty folders can be replaced by moving a folder, so nothing is lost.
        if (Files.isDirectory(complete)) {
          Files.move(complete, target);
        } else {
          files.publish(complete, target);
        }
      } catch (FileSystemException e) {
        // A network file system can report an error although the file was renamed.
        if (key.isEmpty() || !keyOf(target).equals(key)) {
          throw unwritten(each.in(folder), written, e);
        }
      }
      written.add(each.name);
    }
  }

  private static Optional<Object> keyOf(Path path) {
    return FileStamp.of(path).flatMap(FileStamp::fileKey);
  }

  /// @param written the names of the samples that are already written
  private static SentenceException unwritten(
      Path sample, List<Object> written, FileSystemException e) {
    // The system names the open folders by their numbers.
    IOException failure = PinnedFolder.renamed(e, sample, Path.of(String.valueOf(e.getFile())));
    Sentence reason =
        Sentence.of("The samples cannot be written: {0}.", WriteFailures.reason(failure));
    return new SentenceException(
        written.isEmpty()
            ? reason
            : reason.then(Sentence.of("Already written: {0}.", Sentence.joined(", ", written))),
        failure);
  }

  private static void requireAt(Path folder, PinnedFolder pinned) throws IOException {
    if (!Files.exists(folder) || !Files.isSameFile(folder, pinned.path())) {
      throw new SentenceException(
          "The samples are written, but another program has replaced, moved or deleted their"
              + " folder {0} since.",
          PathText.of(folder));
    }
  }

  /// Deletes the draft folder. Deletes only files that this program created, because another
  /// program may have replaced the folder.
  private static void delete(FileOperations files, Path draft, Path open, List<Path> created)
      throws IOException {
    for (Path each : created.reversed()) {
      if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)) {
        files.deleteFolder(each);
      } else {
        Files.deleteIfExists(each);
      }
    }
    if (Files.exists(draft) && Files.isSameFile(draft, open)) {
      files.deleteFolder(draft);
    }
  }

  private static Map<String, byte[]> files() {
    Map<String, byte[]> files = TransformerSample.files(Sample.HEALTHY.name + "/");
    files.put(Sample.NAN_AND_INF.name, withBadValues());
    files.put(Sample.TRUNCATED.name, truncated());
    files.put(Sample.RICH_METADATA.name, LoraSample.bytes());
    return files;
  }

  /// Returns the path for opening a sample. Writes all samples if they do not exist yet.
  ///
  /// @param cacheFolder a folder of this program, which is created if it does not exist
  /// @return the path of the file, or of the index for a set of shards
  /// @throws IOException if the sample does not exist and cannot be written; the message is a
  ///   sentence
  public static Path openable(Path cacheFolder, Sample sample) throws IOException {
    Path parent = TrustedPaths.resolve(cacheFolder);
    Path folder = parent.resolve("demo-" + VERSION);
    // An incomplete folder is not overwritten, because it may contain files of the user.
    for (int number = 2; !isComplete(folder) && Files.exists(folder); number++) {
      folder = parent.resolve("demo-%d-%d".formatted(VERSION, number));
    }
    if (!isComplete(folder)) {
      try {
        // The path must not contain links.
        write(folder, resolved -> resolved, Cancellation.NEVER);
      } catch (IOException e) {
        // Another process may have written the samples at the same time.
        if (!isComplete(folder)) {
          throw e;
        }
      }
    }
    Path path = sample.in(folder);
    return sample == Sample.HEALTHY ? path.resolve(TransformerSample.INDEX) : path;
  }

  /// Returns the thumbnail of the LoRA sample as a PNG file.
  public static byte[] picture() {
    return LoraSample.thumbnail();
  }

  private static boolean isComplete(Path folder) {
    Path healthy = Sample.HEALTHY.in(folder);
    return Stream.of(Sample.values()).allMatch(each -> Files.exists(each.in(folder)))
        && TransformerSample.fileNames().allMatch(name -> Files.exists(healthy.resolve(name)));
  }

  private static byte[] withBadValues() {
    double infinity = Double.POSITIVE_INFINITY;
    DoubleSupplier nan = Values.withEvery(800, Double.NaN, normal("encoder.0.weight"));
    DoubleSupplier belowAll = Values.withEvery(33, -infinity, normal("encoder.0.bias"));
    DoubleSupplier infinite = Values.withEvery(20, infinity, belowAll);
    DoubleSupplier aboveAll = Values.withEvery(700, infinity, normal("encoder.3.weight"));
    DoubleSupplier mixed = Values.withEvery(900, Double.NaN, aboveAll);
    DoubleSupplier scales = Values.withEvery(5, 0.0078125, () -> 0.015625);
    DoubleSupplier rotary = Values.normal("rotary", 0, 0.7);
    List<SampleTensor> tensors =
        List.of(
            SampleTensor.of("encoder.0.weight", Dtype.F32, nan, 64, 64),
            SampleTensor.of("encoder.0.bias", Dtype.F16, infinite, 64),
            SampleTensor.of("encoder.3.weight", Dtype.F8_E5M2, mixed, 64, 64),
            SampleTensor.of("encoder.1.weight", Dtype.BF16, () -> 0, 64, 64),
            SampleTensor.of("encoder.1.bias", Dtype.F32, () -> 0.5, 64),
            SampleTensor.of("positions.mask", Dtype.BOOL, () -> 1, 128),
            SampleTensor.normal("encoder.2.weight", Dtype.F8_E4M3, 0, SPREAD, 64, 64),
            SampleTensor.of("encoder.2.output_scale", Dtype.F32, () -> 0.125),
            SampleTensor.normal("encoder.4.weight", Dtype.F4, 0, 2, 64, 64),
            SampleTensor.of("encoder.4.weight_scale", Dtype.F8_E8M0, scales, 64, 2),
            SampleTensor.of("positions.ids", Dtype.I64, Values.counting(), 128),
            SampleTensor.of("positions.rotary", Dtype.C64, rotary, 64),
            SampleTensor.of("steps", Dtype.U64, () -> 12_000),
            SampleTensor.of("v_pred", Dtype.F32, () -> 0, 0));
    return new SampleFile(tensors, Map.of("format", "pt")).bytes();
  }

  private static DoubleSupplier normal(String name) {
    return Values.normal(name, 0, SPREAD);
  }

  private static byte[] truncated() {
    List<SampleTensor> tensors = new ArrayList<>();
    for (int block = 0; block < 8; block++) {
      String prefix = "decoder.blocks." + block + ".";
      tensors.add(SampleTensor.of(prefix + "conv.weight", Dtype.F16, normal(prefix), 64, 32, 3, 3));
      tensors.add(SampleTensor.of(prefix + "conv.bias", Dtype.F16, normal(prefix + "bias"), 64));
    }
    byte[] whole = new SampleFile(tensors, Map.of("format", "pt")).bytes();
    return Arrays.copyOf(whole, whole.length * 5 / 8 + 3);
  }
}
