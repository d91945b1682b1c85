package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Runnable` that can throw an `IOException`.
@FunctionalInterface
public interface IoRunnable {
  void run() throws IOException;
}
