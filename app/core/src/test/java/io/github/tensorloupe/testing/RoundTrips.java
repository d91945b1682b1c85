package io.github.tensorloupe.testing;

import module java.base;

/// Counts the round trips to a distant server. Answers are delayed until no more requests arrive,
/// and then sent together.
public final class RoundTrips {

  // On a busy machine, requests of one round trip arrive with pauses.
  private static final Duration QUIET = Duration.ofMillis(200);

  private int count;
  private long lastArrival;

  /// Waits until the next answers are sent.
  public synchronized void await() throws InterruptedException {
    int mine = count;
    lastArrival = System.nanoTime();
    while (count == mine) {
      long quiet = System.nanoTime() - lastArrival;
      if (quiet >= QUIET.toNanos()) {
        count++;
        notifyAll();
      } else {
        wait(Math.max(1, QUIET.toMillis() - quiet / 1_000_000));
      }
    }
  }

  public synchronized int count() {
    return count;
  }
}
