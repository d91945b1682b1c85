package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Runnable` that may fail to read or write.
@FunctionalInterface
public interface IoRunnable {
  void run() throws IOException;
}
