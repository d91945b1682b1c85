package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.model.Checkpoint;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Predicate;

/// Which names the tensors of a checkpoint have. The names are gathered when the first one is asked
/// for. Thread-safe.
final class TensorNames implements Predicate<String> {

  /// Those of no checkpoint.
  static final Predicate<String> NONE = _ -> false;

  private final Checkpoint checkpoint;
  private Set<String> names;

  TensorNames(Checkpoint checkpoint) {
    this.checkpoint = checkpoint;
  }

  @Override
  public synchronized boolean test(String name) {
    if (names == null) {
      names = HashSet.newHashSet(checkpoint.tensors().size());
      checkpoint.tensors().forEach(tensor -> names.add(tensor.info().name()));
    }
    return names.contains(name);
  }
}
