package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Function` that can throw an `IOException`.
@FunctionalInterface
public interface IoFunction<T, R> {
  R apply(T argument) throws IOException;
}
