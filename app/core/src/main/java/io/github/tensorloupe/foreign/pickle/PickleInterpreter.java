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
  private static final int MAX_INSTRUCTIONS = 1 << 26;
  private static final int MAX_TUPLE_DEPTH = 1000;
  private static final int MAX_PROTOCOL = 5;
  private static final int MIN_ALLOCATIONS = 1_000_000;

  /// The number of bytes of values that postpone the next estimate of their size by an allocation.
  private static final int BYTES_PER_ALLOCATION = 128;

  /// The number of memo entries above which unused entries are removed.
  private static final int MIN_CLEANED_MEMO = 100_000;

  private static final int INSTRUCTIONS_PER_CHECK = 1 << 16;

  private final InstructionReader in;
  private final PickleLoader loader;
  private final Cancellation cancellation;
  private final GlobalTable globals;
  private final KnownCalls knownCalls;
  private final PickleMemo memo = new PickleMemo();
  private final LiveValues liveValues = new LiveValues();

  private PickleValue[] stack = new PickleValue[64];
  private int size;
  private int[] marks = new int[16];
  private int markCount;

  private boolean isMemoCleaned;
  private boolean isFrameCut;
  private long allocations;
  private long maxAllocations = MIN_ALLOCATIONS;

  PickleInterpreter(
      PickleBytes bytes, PickleLoader loader, GlobalTable globals, Cancellation cancellation) {
    this.in = new InstructionReader(bytes);
    this.loader = loader;
    this.knownCalls = new KnownCalls(loader);
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
    for (int count = 1; ; count++) {
      if (count % INSTRUCTIONS_PER_CHECK == 0) {
        cancellation.check();
        if (count > MAX_INSTRUCTIONS) {
          throw limit("it has more than {0} instructions", MAX_INSTRUCTIONS);
        }
      }
      in.next();
      if (in.opcode == Opcode.STOP) {
        require(!isFrameCut, "a frame exceeds the pickle");
        return pop();
      }
      step();
      if (allocations > maxAllocations) {
        long byteCount = liveValues.requireFewBytes(memo, stack, size);
        allocations = 0;
        maxAllocations = MIN_ALLOCATIONS + byteCount / BYTES_PER_ALLOCATION;
      }
    }
  }

  /// Removes the memo entries that the rest of the pickle does not use, which are most entries.
  private void cleanMemo() throws IOException {
    InstructionReader rest = new InstructionReader(in.bytes);
    rest.position = in.position;
    BitSet used = new BitSet();
    try {
      int count = 1;
      do {
        if (count++ % INSTRUCTIONS_PER_CHECK == 0) {
          cancellation.check();
        }
        rest.next();
        switch (rest.opcode) {
          case BINGET, LONG_BINGET -> memo.mark(rest.number, used);
          case GET -> memo.mark(memoIndex(rest), used);
          default -> {}
        }
      } while (rest.opcode != Opcode.STOP);
      memo.retain(used);
    } catch (MalformedPickleException e) {
      // The interpretation reports it.
    }
  }

  private void step() throws IOException, MalformedPickleException {
    switch (in.opcode) {
      case PROTO -> require(in.number <= MAX_PROTOCOL, "its protocol is newer than 5");
      // The names that follow are still reported.
      case FRAME -> isFrameCut |= in.number < 0 || in.number > in.bytes.length() - in.position;
      // The caller handles STOP.
      case STOP -> {}
      case MARK -> mark();
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
        dict.addEntries(popItems());
        push(dict);
      }
      case APPEND -> addItems(Kind.LIST, pop());
      case APPENDS -> addItems(Kind.LIST, popItems());
      case ADDITEMS -> addItems(Kind.SET, popItems());
      case SETITEM -> {
        PickleValue value = pop();
        addItems(Kind.DICT, pop(), value);
      }
      case SETITEMS -> addItems(Kind.DICT, popItems());
      case GET, BINGET, LONG_BINGET -> {
        long index = memoIndex(in);
        PickleValue value = memo.get(index);
        if (value == null) {
          throw malformed("it refers to the number {0}, which is not defined", index);
        }
        push(value);
      }
      case PUT, BINPUT, LONG_BINPUT -> memoize(memoIndex(in));
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

  private static long memoIndex(InstructionReader in) throws IOException, MalformedPickleException {
    if (in.opcode != Opcode.GET && in.opcode != Opcode.PUT) {
      return in.number;
    }
    String digits = in.firstLine().strip();
    require(digits.matches("[0-9]{1,18}"), "the number of a value is invalid");
    return Long.parseLong(digits);
  }

  private void memoize(long index) throws IOException, MalformedPickleException {
    memo.put(index, top());
    limitEntries();
    if (memo.count() > MIN_CLEANED_MEMO && !isMemoCleaned) {
      isMemoCleaned = true;
      cleanMemo();
    }
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
      target.addEntries(items);
    } else {
      for (PickleValue item : items) {
        require(
            kind == Kind.LIST || !(item instanceof Container key && key.isMutable()),
            "a key is a list, dictionary or set");
        target.add(item);
      }
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
        push(knownCalls.result(function, tuple));
        allocations += tuple.size();
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
}
