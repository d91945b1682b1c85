package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.model.filetype.FileTypes.FileType;
import io.github.tensorloupe.model.filetype.RecognizedType.TypeId;
import io.github.tensorloupe.text.Sentence;

/// A Python pickle, such as an old PyTorch file. Instructions are parsed but never executed.
final class Pickle implements FileType {

  private static final int READ_BYTES = 64 << 10;
  private static final String OLD_TORCH = "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019";

  /// The beginning of pickles of protocols 0 and 1, which have no magic bytes: a dictionary, list,
  /// tuple or object, and the number under which it is stored.
  private static final Pattern OLD_PROTOCOL =
      Pattern.compile(
          "\\([dl]p\\d+\n"
              + "|\\(*[}\\])]q[\\x00\\x01]"
              + "|\\(*[ci](torch|collections|numpy|__builtin__|builtins|copy_?reg)[\\w.]*\n"
              + "\\w+\n"
              + "|\\(*c[\\w.]+\n"
              + "\\w+\n"
              + "(q[\\x00\\x01]|p\\d+\n"
              + ")");

  private static final int MAX_BEGIN_BYTES = 256;

  private static final Set<String> RISKY =
      Set.of(
          "os", "posix", "nt", "subprocess", "sys", "runpy", "socket", "builtins", "__builtin__");

  private static final Set<String> HARMLESS =
      Set.of("builtins.dict", "builtins.set", "__builtin__.set", "builtins.list", "builtins.slice");

  @Override
  public Optional<RecognizedType> in(Sample sample) throws IOException {
    byte[] head = sample.head;
    boolean isNew =
        head.length > 2 && head[0] == (byte) 0x80 && head[1] >= 2 && head[1] <= 5 && head[2] != 0;
    int length = Math.min(MAX_BEGIN_BYTES, head.length);
    String begin = new String(head, 0, length, StandardCharsets.ISO_8859_1);
    if (!isNew && !OLD_PROTOCOL.matcher(begin).lookingAt()) {
      return Optional.empty();
    }
    int protocol = isNew ? head[1] : sample.text().isEmpty() ? 1 : 0;
    List<Sentence> parts = new ArrayList<>();
    parts.add(
        sample.startsWithAt(0, OLD_TORCH)
            ? Sentence.of(
                "a Python pickle of protocol {0}, as PyTorch wrote its files before version 1.6",
                protocol)
            : Sentence.of("a Python pickle of protocol {0}", protocol));
    List<String> globals = new Scan(sample.read(0, READ_BYTES)).globals();
    if (!globals.isEmpty()) {
      parts.add(Sentence.of("it names {0}", RecognizedType.first(globals)));
    }
    globals.stream()
        .filter(Pickle::isRisky)
        .findFirst()
        .map(
            name ->
                Sentence.of("do not load it: {0} can run anything", RecognizedType.quoted(name)))
        .ifPresent(parts::add);
    return RecognizedType.of(TypeId.PICKLE, Sentence.joined("; ", parts));
  }

  private static boolean isRisky(String global) {
    int dot = global.indexOf('.');
    return RISKY.contains(global.substring(0, dot)) && !HARMLESS.contains(global);
  }

  /// A parser of pickle instructions (protocols 0 to 5, as in Python's `pickletools`) that collects
  /// the names of functions and classes.
  private static final class Scan {

    private static final int MAX_GLOBALS = 64;
    private static final int MAX_TEXT_BYTES = 1000;

    /// One-byte instructions that the scan ignores.
    private static final String WITHOUT_ARGUMENT =
        "()]}012NQRabdelostu"
            + "\u0081\u0085\u0086\u0087\u0088\u0089\u008f\u0090\u0091\u0092\u0097\u0098";

    private final ByteBuffer bytes;
    private final SequencedSet<String> globals = new LinkedHashSet<>();
    private final Map<Integer, String> memo = new HashMap<>();
    private int memoized;
    private String last = "";
    private String beforeLast = "";

    Scan(byte[] bytes) {
      this.bytes = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /// Returns the names as `module.function`, in file order, including consecutive pickles. Stops
    /// at the first unknown instruction.
    List<String> globals() {
      try {
        while (bytes.hasRemaining() && globals.size() < MAX_GLOBALS && step(bytes.get() & 0xff)) {
          // Each step advances the position.
        }
      } catch (BufferUnderflowException e) {
        // The sample ends inside an instruction.
      }
      return new ArrayList<>(globals);
    }

    private boolean step(int opcode) {
      switch (opcode) {
        case 'c', 'i' -> addGlobal(line(), line());
        case 0x93 -> addGlobal(beforeLast, last);
        case 0x8c, 'U', 'C' -> push(text(bytes.get() & 0xff));
        case 'X', 'T', 'B' -> push(text(bytes.getInt() & 0xffffffffL));
        case 0x8d, 0x8e, 0x96 -> push(text(bytes.getLong()));
        case 'q' -> memo.put(bytes.get() & 0xff, last);
        case 'r' -> memo.put(bytes.getInt(), last);
        case 0x94 -> memo.put(memoized++, last);
        case 'h' -> push(memo.getOrDefault(bytes.get() & 0xff, ""));
        case 'j' -> push(memo.getOrDefault(bytes.getInt(), ""));
        case 'I', 'L', 'F', 'S', 'V', 'p', 'g', 'P' -> line();
        case 0x8a -> skip(bytes.get() & 0xff);
        case 0x8b -> skip(bytes.getInt() & 0xffffffffL);
        case '.' -> {
          memo.clear();
          memoized = 0;
        }
        case 0x80, 'K', 0x82 -> skip(1);
        case 'M', 0x83 -> skip(2);
        case 'J', 0x84 -> skip(4);
        case 'G', 0x95 -> skip(8);
        default -> {
          return WITHOUT_ARGUMENT.indexOf(opcode) >= 0;
        }
      }
      return true;
    }

    private void addGlobal(String module, String name) {
      if (!module.isEmpty() && !name.isEmpty()) {
        globals.add(module + "." + name);
      }
      push("");
    }

    private void push(String text) {
      beforeLast = last;
      last = text;
    }

    private String line() {
      int begin = bytes.position();
      while (bytes.get() != '\n') {
        // Skips the rest of the line.
      }
      return text(begin, bytes.position() - 1 - begin);
    }

    private String text(long byteCount) {
      int begin = bytes.position();
      skip(byteCount);
      return text(begin, byteCount);
    }

    private String text(int begin, long byteCount) {
      int count = (int) Math.min(MAX_TEXT_BYTES, byteCount);
      return new String(bytes.array(), begin, count, StandardCharsets.UTF_8);
    }

    private void skip(long byteCount) {
      if (byteCount < 0 || byteCount > bytes.remaining()) {
        throw new BufferUnderflowException();
      }
      bytes.position(bytes.position() + (int) byteCount);
    }
  }
}
