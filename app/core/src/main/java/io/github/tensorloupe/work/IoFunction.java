package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Function` that may fail to read or write.
@FunctionalInterface
public interface IoFunction<T, R> {
  R apply(T argument) throws IOException;
}
