package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.MalformedPickleException;
import io.github.tensorloupe.foreign.pickle.PickleGlobal;
import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleLoader;
import io.github.tensorloupe.foreign.pickle.PickleText;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.foreign.torch.TorchTensor.Unlisted;
import io.github.tensorloupe.foreign.torch.TorchTensor.View;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.text.Sentence;

/// Creates the storages and tensors of a pickle.
final class TorchLoader implements PickleLoader {

  private static final int MAX_KEY_BYTES = 4096;
  private static final int MAX_FLAGS = 16;
  private static final int MAX_STORAGES = 1_000_000;

  private final boolean isLegacy;

  /// The first reference to each storage.
  final Map<String, TorchStorage> storages = new TreeMap<>();

  /// @param isLegacy true for the format before version 1.6
  TorchLoader(boolean isLegacy) {
    this.isLegacy = isLegacy;
  }

  @Override
  public PickleValue persistent(PickleValue id) throws IOException, MalformedPickleException {
    if (!(id instanceof Container tuple
        && tuple.isTuple()
        && tuple.size() > 0
        && tuple.get(0) instanceof PickleText type)) {
      throw malformed("a persistent id is not a tuple that begins with a text");
    }
    if (isLegacy && type.is("module") && tuple.size() == 4) {
      return tuple.get(1);
    }
    boolean hasSize = tuple.size() == 5 || isLegacy && tuple.size() == 6;
    if (!type.is("storage")
        || !hasSize
        || !(tuple.get(1) instanceof PickleGlobal storageClass)
        || !(tuple.get(2) instanceof PickleText key)
        || !(tuple.get(4) instanceof Int(long count))
        || count < 0
        || key.length() > MAX_KEY_BYTES) {
      throw malformed("a persistent id does not describe a storage");
    }
    Optional<TorchDtype> dtype =
        storageClass.module().equals("torch")
            ? TorchDtype.ofStorage(storageClass.name())
            : Optional.empty();
    if (dtype.isEmpty() && !storageClass.is("torch.storage", "UntypedStorage")) {
      dtype = Optional.of(TorchDtype.named(storageClass.qualifiedName()));
    }
    String name = key.text();
    TorchStorage storage =
        tuple.size() == 6 && tuple.get(5) instanceof Container view
            ? view(name, dtype, count, view)
            : new TorchStorage(name, dtype, count, 0, count);
    if (storages.putIfAbsent(name, storage) == null && storages.size() > MAX_STORAGES) {
      throw new MalformedPickleException(
          FindingCode.PICKLE_LIMIT, Sentence.of("it has more than {0} storages", MAX_STORAGES));
    }
    return storage;
  }

  private static TorchStorage view(
      String key, Optional<TorchDtype> dtype, long count, Container view)
      throws MalformedPickleException {
    if (view.size() == 3
        && view.get(1) instanceof Int(long offset)
        && view.get(2) instanceof Int(long viewCount)) {
      return new TorchStorage(key, dtype, count, offset, viewCount);
    }
    throw malformed("a persistent id does not describe a storage");
  }

  private static MalformedPickleException malformed(String reason) {
    return new MalformedPickleException(Sentence.of(reason));
  }

  @Override
  public Optional<PickleValue> call(PickleGlobal function, Container arguments) throws IOException {
    PickleGlobal called = function;
    Container tuple = arguments;
    // The function may wrap itself.
    while (called.is("torch._tensor", "_rebuild_from_type_v2")) {
      if (tuple.size() < 3
          || !(tuple.get(0) instanceof PickleGlobal inner)
          || !(tuple.get(2) instanceof Container innerArguments)
          || inner.risk() != Risk.ALLOWED) {
        return Optional.empty();
      }
      called = inner;
      tuple = innerArguments;
    }
    if (called.is("torch.nn.parameter", "Parameter")) {
      return tuple.size() > 0 && tuple.get(0) instanceof TorchTensor
          ? Optional.of(tuple.get(0))
          : Optional.empty();
    }
    if (!called.module().equals("torch._utils")) {
      return Optional.empty();
    }
    return switch (called.name()) {
      case "_rebuild_tensor" -> Optional.of(tensor(tuple, Optional.empty(), 4));
      case "_rebuild_tensor_v2" -> Optional.of(tensor(tuple, Optional.empty(), 6));
      case "_rebuild_tensor_v3" ->
          Optional.of(
              tuple.size() > 6
                  ? tensor(tuple, dtype(tuple.get(6)), 7)
                  : Unlisted.unsupported("its arguments are unknown"));
      case "_rebuild_parameter", "_rebuild_parameter_with_state" ->
          tuple.size() == 0 ? Optional.empty() : Optional.of(tuple.get(0));
      case "_rebuild_device_tensor_from_cpu_tensor" -> Optional.of(deviceTensor(tuple));
      default ->
          Optional.of(Unlisted.unsupported("{0} creates another kind of tensor", called.name()));
    };
  }

  private static Optional<TorchDtype> dtype(PickleValue value) {
    return value instanceof PickleGlobal global
            && global.module().equals("torch")
            && global.risk() == Risk.ALLOWED
        ? Optional.of(TorchDtype.named(global.name()))
        : Optional.empty();
  }

  private static TorchTensor deviceTensor(Container arguments) {
    if (arguments.size() < 2 || !(arguments.get(0) instanceof TorchTensor tensor)) {
      return Unlisted.unsupported("its arguments are unknown");
    }
    return tensor instanceof View view && !dtype(arguments.get(1)).equals(Optional.of(view.dtype()))
        ? Unlisted.unsupported("it is converted to another dtype")
        : tensor;
  }

  /// @param metadataIndex the index of the optional dictionary of flags
  private static TorchTensor tensor(
      Container arguments, Optional<TorchDtype> declared, int metadataIndex) throws IOException {
    if (arguments.size() < 4
        || !(arguments.get(0) instanceof TorchStorage storage)
        || !(arguments.get(2) instanceof Container sizes)
        || !(arguments.get(3) instanceof Container strides)) {
      return Unlisted.unsupported("its arguments are unknown");
    }
    Optional<TorchDtype> dtype = declared.or(storage::dtype);
    if (dtype.isEmpty()) {
      return Unlisted.unsupported("its dtype is unknown");
    }
    if (sizes.size() > TorchTensor.MAX_RANK || strides.size() > TorchTensor.MAX_RANK) {
      return Unlisted.outOfBounds("it has more than {0} dimensions", TorchTensor.MAX_RANK);
    }
    TorchTensor tensor =
        TorchTensor.of(
            storage, dtype.get(), number(arguments.get(1)), numbers(sizes), numbers(strides));
    boolean hasFlags =
        arguments.size() > metadataIndex && arguments.get(metadataIndex) instanceof Container;
    return hasFlags && tensor instanceof View view
        ? withFlags(view, (Container) arguments.get(metadataIndex))
        : tensor;
  }

  private static TorchTensor withFlags(View view, Container flags) throws IOException {
    boolean isConjugated = false;
    boolean isNegated = false;
    for (int i = 0; i + 1 < Math.min(MAX_FLAGS, flags.size()) && flags.isDict(); i += 2) {
      if (flags.get(i) instanceof PickleText key && flags.get(i + 1) == Constant.TRUE) {
        isConjugated |= key.is("conj");
        isNegated |= key.is("neg");
      }
    }
    return view.with(isConjugated, isNegated);
  }

  private static long[] numbers(Container values) {
    return IntStream.range(0, values.size()).mapToLong(i -> number(values.get(i))).toArray();
  }

  /// Returns -1 for a value that is not an integer of 64 bits.
  private static long number(PickleValue value) {
    return switch (value) {
      case Int(long number) -> number;
      case Constant constant when constant != Constant.NONE -> constant == Constant.TRUE ? 1 : 0;
      default -> -1;
    };
  }
}
