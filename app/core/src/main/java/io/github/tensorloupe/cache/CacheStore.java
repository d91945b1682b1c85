package io.github.tensorloupe.cache;

import module java.base;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.storage.AtomicFile;
import io.github.tensorloupe.storage.Folders;

/// A persistent key-value cache: a folder with one file per key. Thread-safe; blocks the calling
/// thread. Several processes may use the same folder.
///
/// A file is a gzip stream of a label (format version and key) and a value in Smile. Files that are
/// damaged, of another version, or with the label of another key count as missing. If the folder
/// exceeds its limit, the least recently used files are deleted. The first write also deletes
/// drafts of killed programs.
public final class CacheStore {

  /// Limits on the content of a file, which bound the memory for parsing it.
  ///
  /// @param tokenCount the maximum number of values and names
  /// @param byteCount the maximum number of uncompressed bytes
  public record Limits(long tokenCount, long byteCount) {}

  /// A file of the cache.
  ///
  /// @param used the time of the last write or [touch][CacheStore#touch]
  public record Entry(String key, long byteCount, FileTime used) {}

  /// The format version. Increment it if the format changes, or if a code change makes cached
  /// results outdated.
  private static final int VERSION = 4;

  private static final Pattern KEY = Pattern.compile("([0-9a-f]{64}/)?[0-9a-f]+(\\.[a-z]+)?");

  private static final int MAX_DEPTH = 100;
  private static final int BUFFER_BYTES = 1 << 16;

  /// The divisor of the limit for the number of bytes to free when the limit is exceeded, so that
  /// not every write to a full folder must list it.
  private static final int FREED_SHARE = 16;

  private final Supplier<Optional<Path>> folderSource;
  private final long maxBytes;
  private Optional<Path> folder = Optional.empty();
  private boolean isFolderKnown;

  /// The number of bytes that may be written before the folder is listed again.
  private long allowedBytes;

  /// @param folder supplies the folder, which need not exist, or empty to store nothing
  /// @param maxBytes the maximum total size of all files in bytes
  public CacheStore(Supplier<Optional<Path>> folder, long maxBytes) {
    this.folderSource = folder;
    this.maxBytes = maxBytes;
  }

  /// Returns the value of a key, or empty if it is missing or damaged.
  public <T> Optional<T> read(String key, Class<T> type, Limits limits) {
    Optional<Path> file = folder(false).map(parent -> parent.resolve(key));
    // Reading a pipe could block forever.
    if (file.isEmpty() || !Files.isRegularFile(file.get())) {
      return Optional.empty();
    }
    try (InputStream stored = Files.newInputStream(file.get());
        DataInputStream in =
            new DataInputStream(
                new BufferedInputStream(new GZIPInputStream(stored, BUFFER_BYTES)))) {
      if (!in.readUTF().equals(label(key))) {
        return Optional.empty();
      }
      JsonParser parser = factory(limits).createParser((InputStream) in);
      T value = CacheMapper.SMILE.readerFor(type).readValue(parser);
      // GZIPInputStream verifies the checksum at the end of the stream.
      return in.read() < 0 ? Optional.ofNullable(value) : Optional.empty();
    } catch (IOException | RuntimeException e) {
      // A damaged value may be invalid for its record or conversion.
      return Optional.empty();
    }
  }

  private static SmileFactory factory(Limits limits) {
    StreamReadConstraints constraints =
        StreamReadConstraints.builder()
            .maxTokenCount(limits.tokenCount)
            .maxDocumentLength(limits.byteCount)
            .maxStringLength((int) Math.min(limits.byteCount, Integer.MAX_VALUE))
            .maxNestingDepth(MAX_DEPTH)
            .build();
    return SmileFactory.builder()
        .streamReadConstraints(constraints)
        .disable(StreamReadFeature.AUTO_CLOSE_SOURCE)
        .build();
  }

  private static String label(String key) {
    return "TensorLoupe cache %d %s".formatted(VERSION, key);
  }

  /// Creates or replaces the value of a key, and deletes old files if the limit is exceeded.
  ///
  /// @throws SentenceException if writing fails; the old value is unchanged
  public void write(String key, Object value) throws SentenceException {
    Optional<Path> parent = folder(true);
    if (parent.isEmpty()) {
      return;
    }
    Path file = parent.get().resolve(key);
    try {
      Folders.create(file.getParent());
      if (Files.isSymbolicLink(file)) {
        Files.delete(file);
      }
      AtomicFile.write(file, false, out -> write(out, key, value));
      // Another process may have deleted the file already.
      limit(parent.get(), FileStamp.lengthOf(file).orElse(0));
    } catch (SentenceException e) {
      throw e;
    } catch (IOException e) {
      throw WriteFailures.sentence(PathText.of(file.getParent()), e);
    }
  }

  private static void write(OutputStream file, String key, Object value) throws IOException {
    try (DataOutputStream out =
        new DataOutputStream(new BufferedOutputStream(new FastGzip(file), BUFFER_BYTES))) {
      out.writeUTF(label(key));
      CacheMapper.SMILE.writeValue((OutputStream) out, value);
    }
  }

  private static final class FastGzip extends GZIPOutputStream {
    FastGzip(OutputStream out) throws IOException {
      super(out, BUFFER_BYTES);
      def.setLevel(Deflater.BEST_SPEED);
    }
  }

  // The result is cached, because finding the folder creates a probe file.
  private synchronized Optional<Path> folder(boolean canRetry) {
    if (!isFolderKnown || canRetry && folder.isEmpty()) {
      folder = folderSource.get();
      isFolderKnown = true;
    }
    return folder;
  }

  /// Marks a value as used now, so that it is deleted after less recently used values.
  public void touch(String key) {
    folder(false)
        .ifPresent(
            parent -> parent.resolve(key).toFile().setLastModified(System.currentTimeMillis()));
  }

  public void delete(String key) throws IOException {
    Optional<Path> parent = folder(false);
    if (parent.isPresent()) {
      Files.deleteIfExists(parent.get().resolve(key));
    }
  }

  /// Returns the keys of all values.
  public Set<String> keys() throws IOException {
    return entries().stream().map(Entry::key).collect(Collectors.toSet());
  }

  /// Returns all entries, the least recently used first.
  public List<Entry> entries() throws IOException {
    Optional<Path> parent = folder(false).filter(Files::isDirectory);
    return parent.isEmpty() ? List.of() : entries(parent.get());
  }

  private static List<Entry> entries(Path parent) throws IOException {
    List<Entry> entries = new ArrayList<>();
    FileVisitor<Path> visitor =
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            String key = parent.relativize(file).toString().replace('\\', '/');
            if (attributes.isRegularFile()
                && (KEY.matcher(key).matches()
                    || AtomicFile.isAbandonedDraft(file, attributes.lastModifiedTime()))) {
              entries.add(new Entry(key, attributes.size(), attributes.lastModifiedTime()));
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure)
              throws IOException {
            if (failure instanceof NoSuchFileException) {
              // Another process has deleted it.
              return FileVisitResult.CONTINUE;
            }
            throw failure;
          }
        };
    Files.walkFileTree(parent, Set.of(), 2, visitor);
    entries.sort(Comparator.comparing(Entry::used));
    return entries;
  }

  private synchronized void limit(Path parent, long writtenBytes) throws IOException {
    allowedBytes -= writtenBytes;
    if (allowedBytes >= 0) {
      return;
    }
    List<Entry> entries = entries(parent);
    long total = entries.stream().mapToLong(Entry::byteCount).sum();
    long freedBytes = maxBytes / FREED_SHARE;
    long wanted = total > maxBytes ? maxBytes - freedBytes : total;
    for (Entry oldest : entries) {
      Path file = parent.resolve(oldest.key);
      if (total > wanted || AtomicFile.isAbandonedDraft(file, oldest.used)) {
        Files.deleteIfExists(file);
        if (!file.getParent().equals(parent)) {
          // Succeeds only if the folder is empty.
          file.getParent().toFile().delete();
        }
        total -= oldest.byteCount;
      }
    }
    // Lists the folder again after some writes, because other processes may write as well.
    allowedBytes = Math.min(freedBytes, maxBytes - total);
  }
}
