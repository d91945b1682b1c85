package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Reads the numbers and texts at the beginning of a GGUF file in sequence. Not thread-safe.
final class GgufCursor {

  /// The maximum length of the metadata and the list of tensors.
  private static final long MAX_BYTES = 64L << 20;

  private static final int WINDOW_BYTES = 1 << 18;

  final ByteSource file;
  private final Cancellation cancellation;
  private ByteBuffer window = ByteBuffer.allocate(0);

  /// The file offset of the first byte of the window.
  private long windowBegin;

  /// The part of the file that is read, for messages.
  private String section = "header";

  private long index;
  private long count = 1;

  GgufCursor(ByteSource file, Cancellation cancellation) {
    this.file = file;
    this.cancellation = cancellation;
  }

  ByteOrder order() {
    return window.order();
  }

  void setOrder(ByteOrder order) {
    window.order(order);
  }

  /// Sets the entry that is read next, for messages.
  ///
  /// @param section `header`, `metadata entry` or `tensor`
  void enter(String section, long index, long count) {
    this.section = section;
    this.index = index;
    this.count = count;
    if (index % 1024 == 0) {
      cancellation.check();
    }
  }

  void checkCancelled() {
    cancellation.check();
  }

  long position() {
    return windowBegin + window.position();
  }

  long remaining() {
    return file.length() - position();
  }

  /// @param byteCount unsigned
  void skip(long byteCount) throws GgufException {
    require(byteCount);
    long position = position() + byteCount;
    if (byteCount <= window.remaining()) {
      window.position(window.position() + (int) byteCount);
    } else {
      window.position(0).limit(0);
      windowBegin = position;
    }
  }

  int readByte() throws IOException, GgufException {
    load(1);
    return window.get();
  }

  int readShort() throws IOException, GgufException {
    load(Short.BYTES);
    return window.getShort();
  }

  int readInt() throws IOException, GgufException {
    load(Integer.BYTES);
    return window.getInt();
  }

  long readLong() throws IOException, GgufException {
    load(Long.BYTES);
    return window.getLong();
  }

  /// Reads a text after its length.
  ///
  /// @param maxBytes the number of bytes after which the text is cut
  /// @param isStrict true to report text that is not UTF-8
  String readText(int maxBytes, boolean isStrict) throws IOException, GgufException {
    long length = readLong();
    require(length);
    byte[] bytes = new byte[(int) Math.min(maxBytes, length)];
    for (int at = 0; at < bytes.length; ) {
      int piece = Math.min(WINDOW_BYTES, bytes.length - at);
      load(piece);
      window.get(bytes, at, piece);
      at += piece;
    }
    skip(length - bytes.length);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      if (isStrict) {
        throw malformed(Sentence.of("the name is not UTF-8"));
      }
      return new String(bytes, StandardCharsets.UTF_8);
    }
  }

  /// @param byteCount unsigned
  void require(long byteCount) throws GgufException {
    if (Long.compareUnsigned(byteCount, remaining()) > 0) {
      throw malformed(
          Sentence.of(
              "expected {0} {0#byte|bytes}, found {1} before the end of the file",
              byteCount, remaining()));
    }
    if (position() + byteCount > MAX_BYTES) {
      throw malformed(
          Sentence.of("metadata and tensor list of more than {0} bytes are not read", MAX_BYTES));
    }
  }

  private void load(int byteCount) throws IOException, GgufException {
    require(byteCount);
    if (window.remaining() < byteCount) {
      cancellation.check();
      long begin = position();
      ByteOrder order = order();
      window = ByteBuffer.allocate((int) Math.min(WINDOW_BYTES, remaining())).order(order);
      windowBegin = begin;
      file.read(begin, window);
      window.flip();
    }
  }

  GgufException malformed(Sentence problem) {
    return failure(FindingCode.GGUF_MALFORMED, problem, Optional.empty());
  }

  /// Returns an error at the current position.
  ///
  /// @param problem a phrase without a period
  GgufException failure(FindingCode code, Sentence problem, Optional<String> tensor) {
    Sentence place =
        switch (section) {
          case "header" -> Sentence.of("Header of the file, byte {0}", position());
          case "tensor" -> Sentence.of("Tensor {0} of {1}, byte {2}", index + 1, count, position());
          default ->
              Sentence.of("Metadata entry {0} of {1}, byte {2}", index + 1, count, position());
        };
    Optional<ByteRange> range = Optional.of(new ByteRange(position(), file.length()));
    return new GgufException(
        new Finding(code, Sentence.of("{0}: {1}.", place, problem), tensor, range));
  }
}
