package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Consumer` that may fail to read or write.
@FunctionalInterface
public interface IoConsumer<T> {
  void accept(T argument) throws IOException;
}
