package io.github.tensorloupe.foreign.pickle;

import static io.github.tensorloupe.foreign.pickle.InstructionReader.limit;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleValue.BigInt;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container.Kind;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleValue.Opaque;
import io.github.tensorloupe.foreign.pickle.PickleValue.Real;
import io.github.tensorloupe.work.Cancellation;

/// Visits the values of a pickle on all paths from the root, in the order of the pickle.
///
/// The name of a path consists of keys, indexes and attribute names, joined by dots.
public final class PickleWalk {

  /// Receives the values.
  public interface Visitor {

    /// @param name the name, or empty for the root
    /// @return true if the value is a tensor
    boolean loaded(String name, Loaded value) throws MalformedPickleException;

    /// Called for a value with a tensor, if its name is a single key or attribute of the root. May
    /// be called again for the same value.
    default void container(String name) {}

    /// @return false to omit all further texts
    boolean text(String name, String text);

    /// Called for a value that contains itself.
    void cycle(String name);
  }

  private static final int MAX_DEPTH = 1000;
  private static final int MAX_PATHS = 5_000_000;
  private static final int MAX_ARRAY_TEXTS = 100;
  private static final int MAX_TEXT_BYTES = 64 << 10;
  private static final long MAX_NAME_BYTES = 64 << 20;

  /// A pickle cannot contain more keys, but dictionaries may share them.
  private static final long MAX_KEY_BYTES = PickleBytes.MAX_BYTES;

  /// The attributes of `torch.nn.Module` that are not part of the names in its state dictionary.
  private static final Set<String> UNNAMED = Set.of("_parameters", "_buffers", "_modules");

  /// The visit of a container or object.
  private static final class Frame {

    final PickleValue value;

    /// The last part of the name, or null.
    final PickleValue component;

    /// The length of the name in bytes.
    final long nameBytes;

    final boolean isQuiet;
    final boolean isState;
    final long tensorsBefore;
    int next;

    Frame(
        PickleValue value,
        PickleValue component,
        long nameBytes,
        boolean isQuiet,
        boolean isState,
        long tensorsBefore) {
      this.value = value;
      this.component = component;
      this.nameBytes = nameBytes;
      this.isQuiet = isQuiet;
      this.isState = isState;
      this.tensorsBefore = tensorsBefore;
    }
  }

  private final Visitor visitor;
  private final Cancellation cancellation;
  private final ArrayList<Frame> frames = new ArrayList<>();
  private final Set<PickleValue> path = Collections.newSetFromMap(new IdentityHashMap<>());
  private int pathCount;
  private long tensorCount;
  private long nameBytes;
  private PickleValue lastContainer;
  private long keyBytes;
  private boolean hasTexts = true;

  private PickleWalk(Visitor visitor, Cancellation cancellation) {
    this.visitor = visitor;
    this.cancellation = cancellation;
  }

  /// Visits all values.
  ///
  /// @throws MalformedPickleException if a limit is exceeded
  public static void visit(PickleValue root, Visitor visitor, Cancellation cancellation)
      throws IOException, MalformedPickleException {
    try {
      new PickleWalk(visitor, cancellation).run(root);
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private void run(PickleValue root) throws IOException, MalformedPickleException {
    enter(root, null, false, false);
    while (!frames.isEmpty()) {
      Frame frame = frames.getLast();
      boolean hasMore =
          switch (frame.value) {
            case Opaque object -> enterPart(frame, object);
            case Container container -> enterItem(frame, container);
            default -> false;
          };
      if (!hasMore) {
        frames.removeLast();
        path.remove(frame.value);
      }
    }
  }

  private boolean enterItem(Frame frame, Container container)
      throws IOException, MalformedPickleException {
    int index = frame.next;
    if (index >= container.size()) {
      return false;
    }
    PickleValue component = component(container, index, frame.isState);
    if (container.isDict()) {
      frame.next += 2;
      enter(container.get(index + 1), component, frame.isQuiet, false);
    } else {
      frame.next++;
      boolean isQuiet = frame.isQuiet || container.size() > MAX_ARRAY_TEXTS;
      enter(container.get(index), component, isQuiet, false);
    }
    return true;
  }

  /// Returns the part of a name for an item of a container, or null if the item has the name of the
  /// container.
  ///
  /// @param index the index of the item, or of its key in a dictionary
  /// @param isState true for the attributes of an object
  public static PickleValue component(Container container, int index, boolean isState)
      throws IOException {
    if (!container.isDict()) {
      return new Int(index);
    }
    return switch (container.get(index)) {
      case PickleText text when text.isText() -> isState && isUnnamed(text) ? null : text;
      case Int number -> number;
      case BigInt number -> number;
      case Constant constant when constant != Constant.NONE -> constant;
      default -> new Int(index / 2);
    };
  }

  private static boolean isUnnamed(PickleText key) throws IOException {
    for (String name : UNNAMED) {
      if (key.is(name)) {
        return true;
      }
    }
    return false;
  }

  /// Visits the items, a state or the arguments of an object.
  private boolean enterPart(Frame frame, Opaque object)
      throws IOException, MalformedPickleException {
    Container states = object.states();
    int stateCount = states == null ? 0 : states.size();
    int index = frame.next++;
    if (index == 0 && object.items() != null) {
      enter(object.items(), null, frame.isQuiet, false);
    } else if (index >= 1 && index <= stateCount) {
      enter(states.get(index - 1), null, frame.isQuiet, true);
    } else if (index == stateCount + 1 && tensorCount == frame.tensorsBefore) {
      enter(object.arguments(), null, frame.isQuiet, false);
    }
    return index <= stateCount + 1;
  }

  /// @param isState true for the attributes of an object
  private void enter(PickleValue value, PickleValue component, boolean isQuiet, boolean isState)
      throws IOException, MalformedPickleException {
    if (++pathCount > MAX_PATHS) {
      throw limit("its values have more than {0} paths", MAX_PATHS);
    }
    if (pathCount % 10_000 == 0) {
      cancellation.check();
    }
    switch (value) {
      case Container container -> {
        if (container.isDict() && !container.hasDistinctKeys()) {
          countKeys(container);
          container.removeRepeatedKeys();
        }
        PickleValue entered = isState ? attributes(container) : container;
        if (entered != container) {
          countKeys((Container) entered);
        }
        push(entered, component, isQuiet, isState);
      }
      case Opaque object -> {
        boolean isData =
            object.callee() instanceof PickleGlobal global
                && (global.risk() == Risk.ALLOWED || global.module().startsWith("numpy"));
        push(object, component, isQuiet || isData, false);
      }
      case Loaded loaded -> {
        countName(component);
        if (visitor.loaded(name(component), loaded)) {
          tensorCount++;
          reportContainer();
        }
      }
      default -> {
        boolean isWanted =
            !isQuiet && hasTexts && nameBytes + lengthWith(component) <= MAX_NAME_BYTES;
        Optional<String> text = isWanted ? text(value) : Optional.empty();
        if (text.isPresent()) {
          countName(component);
          hasTexts = visitor.text(name(component), text.get());
        }
      }
    }
  }

  /// Reports the outermost named value around a tensor. A part of an object, such as a module of
  /// PyTorch, is none.
  private void reportContainer() throws IOException {
    for (Frame frame : frames) {
      if (frame.component != null) {
        if (frame.component != lastContainer) {
          lastContainer = frame.component;
          visitor.container(name(List.of(frame.component)));
        }
        return;
      }
      if (frame.value instanceof PickleValue.Opaque) {
        return;
      }
    }
  }

  /// Returns the attributes that a state sets. An object whose class has slots has two dictionaries
  /// of attributes, which are joined.
  public static PickleValue attributes(PickleValue state) {
    return state instanceof Container container && isPairOfDicts(container)
        ? joined(container)
        : state;
  }

  /// Counts the bytes of keys that are compared with each other.
  private void countKeys(Container dict) throws MalformedPickleException {
    for (int i = 0; i < dict.size(); i += 2) {
      keyBytes += dict.get(i) instanceof PickleText key ? key.length() : 0;
    }
    if (keyBytes > MAX_KEY_BYTES) {
      throw limit("the keys of its dictionaries have more than {0} bytes", MAX_KEY_BYTES);
    }
  }

  private static boolean isPairOfDicts(Container container) {
    return container.isTuple()
        && container.size() == 2
        && (container.get(0) == Constant.NONE || container.get(0) instanceof Container)
        && container.get(1) instanceof Container slots
        && slots.isDict();
  }

  private static Container joined(Container pair) {
    Container joined = new Container(Kind.DICT);
    if (pair.get(0) instanceof Container dict && dict.isDict()) {
      dict.forEach(joined::add);
    }
    ((Container) pair.get(1)).forEach(joined::add);
    joined.removeRepeatedKeys();
    return joined;
  }

  private void push(PickleValue value, PickleValue component, boolean isQuiet, boolean isState)
      throws IOException, MalformedPickleException {
    if (!path.add(value)) {
      if (nameBytes + lengthWith(component) <= MAX_NAME_BYTES) {
        countName(component);
        visitor.cycle(name(component));
      }
      return;
    }
    if (frames.size() >= MAX_DEPTH) {
      throw limit("its values are nested more than {0} times", MAX_DEPTH);
    }
    frames.add(new Frame(value, component, lengthWith(component), isQuiet, isState, tensorCount));
  }

  private long lengthWith(PickleValue component) {
    long parent = frames.isEmpty() ? 0 : frames.getLast().nameBytes;
    return switch (component) {
      case null -> parent;
      case PickleText text -> parent + 1 + text.length();
      case BigInt(BigInteger number) -> parent + 1 + number.bitLength() / 3;
      default -> parent + 1 + spelled(component).length();
    };
  }

  private void countName(PickleValue component) throws MalformedPickleException {
    nameBytes += lengthWith(component);
    if (nameBytes > MAX_NAME_BYTES) {
      throw limit("its names have more than {0} bytes", MAX_NAME_BYTES);
    }
  }

  private String name(PickleValue last) throws IOException {
    List<PickleValue> components = new ArrayList<>();
    for (Frame frame : frames) {
      components.add(frame.component);
    }
    components.add(last);
    return name(components);
  }

  /// Returns the name of a path.
  ///
  /// @param components the results of [#component], from the root; null is ignored
  public static String name(List<PickleValue> components) throws IOException {
    StringBuilder name = new StringBuilder();
    boolean isFirst = true;
    for (PickleValue component : components) {
      if (component != null) {
        name.append(isFirst ? "" : ".");
        name.append(component instanceof PickleText text ? text.text() : spelled(component));
        isFirst = false;
      }
    }
    return name.toString();
  }

  private static Optional<String> text(PickleValue value) throws IOException {
    return switch (value) {
      case PickleText text ->
          text.isText() && text.length() <= MAX_TEXT_BYTES
              ? Optional.of(text.text())
              : Optional.empty();
      default -> Optional.of(spelled(value)).filter(text -> !text.isEmpty());
    };
  }

  /// Returns a number or constant as a text, otherwise an empty text.
  private static String spelled(PickleValue value) {
    return switch (value) {
      case Int(long number) -> Long.toString(number);
      case BigInt(BigInteger number) -> number.toString();
      case Real(double number) -> Double.toString(number);
      case Constant constant when constant != Constant.NONE ->
          constant.name().toLowerCase(Locale.ROOT);
      default -> "";
    };
  }
}
