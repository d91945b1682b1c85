package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Supplier` that can throw an `IOException`.
@FunctionalInterface
public interface IoSupplier<T> {
  T get() throws IOException;
}
