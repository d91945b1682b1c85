package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.HeaderReader;
import io.github.tensorloupe.format.HeaderReading;
import io.github.tensorloupe.format.Preface;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Reads the header of a source, and recognizes the kind of the file if the header is invalid.
final class TensorFileReader {

  /// The maximum length of a header that is read, even if more memory is available: 1 GB.
  private static final long MAX_READABLE_HEADER_BYTES = 1_000_000_000;

  /// A separate class, so that opening a safetensors file does not load the other formats.
  private static final class Formats {

    static final List<ForeignFormat> ALL =
        ServiceLoader.load(ForeignFormat.class, ForeignFormat.class.getClassLoader()).stream()
            .map(ServiceLoader.Provider::get)
            .toList();
  }

  private final ByteSource bytes;
  private final LongPredicate heapRoom;
  private final byte[] head;
  private final List<Finding> findings = new ArrayList<>();

  TensorFileReader(ByteSource bytes, LongPredicate heapRoom) throws IOException {
    this.bytes = bytes;
    this.heapRoom = heapRoom;
    this.head = Sample.headOf(bytes);
  }

  /// @throws NotEnoughMemoryException if the header does not fit into the free memory, but the
  ///   reference library would read it
  TensorFile read() throws IOException {
    Preface preface = Preface.of(bytes.length(), head);
    HeaderReading reading =
        // The bytes after the mark may mix the old and the new header.
        preface.isUnfinished() ? HeaderReader.read(preface, new byte[0]) : readHeader(preface);
    // No further bytes are read from a loadable file.
    if (preface.isUnfinished() || reading.loadError().isEmpty()) {
      findings.addAll(reading.findings());
      return file(FileKind.SAFETENSORS, FileKind.SAFETENSORS.description(), reading);
    }
    for (ForeignFormat format : Formats.ALL) {
      Optional<ForeignContent> content = format.read(bytes, head, Cancellation.ofThread());
      if (content.isPresent()) {
        return TensorFile.ofForeign(bytes, content.get(), reading);
      }
    }
    Sample sample = new Sample(bytes, head);
    Optional<RecognizedType> type = recognize(sample);
    FileKind unknown = sample.looksLikeSafetensors() ? FileKind.SAFETENSORS : FileKind.UNKNOWN;
    FileKind kind = type.map(RecognizedType::kind).orElse(unknown);
    Sentence description = type.map(RecognizedType::description).orElse(kind.description());
    if (kind != FileKind.SAFETENSORS) {
      Sentence sentence = Sentence.of("This is {0}.", description);
      ByteRange all = new ByteRange(0, bytes.length());
      findings.add(Finding.of(FindingCode.WRONG_KIND, sentence, all));
    }
    if (type.isEmpty()) {
      // Other kinds of files have no header, so its findings are meaningless.
      findings.addAll(reading.findings());
    }
    return file(kind, description, reading);
  }

  private TensorFile file(FileKind kind, Sentence what, HeaderReading reading) {
    Sentence description = kind == FileKind.UNKNOWN ? what : kind.description();
    return new TensorFile(bytes, kind, description, reading, findings);
  }

  private HeaderReading readHeader(Preface preface) throws IOException {
    boolean isLoadable = preface.loadError().isEmpty();
    long present = preface.presentHeaderByteCount();
    if (present > MAX_READABLE_HEADER_BYTES
        || !isLoadable && !new Sample(bytes, head).looksLikeSafetensors()) {
      return HeaderReader.read(preface, new byte[0]);
    }
    try {
      if (heapRoom.test(present)) {
        return HeaderReader.read(preface, bytes.read(Preface.BYTE_COUNT, (int) present));
      }
    } catch (OutOfMemoryError e) {
      // Handled like a header that exceeds the free memory.
    }
    NotEnoughMemoryException failure = new NotEnoughMemoryException(bytes.path(), present);
    if (isLoadable) {
      throw failure;
    }
    findings.add(ReadFailures.finding(failure));
    return HeaderReader.read(preface, new byte[0]);
  }

  /// Recognizes files of other kinds, which have no header.
  private Optional<RecognizedType> recognize(Sample sample) throws IOException {
    if (head.length == 0) {
      return RecognizedType.of(FileKind.EMPTY, FileKind.EMPTY.description());
    }
    if (sample.looksLikeSafetensors()) {
      return Optional.empty();
    }
    return GitLfsPointer.isStartOfPointer(sample.text())
        ? RecognizedType.of(FileKind.GIT_LFS_POINTER, GitLfsPointer.of(sample.text()).advice())
        : FileTypes.other(sample);
  }
}
