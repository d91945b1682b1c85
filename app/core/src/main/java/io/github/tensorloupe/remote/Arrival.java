package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.work.Cancellation;

/// Bytes that are on their way. Thread-safe.
final class Arrival extends CompletableFuture<byte[]> {

  /// Waits for the bytes, and looks for a cancellation all the time.
  ///
  /// @throws CancellationException if the caller is cancelled, or whoever asked for the bytes was
  /// @throws IOException if they cannot be had
  byte[] await(Cancellation cancellation) throws IOException {
    try {
      return cancellation.await(this);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    } catch (ExecutionException e) {
      switch (e.getCause()) {
        case IOException failure -> throw failure;
        case RuntimeException failure -> throw failure;
        default -> throw new IOException(e.getCause());
      }
    }
  }
}
