package io.github.tensorloupe.export;

import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.function.LongConsumer;

/// A new file beside its target, which gets the target's name once it is whole. Unless that has
/// happened, closing deletes it. For one thread.
///
/// Every failure to write is a sentence about the target.
final class Draft implements AutoCloseable {

  /// How many bytes are copied between two looks at the cancellation.
  private static final long COPY_PIECE_BYTES = 16 << 20;

  private final ExportFiles files;
  private final ExportTarget target;
  private final Path path;
  private final ExportFiles.Output output;
  private long byteCount;
  private boolean isClosed;
  private boolean isMoved;

  /// Makes the file.
  ///
  /// @throws IOException if that fails; the message is a sentence
  Draft(ExportFiles files, ExportTarget target) throws IOException {
    this.files = files;
    this.target = target;
    // The target's own name may leave no room for more.
    this.path = target.path().resolveSibling(".tensorloupe-%x.part".formatted(System.nanoTime()));
    try {
      this.output = files.create(path);
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  /// Where the file is until it gets its name.
  Path path() {
    return path;
  }

  /// How many bytes were written so far.
  long byteCount() {
    return byteCount;
  }

  /// Adds all remaining bytes of a buffer.
  void write(ByteBuffer source) throws IOException {
    long begin = byteCount;
    byteCount += source.remaining();
    write(source, begin);
  }

  /// Writes over bytes that were written before.
  ///
  /// @param byteOffset file offset of the first byte
  void writeAgain(byte[] bytes, long byteOffset) throws IOException {
    write(ByteBuffer.wrap(bytes), byteOffset);
  }

  private void write(ByteBuffer source, long byteOffset) throws IOException {
    try {
      long position = byteOffset;
      while (source.hasRemaining()) {
        int before = source.remaining();
        output.write(source, position);
        if (source.remaining() == before) {
          throw new IOException("the system wrote nothing");
        }
        position += before - source.remaining();
      }
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  /// Adds what is written to a stream, which has no end of its own: closing it does nothing.
  OutputStream stream() {
    return new OutputStream() {
      @Override
      public void write(int value) throws IOException {
        Draft.this.write(ByteBuffer.wrap(new byte[] {(byte) value}));
      }

      @Override
      public void write(byte[] bytes, int begin, int count) throws IOException {
        Draft.this.write(ByteBuffer.wrap(bytes, begin, count));
      }
    };
  }

  /// Adds bytes of an open file.
  ///
  /// @param onCopied receives how many bytes were copied since the last call
  void copy(
      FileBytes source,
      long sourceOffset,
      long count,
      Cancellation cancellation,
      LongConsumer onCopied)
      throws IOException {
    for (long done = 0; done < count; ) {
      cancellation.check();
      long piece = Math.min(COPY_PIECE_BYTES, count - done);
      long copied = copyPiece(source, sourceOffset + done, piece);
      done += copied;
      byteCount += copied;
      onCopied.accept(copied);
    }
  }

  private long copyPiece(FileBytes source, long sourceOffset, long count) throws IOException {
    try {
      return output.copyFrom(source, sourceOffset, count, byteCount);
    } catch (FileChangedException | FileClosedException e) {
      throw e;
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  /// Waits until the disk has all bytes; nothing is written from here on. Can be repeated.
  void finish() throws IOException {
    if (isClosed) {
      return;
    }
    try {
      output.force();
      closeOutput();
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  /// Gives the finished file its name.
  ///
  /// @throws FileAlreadyExistsException if something has come there that does not give way
  void move() throws IOException {
    try {
      files.move(path, target.path(), target.replaces());
      isMoved = true;
    } catch (FileAlreadyExistsException e) {
      throw new FileAlreadyExistsException(target.asked().toString());
    } catch (IOException e) {
      throw sentence(e);
    }
  }

  private IOException sentence(IOException failure) {
    return WriteFailures.sentence(PathText.of(target.asked()), failure);
  }

  private void closeOutput() throws IOException {
    if (!isClosed) {
      isClosed = true;
      output.close();
    }
  }

  /// Deletes the file, unless it has got its name.
  @Override
  public void close() throws IOException {
    try {
      closeOutput();
    } finally {
      if (!isMoved) {
        files.delete(path);
      }
    }
  }
}
