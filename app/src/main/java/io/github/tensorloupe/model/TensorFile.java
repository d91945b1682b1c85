package io.github.tensorloupe.model;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.format.TensorInfo;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;

/// One open file with its header, also a broken one or one that is no safetensors file at all.
///
/// Opening reads the header and a few bytes that tell what the file is, and nothing else.
/// Thread-safe; owned by whoever opened it.
public final class TensorFile implements AutoCloseable {

  /// Headers above this are not read, whatever the memory: 1 GB.
  private static final long MAX_READABLE_HEADER_BYTES = 1_000_000_000;

  private final FileBytes bytes;
  private final FileKind kind;
  private final HeaderReading reading;
  private final List<Finding> findings;

  private TensorFile(
      FileBytes bytes, FileKind kind, HeaderReading reading, List<Finding> findings) {
    this.bytes = bytes;
    this.kind = kind;
    this.reading = reading;
    this.findings = List.copyOf(findings);
  }

  /// Opens a file and reads its header. Whatever is wrong with the contents is a finding.
  ///
  /// @throws NotEnoughMemoryException if the header does not fit into the free memory
  /// @throws IOException if the file cannot be opened or read
  public static TensorFile open(Path path) throws IOException {
    FileBytes bytes = FileBytes.open(path);
    try {
      return read(bytes);
    } catch (IOException | RuntimeException e) {
      bytes.close();
      throw e;
    } catch (OutOfMemoryError e) {
      bytes.close();
      throw new NotEnoughMemoryException(path);
    }
  }

  private static TensorFile read(FileBytes bytes) throws IOException {
    byte[] head = bytes.read(0, (int) Math.min(FileSniffer.HEAD_BYTES, bytes.length()));
    FileKind sniffed = FileSniffer.kindOf(bytes, head);
    HeaderReading reading = readHeader(bytes, head);
    FileKind kind = reading.loadError().isEmpty() ? FileKind.SAFETENSORS : sniffed;
    List<Finding> findings = new ArrayList<>();
    if (kind != FileKind.SAFETENSORS) {
      findings.add(wrongKind(bytes, kind, head));
    }
    findings.addAll(reading.findings());
    return new TensorFile(bytes, kind, reading, findings);
  }

  private static HeaderReading readHeader(FileBytes bytes, byte[] head) throws IOException {
    Preface preface = Preface.of(bytes.length(), head);
    long present = preface.presentHeaderByteCount();
    boolean loadable = preface.loadError().isEmpty();
    boolean worthReading = loadable || FileSniffer.looksLikeSafetensors(head);
    boolean fits = present <= MAX_READABLE_HEADER_BYTES && fitsInHeap(present);
    if (loadable && !fits) {
      throw new NotEnoughMemoryException(bytes.path());
    }
    return worthReading && fits && present > 0
        ? HeaderReader.read(preface, bytes.read(8, (int) present))
        : HeaderReader.read(preface, new byte[0]);
  }

  private static boolean fitsInHeap(long byteCount) {
    if (byteCount <= freeHeapBytes() / 2) {
      return true;
    }
    // What files that were closed before left behind counts as used until it is collected.
    System.gc();
    return byteCount <= freeHeapBytes() / 2;
  }

  private static long freeHeapBytes() {
    Runtime runtime = Runtime.getRuntime();
    return runtime.maxMemory() - runtime.totalMemory() + runtime.freeMemory();
  }

  private static Finding wrongKind(FileBytes bytes, FileKind kind, byte[] head) {
    String sentence = "This is %s".formatted(kind.description());
    if (kind == FileKind.GIT_LFS_POINTER) {
      GitLfsPointer pointer = GitLfsPointer.of(new String(head, StandardCharsets.UTF_8));
      if (pointer.byteCount().isPresent()) {
        sentence +=
            String.format(
                Locale.ROOT, ": the real file has %,d bytes", pointer.byteCount().getAsLong());
      }
      if (pointer.oid().isPresent()) {
        sentence += " and the SHA-256 " + pointer.oid().get();
      }
      sentence += "; fetch it with \"git lfs pull\" or download it again";
    }
    return Finding.of(FindingCode.WRONG_KIND, sentence + ".", new ByteRange(0, bytes.length()));
  }

  /// The path as it was given.
  public Path path() {
    return bytes.path();
  }

  /// Any byte of the file.
  public FileBytes bytes() {
    return bytes;
  }

  /// What the file really is.
  public FileKind kind() {
    return kind;
  }

  /// What reading the header gave, with the verdict.
  public HeaderReading reading() {
    return reading;
  }

  /// What the header says, as far as it could be read.
  public Header header() {
    return reading.header();
  }

  /// Whether the reference library would refuse the file.
  public boolean isRefused() {
    return reading.loadError().isPresent();
  }

  /// Everything worth telling about the file.
  public List<Finding> findings() {
    return findings;
  }

  /// The size of the data buffer in bytes; empty where the header does not end inside the file.
  public OptionalLong dataLength() {
    OptionalLong dataStart = reading.dataStart();
    return dataStart.isPresent()
        ? OptionalLong.of(bytes.length() - dataStart.getAsLong())
        : OptionalLong.empty();
  }

  /// The bytes of one tensor of this file, as far as they lie in the file; empty where none does
  /// and the tensor promises some, or where its data offsets make no range.
  public Optional<TensorData> data(TensorInfo tensor) {
    OptionalLong dataLength = dataLength();
    if (dataLength.isEmpty()
        || Long.compareUnsigned(tensor.begin(), tensor.end()) > 0
        || Long.compareUnsigned(tensor.begin(), dataLength.getAsLong()) > 0) {
      return Optional.empty();
    }
    long dataStart = reading.dataStart().getAsLong();
    boolean cut = Long.compareUnsigned(tensor.end(), dataLength.getAsLong()) > 0;
    long end = cut ? dataLength.getAsLong() : tensor.end();
    if (cut && tensor.begin() == end) {
      return Optional.empty();
    }
    ByteRange range = new ByteRange(dataStart + tensor.begin(), dataStart + end);
    return Optional.of(new TensorData(bytes, tensor, range));
  }

  @Override
  public void close() throws IOException {
    bytes.close();
  }
}
