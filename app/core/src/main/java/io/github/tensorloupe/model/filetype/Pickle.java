package io.github.tensorloupe.model.filetype;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A Python pickle, as old PyTorch files are. Its instructions are read as text and never followed.
final class Pickle implements Disguise {

  private static final int READ_BYTES = 64 << 10;

  /// The number that PyTorch put before everything else.
  private static final String OLD_TORCH = "\u0080\u0002\u008a\nl\u00fc\u009cF\u00f9 j\u00a8P\u0019";

  /// Modules whose functions run commands or code.
  private static final Set<String> RISKY =
      Set.of(
          "os", "posix", "nt", "subprocess", "sys", "runpy", "socket", "builtins", "__builtin__");

  private static final Set<String> HARMLESS =
      Set.of("builtins.dict", "builtins.set", "__builtin__.set", "builtins.list", "builtins.slice");

  @Override
  public Optional<Recognised> in(Sample sample) throws IOException {
    byte[] head = sample.head();
    boolean isPickle = head.length > 2 && head[0] == (byte) 0x80 && head[1] >= 2 && head[1] <= 5;
    if (!isPickle || head[2] == 0) {
      return Optional.empty();
    }
    int protocol = head[1];
    List<Sentence> parts = new ArrayList<>();
    parts.add(
        sample.startsWith(OLD_TORCH)
            ? Sentence.of(
                "a Python pickle of protocol {0}, as PyTorch wrote its files before version 1.6",
                protocol)
            : Sentence.of("a Python pickle of protocol {0}", protocol));
    List<String> globals = new PickleScan(sample.read(0, READ_BYTES)).globals();
    if (!globals.isEmpty()) {
      parts.add(Sentence.of("it names {0}", Words.first(globals)));
    }
    globals.stream()
        .filter(Pickle::isRisky)
        .findFirst()
        .map(name -> Sentence.of("do not load it: {0} can run anything", Words.quoted(name)))
        .ifPresent(parts::add);
    return Optional.of(new Recognised(Form.PICKLE, Sentence.joined("; ", parts)));
  }

  private static boolean isRisky(String global) {
    int dot = global.indexOf('.');
    return RISKY.contains(global.substring(0, dot)) && !HARMLESS.contains(global);
  }
}
