package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.work.Threads;

/// Has the disk write what is copied while the copying goes on. Systems begin to write only once
/// much has gathered in memory, so that the disk would stand idle at first and be waited for in the
/// end.
///
/// Belongs to the thread that copies; forces the file from a thread of its own. That thread hears
/// of write errors that the system tells only once, so its failures are those of the whole save.
final class WriteBack {

  /// How many bytes are copied before the disk is set to work on them. Smaller files need none of
  /// this.
  private static final long PIECE_BYTES = 64L << 20;

  private final OpenFile file;
  private final Object monitor = new Object();
  private Thread thread;
  private long waitingByteCount;
  private boolean hasEnded;
  private IOException failure;

  /// @param file may be forced from another thread until [#end()]
  WriteBack(OpenFile file) {
    this.file = file;
  }

  /// Notes that more has been copied.
  void copied(long byteCount) {
    synchronized (monitor) {
      waitingByteCount += byteCount;
      if (waitingByteCount < PIECE_BYTES) {
        return;
      }
      if (thread == null) {
        thread = Thread.ofPlatform().daemon().name("tensorloupe-write-back").start(this::run);
      }
      monitor.notifyAll();
    }
  }

  private void run() {
    while (awaitPiece()) {
      try {
        file.force();
      } catch (IOException e) {
        failure = e;
        return;
      } catch (RuntimeException | Error e) {
        failure = new IOException("forcing failed: " + e, e);
        return;
      }
    }
  }

  private boolean awaitPiece() {
    synchronized (monitor) {
      while (waitingByteCount < PIECE_BYTES && !hasEnded) {
        try {
          monitor.wait();
        } catch (InterruptedException e) {
          // Nobody asks this thread to stop but by its end.
          hasEnded = true;
        }
      }
      waitingByteCount = 0;
      return !hasEnded;
    }
  }

  /// Waits for what is under way; the file is no longer touched from here on.
  ///
  /// @throws IOException if forcing has failed
  void end() throws IOException {
    synchronized (monitor) {
      hasEnded = true;
      monitor.notifyAll();
    }
    if (thread != null) {
      Threads.await(thread);
    }
    if (failure != null) {
      throw failure;
    }
  }
}
