package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.adapter.LowRankFactors.Limit;

/// A conversion whose result is an adapter.
public sealed interface AdapterOperation {

  /// The naming conventions in which adapters are written.
  enum Dialect {
    KOHYA,
    DIFFUSERS,
    /// A folder with a configuration.
    PEFT,
    /// The names of the model, without a prefix.
    NATIVE
  }

  /// Limits the rank of each module.
  ///
  /// @param dialect the dialect of the result, or empty to keep the dialect of the source
  record Resize(Limit limit, Optional<Dialect> dialect) implements AdapterOperation {}

  /// Changes the names.
  record Rename(Dialect dialect) implements AdapterOperation {}

  /// Adds the changes of several adapters.
  ///
  /// @param weights the factor of each adapter; 1 for all if empty
  record Join(List<Double> weights, Optional<Dialect> dialect) implements AdapterOperation {}

  /// Approximates the difference of two checkpoints.
  record Extract(Limit limit, Optional<Dialect> dialect) implements AdapterOperation {}
}
