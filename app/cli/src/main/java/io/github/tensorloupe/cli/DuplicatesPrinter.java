package io.github.tensorloupe.cli;

import io.github.tensorloupe.integrity.duplicates.Duplicates;
import io.github.tensorloupe.model.TensorRef;
import java.util.function.Function;

/// Prints what `duplicates` finds.
interface DuplicatesPrinter {

  /// Prints the equal tensors of what an argument stands for.
  ///
  /// @param file how the file of a tensor is written
  void print(Location location, Duplicates duplicates, Function<TensorRef, String> file);

  /// Prints that nothing could be found out.
  void printNothing(Location location);
}
