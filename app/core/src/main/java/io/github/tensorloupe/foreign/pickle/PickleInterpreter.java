package io.github.tensorloupe.foreign.pickle;

import static io.github.tensorloupe.foreign.pickle.InstructionReader.limit;
import static io.github.tensorloupe.foreign.pickle.InstructionReader.malformed;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleGlobal.Risk;
import io.github.tensorloupe.foreign.pickle.PickleText.Coding;
import io.github.tensorloupe.foreign.pickle.PickleValue.Constant;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container.Kind;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleValue.Opaque;
import io.github.tensorloupe.foreign.pickle.PickleValue.Real;
import io.github.tensorloupe.work.Cancellation;

/// Computes the value of a pickle without loading classes or calling functions: the result of a
/// call is a container, a value of the loader, or an opaque object.
final class PickleInterpreter {

  private static final int MAX_ENTRIES = 8_000_000;
  private static final int MAX_COPIED_ITEMS = 1 << 26;
  private static final int MAX_TUPLE_DEPTH = 1000;
  private static final int MAX_PROTOCOL = 5;
  private static final int MIN_ALLOCATIONS = 2_000_000;
  private static final int INSTRUCTIONS_PER_CHECK = 1 << 16;

  private final InstructionReader in;
  private final PickleLoader loader;
  private final Cancellation cancellation;
  private final GlobalTable globals;
  private final PickleMemo memo = new PickleMemo();

  private PickleValue[] stack = new PickleValue[64];
  private int size;
  private int[] marks = new int[16];
  private int markCount;

  private long copiedItems;
  private long allocations;
  private long maxAllocations = MIN_ALLOCATIONS;
  private byte visit;

  PickleInterpreter(
      PickleBytes bytes, PickleLoader loader, GlobalTable globals, Cancellation cancellation) {
    this.in = new InstructionReader(bytes);
    this.loader = loader;
    this.globals = globals;
    this.cancellation = cancellation;
  }

  /// Returns the offset of the current instruction.
  int begin() {
    return in.begin;
  }

  /// Returns the offset after the current instruction.
  int end() {
    return in.position;
  }

  PickleValue run() throws IOException, MalformedPickleException {
    findReferences();
    in.position = 0;
    for (int count = 1; ; count++) {
      if (count % INSTRUCTIONS_PER_CHECK == 0) {
        cancellation.check();
      }
      in.next();
      if (in.opcode == Opcode.STOP) {
        return pop();
      }
      step();
      if (allocations > maxAllocations) {
        limitLiveValues();
      }
    }
  }

  /// Finds the memo entries that are used, because most entries are not.
  private void findReferences() throws IOException {
    try {
      int count = 1;
      do {
        if (count++ % INSTRUCTIONS_PER_CHECK == 0) {
          cancellation.check();
        }
        in.next();
        switch (in.opcode) {
          case BINGET, LONG_BINGET -> memo.expect(in.number);
          case GET -> memo.expect(memoIndex());
          default -> {}
        }
      } while (in.opcode != Opcode.STOP);
    } catch (MalformedPickleException e) {
      // The interpretation reports it.
    }
  }

  private void step() throws IOException, MalformedPickleException {
    switch (in.opcode) {
      case PROTO -> require(in.number <= MAX_PROTOCOL, "its protocol is newer than 5");
      case FRAME -> in.require(in.number);
      case STOP, MARK -> mark();
      case POP -> {
        if (size > fence()) {
          size--;
        } else {
          popMark();
        }
      }
      case POP_MARK -> size = popMark();
      case DUP -> push(top());
      case NONE -> push(Constant.NONE);
      case NEWTRUE -> push(Constant.TRUE);
      case NEWFALSE -> push(Constant.FALSE);
      case INT, LONG, BININT, BININT1, BININT2, LONG1, LONG4 -> push(PickleNumbers.integer(in));
      case FLOAT -> push(PickleNumbers.real(in.firstLine()));
      case BINFLOAT -> push(new Real(in.bigEndianDouble()));
      case STRING -> push(literal());
      case UNICODE -> push(in.text(Coding.RAW_ESCAPES));
      case BINUNICODE, SHORT_BINUNICODE, BINUNICODE8 -> push(in.text(Coding.UTF8));
      case BINSTRING, SHORT_BINSTRING -> {
        PickleText text = new PickleText(in.bytes, in.textBegin, in.textLength, Coding.UTF8);
        push(text.isWellFormed() ? text : in.text(Coding.BYTES));
      }
      case BINBYTES, SHORT_BINBYTES, BINBYTES8, BYTEARRAY8 -> push(in.text(Coding.BYTES));
      case EMPTY_LIST -> push(new Container(Kind.LIST));
      case EMPTY_DICT -> push(new Container(Kind.DICT));
      case EMPTY_SET -> push(new Container(Kind.SET));
      case EMPTY_TUPLE -> pushTuple();
      case TUPLE1 -> pushTuple(pop());
      case TUPLE2 -> {
        PickleValue second = pop();
        pushTuple(pop(), second);
      }
      case TUPLE3 -> {
        PickleValue third = pop();
        PickleValue second = pop();
        pushTuple(pop(), second, third);
      }
      case TUPLE -> pushTuple(popItems());
      case LIST -> push(new Container(Kind.LIST, popItems()));
      case FROZENSET -> push(new Container(Kind.FROZENSET, popItems()));
      case DICT -> {
        Container dict = new Container(Kind.DICT);
        addEntries(dict, popItems());
        push(dict);
      }
      case APPEND -> {
        PickleValue item = pop();
        addItems(Kind.LIST, item);
      }
      case APPENDS -> addItems(Kind.LIST, popItems());
      case ADDITEMS -> addItems(Kind.SET, popItems());
      case SETITEM -> {
        PickleValue value = pop();
        addItems(Kind.DICT, pop(), value);
      }
      case SETITEMS -> addItems(Kind.DICT, popItems());
      case GET, BINGET, LONG_BINGET -> {
        long index = memoIndex();
        PickleValue value = memo.get(index);
        if (value == null) {
          throw malformed("it refers to the number {0}, which is not defined", index);
        }
        push(value);
      }
      case PUT, BINPUT, LONG_BINPUT -> memoize(memoIndex());
      case MEMOIZE -> memoize(memo.count());
      case GLOBAL -> push(globals.of(in.firstLine(), in.secondLine(), in.begin));
      case STACK_GLOBAL -> {
        String name = nameOf(pop());
        push(globals.of(nameOf(pop()), name, in.begin));
      }
      case EXT1, EXT2, EXT4 -> {
        require(in.number > 0, "it uses an invalid extension");
        push(globals.ofExtension(in.number, in.begin));
      }
      case INST ->
          call(
              globals.of(in.firstLine(), in.secondLine(), in.begin),
              new Container(Kind.TUPLE, popItems()));
      case OBJ -> {
        PickleValue[] items = popItems();
        require(items.length > 0, "an object has no class");
        call(items[0], new Container(Kind.TUPLE, Arrays.copyOfRange(items, 1, items.length)));
      }
      case REDUCE -> {
        PickleValue arguments = pop();
        call(pop(), arguments);
      }
      case NEWOBJ -> {
        PickleValue arguments = pop();
        create(pop(), arguments);
      }
      case NEWOBJ_EX -> {
        PickleValue named = pop();
        require(
            named instanceof Opaque || named instanceof Container dict && dict.isDict(),
            "named arguments are not a dictionary");
        PickleValue arguments = pop();
        create(pop(), arguments);
      }
      case BUILD -> {
        PickleValue state = pop();
        switch (top()) {
          case Opaque object -> {
            allocations++;
            object.addState(state);
          }
          case Container _, Loaded _, PickleGlobal _ -> {}
          default -> throw malformed("a text or number has a state");
        }
      }
      case PERSID -> push(loader.persistent(in.text(Coding.UTF8)));
      case BINPERSID -> push(loader.persistent(pop()));
      case NEXT_BUFFER, READONLY_BUFFER ->
          throw malformed("it refers to data outside of the pickle");
    }
  }

  private static void require(boolean condition, String reason) throws MalformedPickleException {
    if (!condition) {
      throw malformed(reason);
    }
  }

  private void mark() throws MalformedPickleException {
    if (markCount == marks.length) {
      marks = Arrays.copyOf(marks, markCount * 2);
    }
    marks[markCount++] = size;
    limitEntries();
  }

  /// Returns the index below which the stack belongs to the values before the last mark.
  private int fence() {
    return markCount == 0 ? 0 : marks[markCount - 1];
  }

  private int popMark() throws MalformedPickleException {
    require(markCount > 0, "a mark is missing");
    return marks[--markCount];
  }

  private PickleValue[] popItems() throws MalformedPickleException {
    int begin = popMark();
    PickleValue[] items = Arrays.copyOfRange(stack, begin, size);
    size = begin;
    return items;
  }

  private PickleValue top() throws MalformedPickleException {
    require(size > fence(), "a value is missing");
    return stack[size - 1];
  }

  private PickleValue pop() throws MalformedPickleException {
    PickleValue top = top();
    stack[--size] = null;
    return top;
  }

  private void push(PickleValue value) throws MalformedPickleException {
    if (size == stack.length) {
      stack = Arrays.copyOf(stack, size + (size >> 1));
    }
    stack[size++] = value;
    allocations++;
    limitEntries();
  }

  private void limitEntries() throws MalformedPickleException {
    if (size + markCount + memo.cost() > MAX_ENTRIES) {
      throw limit("it has more than {0} values at a time", MAX_ENTRIES);
    }
  }

  private void pushTuple(PickleValue... items) throws MalformedPickleException {
    Container tuple = new Container(Kind.TUPLE, items);
    if (tuple.depth() > MAX_TUPLE_DEPTH) {
      throw limit("tuples are nested more than {0} times", MAX_TUPLE_DEPTH);
    }
    allocations += items.length;
    push(tuple);
  }

  private long memoIndex() throws IOException, MalformedPickleException {
    if (in.opcode != Opcode.GET && in.opcode != Opcode.PUT) {
      return in.number;
    }
    String digits = in.firstLine().strip();
    require(digits.matches("[0-9]{1,18}"), "the number of a value is invalid");
    return Long.parseLong(digits);
  }

  private void memoize(long index) throws MalformedPickleException {
    memo.put(index, top());
    limitEntries();
  }

  private PickleText literal() throws IOException, MalformedPickleException {
    String line = in.text(Coding.BYTES).text().stripTrailing();
    char quote = line.isEmpty() ? 0 : line.charAt(0);
    require(
        line.length() > 1 && "'\"".indexOf(quote) >= 0 && line.charAt(line.length() - 1) == quote,
        "a string is not in quotes");
    in.textBegin++;
    in.textLength = line.length() - 2;
    return in.text(Coding.LITERAL);
  }

  private static String nameOf(PickleValue value) throws IOException, MalformedPickleException {
    if (!(value instanceof PickleText text && text.isText())) {
      throw malformed("the name of a class or function is not a text");
    }
    if (text.length() > InstructionReader.MAX_LINE_BYTES) {
      throw limit("a name has more than {0} bytes", InstructionReader.MAX_LINE_BYTES);
    }
    return text.text();
  }

  /// Adds items to the container or object at the top of the stack.
  private void addItems(Kind kind, PickleValue... items) throws MalformedPickleException {
    allocations += items.length;
    Container target =
        switch (top()) {
          case Container container when container.kind() == kind -> container;
          case Opaque object -> object.itemsOf(kind);
          default -> throw malformed("items are added to another kind of value");
        };
    if (target.isDict()) {
      addEntries(target, items);
    } else {
      for (PickleValue item : items) {
        target.add(item);
      }
    }
  }

  private static void addEntries(Container dict, PickleValue[] items)
      throws MalformedPickleException {
    require(items.length % 2 == 0, "a key has no value");
    for (int i = 0; i < items.length; i += 2) {
      require(
          !(items[i] instanceof Container key && key.isMutable()),
          "a key is a list, dictionary or set");
      dict.add(items[i]);
      dict.add(items[i + 1]);
    }
  }

  /// Pushes the result of a call.
  private void call(PickleValue callee, PickleValue arguments)
      throws IOException, MalformedPickleException {
    if (!(arguments instanceof Container tuple && tuple.isTuple())) {
      require(arguments instanceof Opaque, "arguments are not a tuple");
      push(new Opaque(callee, arguments));
      return;
    }
    if (callee instanceof PickleGlobal function) {
      globals.addCall(function, tuple);
      if (function.risk() == Risk.ALLOWED) {
        push(result(function, tuple));
        return;
      }
    } else {
      require(callee instanceof Opaque, "a value is called that is not a function");
    }
    push(new Opaque(callee, tuple));
  }

  /// Pushes an object that is created without calling its class.
  private void create(PickleValue type, PickleValue arguments)
      throws IOException, MalformedPickleException {
    if (type instanceof PickleGlobal global && global.module().startsWith("torch._")) {
      push(new Opaque(type, arguments));
    } else {
      call(type, arguments);
    }
  }

  private PickleValue result(PickleGlobal function, Container arguments)
      throws IOException, MalformedPickleException {
    PickleValue first = arguments.size() == 0 ? Constant.NONE : arguments.get(0);
    Optional<PickleValue> container =
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
    return container.orElseGet(() -> new Opaque(function, arguments));
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
          addEntries(dict, pair.items());
        } else {
          return Optional.empty();
        }
      }
    }
    return Optional.of(dict);
  }

  private void countCopies(int count) throws MalformedPickleException {
    allocations += 2L * count;
    copiedItems += count;
    if (copiedItems > MAX_COPIED_ITEMS) {
      throw limit("it copies more than {0} values", MAX_COPIED_ITEMS);
    }
  }

  /// Counts all reachable values, because values in containers are no longer on the stack.
  private void limitLiveValues() throws MalformedPickleException {
    // New containers have the visit 0.
    visit += visit == -1 ? 2 : 1;
    Deque<PickleValue> pending = new ArrayDeque<>();
    long[] count = {0};
    Consumer<PickleValue> add =
        value -> {
          if (value instanceof Container container && container.visit != visit) {
            container.visit = visit;
            pending.add(container);
          } else if (value instanceof Opaque object && object.visit != visit) {
            object.visit = visit;
            pending.add(object);
          }
          count[0]++;
        };
    memo.forEach(add);
    Arrays.stream(stack, 0, size).forEach(add);
    while (!pending.isEmpty() && count[0] <= MAX_ENTRIES) {
      switch (pending.removeLast()) {
        case Container container -> container.forEach(add);
        case Opaque object ->
            Stream.of(object.callee(), object.arguments(), object.items(), object.states())
                .filter(Objects::nonNull)
                .forEach(add);
        default -> {}
      }
    }
    if (count[0] > MAX_ENTRIES) {
      throw limit("it has more than {0} values at a time", MAX_ENTRIES);
    }
    allocations = 0;
    maxAllocations = MIN_ALLOCATIONS + count[0] / 2;
  }
}
