package io.github.tensorloupe.work;

import java.io.IOException;

/// A `Supplier` that may fail to read or write.
@FunctionalInterface
public interface IoSupplier<T> {
  T get() throws IOException;
}
