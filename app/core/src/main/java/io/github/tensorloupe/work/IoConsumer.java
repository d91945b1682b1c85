package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Consumer` that can throw an `IOException`.
@FunctionalInterface
public interface IoConsumer<T> {
  void accept(T argument) throws IOException;
}
