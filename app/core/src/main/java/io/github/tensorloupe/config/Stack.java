package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.Shape;

/// The layers of a stack, such as all tensors whose names begin with `model.layers.`.
///
/// A checkpoint may have half a million experts. Therefore the name of a tensor in its layer is
/// created once for all layers and experts, and experts are numbers.
final class Stack {

  private static final String EXPERTS = ".experts.";
  private static final String STACKED = "switch_mlp.";

  /// Bounds the numbers of layers and experts, because the rules have a bit for each.
  private static final int MAX_DIGITS = 4;

  /// One layer.
  static final class Layer {
    /// The tensors by the name in the layer, such as `mlp.up_proj.weight`.
    final Map<String, Stored> tensors = new LinkedHashMap<>();

    /// The parts of experts by the name without the number, such as `mlp.experts.up_proj.weight`.
    final Map<String, ExpertPart> parts = new LinkedHashMap<>();

    /// The number of experts in fused tensors, or 0.
    long fusedExperts;

    boolean hasExperts() {
      return fusedExperts > 0 || !parts.isEmpty();
    }

    /// Returns the names of all tensors, with the numbers of the experts.
    NavigableSet<String> names() {
      NavigableSet<String> names = new TreeSet<>(tensors.keySet());
      parts.forEach(
          (name, part) ->
              part.experts().stream().forEach(expert -> names.add(numbered(name, expert))));
      return names;
    }
  }

  /// A part of all experts of a layer, such as their `up_proj.weight`.
  static final class ExpertPart {
    private final Names names;
    private final Shape shape;
    private boolean hasOneShape = true;

    /// The numbers of the experts in the upper half, and the positions of the tensors.
    private long[] entries = new long[4];

    private int size;
    private long first = Long.MAX_VALUE;

    private ExpertPart(Names names, Shape shape) {
      this.names = names;
      this.shape = shape;
    }

    private void add(int expert, int position, Shape other) {
      if (size == entries.length) {
        entries = Arrays.copyOf(entries, 2 * size);
      }
      long entry = (long) expert << Integer.SIZE | position;
      entries[size++] = entry;
      first = Math.min(first, entry);
      hasOneShape &= other == shape || Objects.equals(other, shape);
    }

    BitSet experts() {
      BitSet experts = new BitSet();
      for (int i = 0; i < size; i++) {
        experts.set((int) (entries[i] >> Integer.SIZE));
      }
      return experts;
    }

    /// Returns the tensor of the first expert.
    Stored first() {
      return names.stored((int) first);
    }

    /// Calls the action with the tensors of all experts, or only with the first one if all have the
    /// same shape and the action returns false.
    void forEach(Predicate<Stored> action) {
      if (action.test(first()) || !hasOneShape) {
        Arrays.sort(entries, 0, size);
        for (int i = 1; i < size; i++) {
          action.test(names.stored((int) entries[i]));
        }
      }
    }
  }

  /// A name in a layer.
  private static final class Kind {
    /// The name up to the number of the expert, or the whole name.
    private final String begin;

    /// The name after the number of the expert, or null if it has none.
    private final String end;

    /// The name before quantization, or null for ignored tensors.
    private final String name;

    private final boolean isFused;

    /// The kind that followed in the file.
    private Kind next;

    /// The layer of the previous tensor of this kind.
    private Layer layer;

    private ExpertPart part;

    Kind(String begin, String end, String name) {
      this.begin = begin;
      this.end = end;
      this.name = name;
      isFused =
          end == null && name != null && (("." + name).contains(EXPERTS) || name.contains(STACKED));
    }

    boolean matches(String text, int from) {
      if (!text.startsWith(begin, from)) {
        return false;
      }
      int expert = from + begin.length();
      if (end == null) {
        return expert == text.length();
      }
      int rest = afterNumber(text, expert);
      return text.length() - rest == end.length() && text.startsWith(end, rest);
    }
  }

  final String prefix;
  final NavigableMap<Integer, Layer> layers = new TreeMap<>();

  private final Names names;
  private final Map<String, Kind> kinds = new HashMap<>();
  private Kind previous = new Kind("", null, null);
  private int tensorCount;

  /// The prefix of the layer of the previous tensor, such as `model.layers.0.`.
  private String lastPrefix;

  /// The layer of the previous tensor, or null if it has only ignored tensors so far.
  private Layer lastLayer;

  /// @param prefix the complete prefix, such as `model.layers.`
  Stack(String prefix, Names names) {
    this.prefix = prefix;
    this.names = names;
  }

  int tensorCount() {
    return tensorCount;
  }

  /// Adds a tensor if its name begins with the prefix and the number of a layer.
  ///
  /// @param shape the shape before quantization, or null if it is unknown
  boolean add(String name, int position, Shape shape) {
    if (lastPrefix == null || !name.startsWith(lastPrefix)) {
      int from = name.startsWith(prefix) ? afterNumber(name, prefix.length()) : -1;
      if (from < 0) {
        return false;
      }
      lastPrefix = name.substring(0, from);
      lastLayer = null;
    }
    int from = lastPrefix.length();
    Kind kind = previous.next;
    if (kind == null || !kind.matches(name, from)) {
      kind = kind(name, from);
      previous.next = kind;
    }
    previous = kind;
    if (kind.name != null) {
      tensorCount++;
      if (lastLayer == null) {
        lastLayer = layers.computeIfAbsent(number(name, prefix.length()), _ -> new Layer());
      }
      int expert = kind.end == null ? -1 : number(name, from + kind.begin.length());
      add(kind, lastLayer, expert, position, shape);
    }
    return true;
  }

  private void add(Kind kind, Layer layer, int expert, int position, Shape shape) {
    int rank = shape == null ? 0 : shape.rank();
    if (expert < 0) {
      layer.tensors.computeIfAbsent(kind.name, _ -> names.stored(position));
      layer.fusedExperts = kind.isFused && rank >= 2 ? shape.dimension(0) : layer.fusedExperts;
      return;
    }
    if (kind.layer != layer) {
      kind.layer = layer;
      kind.part = layer.parts.computeIfAbsent(kind.name, _ -> new ExpertPart(names, shape));
    }
    kind.part.add(expert, position, shape);
  }

  private Kind kind(String name, int from) {
    int expert = name.indexOf(EXPERTS, from - 1) + EXPERTS.length();
    int rest = expert < from ? -1 : afterNumber(name, expert);
    expert = rest < 0 ? -1 : expert;
    String begin = expert < 0 ? name.substring(from) : name.substring(from, expert);
    String end = expert < 0 ? null : name.substring(rest);
    String key = end == null ? begin : begin + '#' + end;
    return kinds.computeIfAbsent(
        key,
        _ -> {
          String logical = names.logicalName(name);
          int skipped = Math.max(from, rest);
          boolean isIgnored = logical == null || logical.length() <= skipped;
          String last = isIgnored ? null : logical.substring(skipped);
          return new Kind(begin, end, end == null || isIgnored ? last : begin + last);
        });
  }

  /// Returns the name of a part of an expert with the number of the expert.
  static String numbered(String part, int expert) {
    int end = ("." + part).indexOf(EXPERTS) + EXPERTS.length() - 1;
    return part.substring(0, end) + expert + "." + part.substring(end);
  }

  /// Returns the position after a number and a dot, or -1 if the text does not continue with them.
  static int afterNumber(String text, int begin) {
    int end = begin;
    int limit = Math.min(text.length() - 1, begin + MAX_DIGITS);
    while (end < limit && text.charAt(end) >= '0' && text.charAt(end) <= '9') {
      end++;
    }
    return end > begin && text.charAt(end) == '.' ? end + 1 : -1;
  }

  /// Returns the number that ends before the next dot.
  private static int number(String text, int begin) {
    int number = 0;
    for (int i = begin; text.charAt(i) != '.'; i++) {
      number = 10 * number + text.charAt(i) - '0';
    }
    return number;
  }

  BitSet indexes() {
    BitSet indexes = new BitSet();
    layers.keySet().forEach(indexes::set);
    return indexes;
  }

  static BitSet difference(BitSet numbers, BitSet excluded) {
    BitSet difference = (BitSet) numbers.clone();
    difference.andNot(excluded);
    return difference;
  }

  /// Returns the name of a tensor in a layer.
  String name(int layer, String name) {
    return prefix + layer + "." + name;
  }

  /// Returns layers as text, such as `model.layers.0–3, 5`.
  String shown(BitSet indexes) {
    return prefix + ranges(indexes);
  }

  /// Returns numbers as text, such as `0–3, 5`, with at most eight ranges.
  static String ranges(BitSet numbers) {
    return ranges(numbers, false);
  }

  /// Returns numbers as text, such as `0–3, 5, …`, with at most eight ranges.
  ///
  /// @param isIncomplete true if larger numbers that are not in the set may belong to it
  static String ranges(BitSet numbers, boolean isIncomplete) {
    List<String> ranges = new ArrayList<>();
    int begin = numbers.nextSetBit(0);
    while (begin >= 0 && ranges.size() <= Names.MAX_NAMES) {
      int last = numbers.nextClearBit(begin) - 1;
      ranges.add(begin == last ? "" + begin : begin + (last == begin + 1 ? ", " : "–") + last);
      begin = numbers.nextSetBit(last + 1);
    }
    if (ranges.size() > Names.MAX_NAMES) {
      ranges.set(Names.MAX_NAMES, "…");
    } else if (isIncomplete) {
      ranges.add("…");
    }
    return String.join(", ", ranges);
  }
}
