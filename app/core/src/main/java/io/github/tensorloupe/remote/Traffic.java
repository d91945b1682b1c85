package io.github.tensorloupe.remote;

import module java.base;

/// Counters for requests and received bytes. Thread-safe.
public final class Traffic {

  private final LongAdder requests = new LongAdder();
  private final LongAdder bytes = new LongAdder();

  void countRequest() {
    requests.increment();
  }

  void countBytes(long byteCount) {
    bytes.add(byteCount);
  }

  /// Returns the number of requests, including redirects.
  public long requestCount() {
    return requests.sum();
  }

  /// Returns the number of received body bytes.
  public long byteCount() {
    return bytes.sum();
  }
}
