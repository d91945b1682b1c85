package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.analysis.health.HealthIssue;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.FileIdentity;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoFunction;

/// Results of scans, kept from one run to the next so that a file that is opened again shows them
/// at once. Thread-safe; blocks the calling thread. Where there is no folder for such things
/// nothing is kept.
///
/// Each file that was scanned has one here, whose name is a hash of its identity: neither names nor
/// bytes of what was scanned are kept. An adapter that was measured has another one with its
/// effective rank. All together take no more than a limit; the ones that were not used for longest
/// go first. A disk that takes nothing is told of once, and not with every file again.
public final class ScanCache implements ScanMemory {

  /// The number of bytes that the files may take together.
  public static final long DEFAULT_LIMIT_BYTES = 64L << 20;

  private static final String FOLDER = "scans";
  private static final String SCAN = ".scan";
  private static final String RANK = ".rank";
  private static final byte[] MAGIC = "TLscans\n".getBytes(StandardCharsets.US_ASCII);

  private static final int BUFFER_BYTES = 1 << 16;

  /// To be raised whenever the format changes, or scans give other results for the same bytes.
  private static final int VERSION = 5;

  private record Kept(Path file, long byteLength, FileTime used) {}

  private final Folders folders;
  private final long limitBytes;
  private final AtomicBoolean failureIsTold = new AtomicBoolean();
  private Optional<Path> folderToRead = Optional.empty();
  private boolean folderIsKnown;

  public ScanCache(Folders folders) {
    this(folders, DEFAULT_LIMIT_BYTES);
  }

  ScanCache(Folders folders, long limitBytes) {
    this.folders = folders;
    this.limitBytes = limitBytes;
  }

  /// A file as it was when its checkpoint was opened.
  ///
  /// @param first the index of its first tensor in the checkpoint
  private record KnownFile(FileIdentity identity, int first, int tensorCount) {}

  @Override
  public Place placeOf(Checkpoint checkpoint) throws IOException {
    List<KnownFile> files = new ArrayList<>();
    int tensorCount = 0;
    for (TensorFile file : checkpoint.files()) {
      int count = file.header().tensors().size();
      files.add(new KnownFile(file.identity(), tensorCount, count));
      tensorCount += count;
    }
    int allCount = tensorCount;
    return new Place() {
      @Override
      public KnownValues recall() {
        KnownValues known = new KnownValues(allCount);
        for (KnownFile file : files) {
          read(file.identity, file.tensorCount)
              .ifPresent(kept -> known.addMissing(kept, file.first));
        }
        return known;
      }

      @Override
      public void keep(KnownValues known) throws IOException {
        try {
          for (KnownFile file : files) {
            KnownValues part = known.part(file.first, file.tensorCount);
            if (!part.isEmpty()) {
              write(file.identity, part);
            }
          }
        } catch (IOException e) {
          tellOnce(e);
        }
      }
    };
  }

  private void tellOnce(IOException failure) throws IOException {
    if (!failureIsTold.getAndSet(true)) {
      throw failure;
    }
  }

  @Override
  public OptionalDouble effectiveRank(FileIdentity identity) {
    return read(identity, RANK, DataInputStream::readDouble)
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }

  @Override
  public void keepEffectiveRank(FileIdentity identity, double rank) throws IOException {
    try {
      write(identity, RANK, out -> out.writeDouble(rank));
    } catch (IOException e) {
      tellOnce(e);
    }
  }

  /// The health of a file, as the kept results tell it.
  ///
  /// @param tensorCount how many tensors its header has
  @Override
  public Health health(FileIdentity identity, int tensorCount) {
    return read(identity, tensorCount).map(ScanCache::health).orElse(Health.UNKNOWN);
  }

  private static Health health(KnownValues known) {
    Health all = Health.HEALTHY;
    for (int tensor = 0; tensor < known.tensorCount(); tensor++) {
      all = all.and(known.health(tensor).map(ScanCache::health).orElse(Health.UNKNOWN));
    }
    return all;
  }

  private static Health health(TensorHealth tensor) {
    Health all = Health.HEALTHY;
    for (HealthIssue issue : tensor.issues()) {
      all =
          all.and(
              switch (issue) {
                case NAN -> Health.NAN;
                case INF -> Health.INF;
                case ZERO_PAGES, ALL_ZERO, CONSTANT, INVALID_BOOL, EQUAL_ROWS -> Health.DOUBTFUL;
                case INITIAL_ZEROS, INITIAL_ONES -> Health.HEALTHY;
              });
    }
    return all;
  }

  /// The kept results of a file.
  ///
  /// @param tensorCount how many tensors its header has
  /// @return empty where nothing is kept, also where what is kept is damaged, of another version or
  ///   of another number of tensors, or cannot be read
  public Optional<KnownValues> read(FileIdentity identity, int tensorCount) {
    return read(identity, SCAN, in -> ScanFormat.read(in, tensorCount));
  }

  private <T> Optional<T> read(
      FileIdentity identity, String suffix, IoFunction<DataInputStream, T> reading) {
    byte[] key = key(identity);
    return folderToRead().flatMap(folder -> read(fileIn(folder, key, suffix), key, reading));
  }

  /// Asked once: finding out whether a folder can be written is too much to do for each of
  /// thousands of files that are only looked up.
  private synchronized Optional<Path> folderToRead() {
    if (!folderIsKnown) {
      folderToRead = folders.cache();
      folderIsKnown = true;
    }
    return folderToRead;
  }

  private static <T> Optional<T> read(
      Path file, byte[] key, IoFunction<DataInputStream, T> reading) {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (!Arrays.equals(in.readNBytes(MAGIC.length), MAGIC)
          || in.readInt() != VERSION
          || !Arrays.equals(in.readNBytes(key.length), key)) {
        return Optional.empty();
      }
      DataInputStream unpacked =
          new DataInputStream(new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES)));
      T kept = reading.apply(unpacked);
      // The checksum at the end is looked at when the end is reached.
      if (unpacked.read() >= 0) {
        return Optional.empty();
      }
      markUsed(file);
      return Optional.of(kept);
    } catch (IOException | IllegalArgumentException e) {
      // A damaged file need not be saved: all of it can be found out again.
      return Optional.empty();
    }
  }

  private static void markUsed(Path file) {
    try {
      Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
    } catch (IOException e) {
      // It only goes sooner than it should, or has gone already; what was read is whole.
    }
  }

  /// Keeps what is known of a file in place of what was kept of it.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and what was kept still is
  public void write(FileIdentity identity, KnownValues scan) throws IOException {
    write(identity, SCAN, out -> ScanFormat.write(out, scan));
  }

  private void write(FileIdentity identity, String suffix, IoConsumer<DataOutputStream> writing)
      throws IOException {
    Optional<Path> cache = folders.cache();
    if (cache.isEmpty()) {
      return;
    }
    byte[] key = key(identity);
    Path file = fileIn(cache.get(), key, suffix);
    Path folder = file.getParent();
    try {
      Files.createDirectories(folder);
      WholeFile.write(file, false, out -> write(out, key, writing));
      removeOldest(folder);
    } catch (SentenceException e) {
      throw e;
    } catch (UncheckedIOException e) {
      throw WriteFailures.sentence(PathText.of(folder), e.getCause());
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(folder), e);
    }
  }

  private static void write(OutputStream file, byte[] key, IoConsumer<DataOutputStream> writing)
      throws IOException {
    DataOutputStream out = new DataOutputStream(file);
    out.write(MAGIC);
    out.writeInt(VERSION);
    out.write(key);
    try (DataOutputStream packed =
        new DataOutputStream(new BufferedOutputStream(new FastGzip(out)))) {
      writing.accept(packed);
    }
  }

  /// Most of the bytes are those of doubles, which more effort would not make fewer.
  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  private static Path fileIn(Path folder, byte[] key, String suffix) {
    return folder.resolve(FOLDER).resolve(HexFormat.of().formatHex(key) + suffix);
  }

  /// The file key is part of it: copies of one architecture may have equal headers and lengths, and
  /// tools that unpack them give all the same time.
  private static byte[] key(FileIdentity identity) {
    String text =
        String.join(
            "\n",
            identity.fileKey().orElse(""),
            Long.toString(identity.byteLength()),
            identity.modified().toString(),
            identity.headSha256());
    return Sha256.digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private void removeOldest(Path folder) throws IOException {
    List<Kept> kept = kept(folder);
    long total = kept.stream().mapToLong(Kept::byteLength).sum();
    for (Kept oldest : kept) {
      if (total <= limitBytes) {
        return;
      }
      Files.deleteIfExists(oldest.file);
      total -= oldest.byteLength;
    }
  }

  /// Everything in the folder, unfinished drafts of killed processes among it, the oldest first.
  private static List<Kept> kept(Path folder) throws IOException {
    List<Kept> kept = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : (Iterable<Path>) files::iterator) {
        try {
          BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
          if (attributes.isRegularFile()) {
            kept.add(new Kept(file, attributes.size(), attributes.lastModifiedTime()));
          }
        } catch (NoSuchFileException e) {
          // Another process has made room.
        }
      }
    }
    kept.sort(Comparator.comparing(Kept::used));
    return kept;
  }
}
