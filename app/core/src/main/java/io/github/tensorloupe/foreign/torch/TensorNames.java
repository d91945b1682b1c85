package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.MalformedPickleException;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleWalk;
import io.github.tensorloupe.work.Cancellation;

/// The names of the tensors in a pickle, as [TorchFormat] lists them. Immutable and thread-safe.
public final class TensorNames {

  /// The names that differ from the name of the path, by the latter; empty if no tensors are
  /// listed.
  private final Optional<Map<String, Map<Loaded, String>>> renamed;

  private TensorNames(Optional<Map<String, Map<Loaded, String>>> renamed) {
    this.renamed = renamed;
  }

  /// Finds the names. Blocks. Removes repeated keys from the values.
  ///
  /// @throws CancellationException if cancelled
  public static TensorNames of(PickleValue root, Cancellation cancellation) throws IOException {
    Map<String, Map<Loaded, String>> renamed = new TreeMap<>();
    TorchTensors tensors = new TorchTensors();
    PickleWalk.Visitor visitor =
        new PickleWalk.Visitor() {

          @Override
          public boolean loaded(String path, Loaded value) throws MalformedPickleException {
            if (!(value instanceof TorchTensor)) {
              return false;
            }
            String name = tensors.name(path);
            if (!name.equals(path)) {
              renamed.computeIfAbsent(path, _ -> new IdentityHashMap<>()).putIfAbsent(value, name);
            }
            return true;
          }

          @Override
          public boolean text(String name, String text) {
            return false;
          }

          @Override
          public void cycle(String name) {}
        };
    try {
      PickleWalk.visit(root, visitor, cancellation);
      return new TensorNames(Optional.of(renamed));
    } catch (MalformedPickleException e) {
      // The file has a finding instead of tensors.
      return new TensorNames(Optional.empty());
    }
  }

  /// Returns the name of the tensor at the end of a path, or empty if no tensors are listed.
  ///
  /// @param components the results of [PickleWalk#component] from the root
  public Optional<String> name(List<PickleValue> components, Loaded tensor) throws IOException {
    if (renamed.isEmpty()) {
      return Optional.empty();
    }
    String path = PickleWalk.name(components);
    return Optional.of(renamed.get().getOrDefault(path, Map.of()).getOrDefault(tensor, path));
  }
}
