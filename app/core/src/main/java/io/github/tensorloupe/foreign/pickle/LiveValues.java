package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleValue.Opaque;

/// Estimates the size of all reachable values, because values in containers are no longer on the
/// stack.
final class LiveValues {

  private static final long MAX_BYTES = 192L << 20;

  /// The size of a reference to a container, of a container, of another value, and of a tensor.
  private static final int REFERENCE_BYTES = 4;

  private static final int CONTAINER_BYTES = 40;
  private static final int VALUE_BYTES = 28;
  private static final int LOADED_BYTES = 200;

  private final Deque<PickleValue> pending = new ArrayDeque<>();
  private byte visit;
  private long byteCount;

  /// Returns the estimated size.
  ///
  /// @throws MalformedPickleException if the size is too large
  long requireFewBytes(PickleMemo memo, PickleValue[] stack, int stackSize)
      throws MalformedPickleException {
    // New containers have the visit 0.
    visit = (byte) (visit == Byte.MAX_VALUE ? 1 : visit + 1);
    byteCount = 0;
    memo.forEach(this::add);
    for (int i = 0; i < stackSize; i++) {
      add(stack[i]);
    }
    while (!pending.isEmpty() && byteCount <= MAX_BYTES) {
      switch (pending.removeLast()) {
        case Container container -> container.forEach(this::add);
        case Opaque object ->
            Stream.of(object.callee(), object.arguments(), object.items(), object.states())
                .filter(Objects::nonNull)
                .forEach(this::add);
        default -> {}
      }
    }
    if (byteCount > MAX_BYTES) {
      throw InstructionReader.limit("its values need more than {0} bytes", MAX_BYTES);
    }
    return byteCount;
  }

  private void add(PickleValue value) {
    switch (value) {
      case Container container -> {
        byteCount += REFERENCE_BYTES;
        if (container.visit != visit) {
          container.visit = visit;
          byteCount += CONTAINER_BYTES;
          pending.add(container);
        }
      }
      case Opaque object -> {
        byteCount += REFERENCE_BYTES;
        if (object.visit != visit) {
          object.visit = visit;
          byteCount += CONTAINER_BYTES;
          pending.add(object);
        }
      }
      case Loaded _ -> byteCount += LOADED_BYTES;
      default -> byteCount += VALUE_BYTES;
    }
  }
}
