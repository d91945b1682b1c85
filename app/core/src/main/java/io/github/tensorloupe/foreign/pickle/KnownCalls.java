package io.github.tensorloupe.foreign.pickle;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container.Kind;
import io.github.tensorloupe.foreign.pickle.PickleValue.Opaque;

/// The results of calling allowed functions.
final class KnownCalls {

  private static final int MAX_COPIED_ITEMS = 1 << 24;

  private final PickleLoader loader;
  private long copiedItems;

  KnownCalls(PickleLoader loader) {
    this.loader = loader;
  }

  /// Returns a container, a value of the loader, or an opaque object.
  PickleValue result(PickleGlobal function, Container arguments)
      throws IOException, MalformedPickleException {
    PickleValue first = arguments.size() == 0 ? Constant.NONE : arguments.get(0);
    Optional<PickleValue> result =
        switch (function.qualifiedName()) {
          case "collections.OrderedDict", "builtins.dict", "collections.Counter" -> dict(first);
          case "collections.defaultdict" ->
              dict(arguments.size() < 2 ? Constant.NONE : arguments.get(1));
          case "builtins.list" -> copy(Kind.LIST, first);
          case "builtins.tuple", "torch.Size" -> copy(Kind.TUPLE, first);
          case "builtins.set" -> copy(Kind.SET, first);
          case "builtins.frozenset" -> copy(Kind.FROZENSET, first);
          case "copyreg._reconstructor" -> Optional.of(new Opaque(first, arguments));
          default -> loader.call(function, arguments);
        };
    return result.orElseGet(() -> new Opaque(function, arguments));
  }

  private Optional<PickleValue> copy(Kind kind, PickleValue items) throws MalformedPickleException {
    if (items == Constant.NONE) {
      return Optional.of(new Container(kind));
    }
    if (!(items instanceof Container container) || container.isDict()) {
      return Optional.empty();
    }
    countCopies(container.size());
    return Optional.of(new Container(kind, container.items()));
  }

  private Optional<PickleValue> dict(PickleValue entries) throws MalformedPickleException {
    Container dict = new Container(Kind.DICT);
    if (entries instanceof Container container) {
      countCopies(container.size());
      for (int i = 0; i < container.size(); i++) {
        if (container.isDict()) {
          dict.add(container.get(i));
        } else if (container.get(i) instanceof Container pair && pair.size() == 2) {
          dict.addEntries(pair.items());
        } else {
          return Optional.empty();
        }
      }
    }
    return Optional.of(dict);
  }

  private void countCopies(int count) throws MalformedPickleException {
    copiedItems += count;
    if (copiedItems > MAX_COPIED_ITEMS) {
      throw InstructionReader.limit("it copies more than {0} values", MAX_COPIED_ITEMS);
    }
  }
}
