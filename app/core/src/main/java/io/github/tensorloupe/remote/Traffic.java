package io.github.tensorloupe.remote;

import module java.base;

/// Counts what was fetched from servers. Thread-safe.
public final class Traffic {

  private final LongAdder requests = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void countRequest() {
    requests.increment();
  }

  void countBytes(long byteCount) {
    bytes.add(byteCount);
  }

  /// The number of requests, redirects among them.
  public long requestCount() {
    return requests.sum();
  }

  /// The number of bytes of the bodies that came, used or not.
  public long byteCount() {
    return bytes.sum();
  }
}
