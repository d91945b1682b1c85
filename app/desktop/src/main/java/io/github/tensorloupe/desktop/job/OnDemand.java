package io.github.tensorloupe.desktop.job;

import module java.base;

/// A lazily created value. Confined to one thread.
public final class OnDemand<T> implements Supplier<T> {

  private final Supplier<T> maker;
  private T value;

  public OnDemand(Supplier<T> maker) {
    this.maker = maker;
  }

  @Override
  public T get() {
    if (value == null) {
      value = Objects.requireNonNull(maker.get());
    }
    return value;
  }
}
