package io.github.tensorloupe.foreign.flax;

import module java.base;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.work.Cancellation;
import org.msgpack.core.MessagePack;
import org.msgpack.core.MessageUnpacker;
import org.msgpack.core.buffer.MessageBuffer;
import org.msgpack.core.buffer.MessageBufferInput;

/// The values of a MessagePack file, read forward in blocks. Long values can be skipped without
/// reading them.
final class MessageInput {

  private static final int BLOCK_BYTES = 1 << 14;

  /// Makes the library use buffers of the JDK. Otherwise it calls methods of `sun.misc.Unsafe` that
  /// print a warning.
  private static final String JDK_BUFFERS = "msgpack.universal-buffer";

  private final ByteSource file;
  private final Cancellation cancellation;
  private final MessageUnpacker unpacker;

  /// The file offset at which the unpacker began to count.
  private long begin;

  MessageInput(ByteSource file, Cancellation cancellation) {
    this.file = file;
    this.cancellation = cancellation;
    // The library reads this property once.
    if (System.getProperty(JDK_BUFFERS) == null) {
      System.setProperty(JDK_BUFFERS, "true");
    }
    unpacker = MessagePack.newDefaultUnpacker(new Blocks(0));
  }

  MessageUnpacker unpacker() {
    return unpacker;
  }

  /// Returns the file offset of the next byte.
  long position() {
    return begin + unpacker.getTotalReadBytes();
  }

  long remaining() {
    return file.length() - position();
  }

  /// Continues at a file offset at or after the current one.
  void skipTo(long position) throws IOException {
    long distance = position - position();
    if (distance <= BLOCK_BYTES) {
      unpacker.readPayload((int) distance);
    } else {
      unpacker.reset(new Blocks(position));
      begin = position;
    }
  }

  private final class Blocks implements MessageBufferInput {

    private long next;

    private Blocks(long next) {
      this.next = next;
    }

    @Override
    public MessageBuffer next() throws IOException {
      cancellation.check();
      int byteCount = (int) Math.min(BLOCK_BYTES, file.length() - next);
      if (byteCount <= 0) {
        return null;
      }
      next += byteCount;
      return MessageBuffer.wrap(file.read(next - byteCount, byteCount));
    }

    @Override
    public void close() {}
  }
}
