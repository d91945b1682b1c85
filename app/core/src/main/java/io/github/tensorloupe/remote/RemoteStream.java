package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.work.Cancellation;

/// The bytes of a file on a server in their order, for whoever wants all of them: several pieces
/// are on their way at a time, and nothing is kept. For one thread; owned by whoever opened it.
///
/// Nobody is asked before they are fetched: whoever copies a file has said so.
public final class RemoteStream implements Closeable {

  /// Takes the bytes.
  @FunctionalInterface
  public interface Sink {
    void take(ByteBuffer bytes) throws IOException;
  }

  private static final int PIECE_BYTES = 2 << 20;

  /// Others who read meanwhile get their turn.
  private static final int MOST_AHEAD = 6;

  private final RemoteFile file;

  private RemoteStream(RemoteFile file) {
    this.file = file;
  }

  /// Opens a file with a question for one byte of it.
  ///
  /// @param path of a [RemoteFileSystem]
  /// @throws IOException if there is no such file, or it cannot be had
  public static RemoteStream open(Path path) throws IOException {
    RemotePath absolute = RemotePath.of(path).toAbsolutePath().normalize();
    return new RemoteStream(absolute.getFileSystem().open(absolute, 1, false, Optional.empty()));
  }

  public long length() {
    return file.length();
  }

  /// The SHA-256 of all bytes, in lower-case hex, where the server names it.
  public Optional<String> sha256() {
    return file.sha256();
  }

  /// The hash of what tells this state of this file from all others, in lower-case hex; empty where
  /// the server does not mark each state.
  public Optional<String> state() {
    return file.exactState()
        .map(_ -> sha256().orElseGet(() -> (String) file.stamp().fileKey().get()))
        .map(key -> Sha256.hex(key + " " + length()));
  }

  /// Gives the bytes from one on to the end. Stops within a moment where the work of the calling
  /// thread is cancelled.
  ///
  /// @param begin file offset of the first byte
  /// @throws io.github.tensorloupe.model.FileChangedException if the server has another state now
  /// @throws IOException if the server breaks off, or the sink fails; all bytes before were given
  public void copy(long begin, Sink sink) throws IOException {
    Cancellation cancellation = Cancellation.ofThread();
    AtomicBoolean isOver = new AtomicBoolean();
    Deque<Arrival> coming = new ArrayDeque<>();
    try {
      long asked = begin;
      while (asked < length() || !coming.isEmpty()) {
        while (asked < length() && coming.size() < MOST_AHEAD) {
          ByteRange piece = new ByteRange(asked, Math.min(length(), asked + PIECE_BYTES));
          coming.add(fetch(piece, () -> isOver.get() || cancellation.isRequested()));
          asked = piece.end();
        }
        sink.take(ByteBuffer.wrap(coming.remove().await(cancellation)));
      }
    } finally {
      isOver.set(true);
    }
  }

  private Arrival fetch(ByteRange piece, Cancellation cancellation) {
    Arrival arrival = new Arrival();
    Thread.ofVirtual()
        .name("tensorloupe-copy")
        .start(
            () -> {
              try {
                arrival.complete(file.part(piece, cancellation));
              } catch (IOException | RuntimeException | Error e) {
                arrival.completeExceptionally(e);
              }
            });
    return arrival;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
