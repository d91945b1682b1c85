package io.github.tensorloupe.testing;

import module java.base;

/// Counts how often somebody waits for a far server: answers are held back until nobody asks any
/// more, and then all of them go out together.
public final class RoundTrips {

  private static final Duration QUIET = Duration.ofMillis(80);

  private int count;
  private long lastArrival;

  /// Waits for the next time that answers go out.
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
