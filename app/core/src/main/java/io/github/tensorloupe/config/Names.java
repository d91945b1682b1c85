package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.config.Family.Match;
import io.github.tensorloupe.config.Family.Style;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.CheckpointPart.AbsentTensor;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// The tensors of a checkpoint by the names that loaders expect: without buffers, names of
/// quantization, and wrapper prefixes.
final class Names {

  /// The maximum number of names or ranges in a message.
  static final int MAX_NAMES = 8;

  private static final List<String> BUFFERS =
      List.of(
          "rotary_emb.inv_freq",
          "position_ids",
          ".attn.bias",
          "masked_bias",
          "num_batches_tracked",
          "token_type_ids");

  private static final Set<Dtype> PLAIN =
      EnumSet.of(Dtype.F64, Dtype.F32, Dtype.F16, Dtype.BF16, Dtype.F8_E4M3, Dtype.F8_E5M2);

  private final NavigableMap<Integer, TensorFile> files = new TreeMap<>();
  private final List<AbsentTensor> absent;
  private final Map<String, Optional<Shape>> shapes;
  private final boolean isPacked;
  private final Wrappers wrappers;
  private final Map<String, Stack> stacks = new LinkedHashMap<>();
  private final Map<String, Stored> others = new LinkedHashMap<>();
  private final Set<String> modules = new HashSet<>();
  private final long[] byteCounts = new long[Dtype.values().length];
  private Stack lastStack;
  private Style style;
  private Stored first;
  private int fileTensorCount;

  private Names(
      CheckpointPart part,
      Map<String, Optional<Shape>> shapes,
      boolean isPacked,
      Wrappers wrappers,
      Cancellation cancellation) {
    this.absent = part.absentTensors();
    this.shapes = shapes;
    this.isPacked = isPacked;
    this.wrappers = wrappers;
    for (TensorFile file : part.files()) {
      List<TensorInfo> tensors = file.header().tensors();
      files.put(fileTensorCount, file);
      for (int i = 0; i < tensors.size(); i++) {
        if (i % 4096 == 0) {
          cancellation.check();
        }
        TensorInfo info = tensors.get(i);
        add(info.name(), fileTensorCount + i, shape(info));
        byteCounts[info.dtype().ordinal()] += info.clampedByteCount();
      }
      fileTensorCount += tensors.size();
    }
    for (int i = 0; i < absent.size(); i++) {
      add(absent.get(i).name(), fileTensorCount + i, null);
    }
  }

  /// Returns the names of a checkpoint of a known architecture. Names in its index count as present
  /// even if their shard is missing.
  ///
  /// @param shapes the shapes of quantized weights before quantization, by name
  /// @param isPacked true if tensors may be quantized
  static Names of(
      CheckpointPart part,
      Family family,
      Map<String, Optional<Shape>> shapes,
      boolean isPacked,
      Cancellation cancellation) {
    Names names = new Names(part, shapes, isPacked, Wrappers.NONE, cancellation);
    Match match = family.bestMatch(names.beginnings());
    if (!names.modules.isEmpty() || !match.isComplete()) {
      Wrappers wrappers = Wrappers.find(names.beginnings(), names.modules, family);
      if (!wrappers.found().isEmpty()) {
        names = new Names(part, shapes, isPacked, wrappers, cancellation);
        match = family.bestMatch(names.beginnings());
      }
    }
    names.style = match.style();
    return names;
  }

  private Shape shape(TensorInfo info) {
    if (!isPacked) {
      return info.shape();
    }
    Optional<Shape> known = shapes.get(LogicalNames.of(info.name()).orElse(""));
    boolean isPlain = PLAIN.contains(info.dtype());
    return known != null ? known.orElse(null) : isPlain ? info.shape() : null;
  }

  private void add(String nameInFile, int position, Shape shape) {
    String name = wrappers.correction().apply(nameInFile);
    // Most tensors are in the same stack as the previous one.
    if (lastStack != null && lastStack.add(name, position, shape)) {
      return;
    }
    int begin = 0;
    do {
      if (Stack.afterNumber(name, begin) > 0) {
        lastStack = stacks.computeIfAbsent(name.substring(0, begin), each -> new Stack(each, this));
        lastStack.add(name, position, shape);
        return;
      }
      begin = name.indexOf('.', begin) + 1;
    } while (begin > 0);
    String logical = logicalName(name);
    if (logical != null) {
      others.putIfAbsent(logical, stored(position));
    }
  }

  /// Returns the name before quantization, or null for buffers and parts of quantized weights.
  String logicalName(String name) {
    modules.addAll(Wrappers.modules(name));
    if (BUFFERS.stream().anyMatch(name::endsWith)) {
      return null;
    }
    String logical = isPacked ? LogicalNames.of(name).orElse(null) : name;
    // The parameters of layer norms were gamma and beta.
    return logical == null || !logical.contains("LayerNorm.")
        ? logical
        : logical
            .replaceFirst("LayerNorm\\.gamma$", "LayerNorm.weight")
            .replaceFirst("LayerNorm\\.beta$", "LayerNorm.bias");
  }

  /// Returns the number of tensors by the beginning of their names, which ends after the number of
  /// a layer.
  private Map<String, Long> beginnings() {
    Map<String, Long> beginnings = new LinkedHashMap<>();
    others.keySet().forEach(name -> beginnings.put(name, 1L));
    stacks.values().forEach(each -> beginnings.put(each.prefix + "0.", (long) each.tensorCount()));
    return beginnings;
  }

  /// Returns the tensor at a position: tensors of all files in their order, then absent tensors.
  Stored stored(int position) {
    Map.Entry<Integer, TensorFile> file = files.floorEntry(position);
    List<TensorInfo> tensors = file.getValue().header().tensors();
    int index = position - file.getKey();
    if (index >= tensors.size()) {
      String name = absent.get(position - fileTensorCount).name();
      return new Stored(logicalName(wrappers.correction().apply(name)), null, null);
    }
    TensorInfo info = tensors.get(index);
    String name = logicalName(wrappers.correction().apply(info.name()));
    return new Stored(name, new TensorRef(file.getValue(), info), shape(info));
  }

  boolean isEmpty() {
    return others.isEmpty() && stacks.values().stream().allMatch(each -> each.tensorCount() == 0);
  }

  /// Returns the naming style of most tensors.
  Style style() {
    return style;
  }

  /// Returns the dtype of most bytes.
  ///
  /// @param preferred the result if several dtypes have as many bytes
  Dtype dtype(Dtype preferred) {
    Dtype most = preferred;
    for (Dtype dtype : Dtype.values()) {
      most = byteCounts[dtype.ordinal()] > byteCounts[most.ordinal()] ? dtype : most;
    }
    return most;
  }

  /// Returns the removed parts of names, in the order of their removal.
  List<String> wrappers() {
    return wrappers.found();
  }

  Collection<TensorFile> files() {
    return files.values();
  }

  Optional<Stored> find(String name) {
    return Optional.ofNullable(others.get(name));
  }

  /// Returns the stack with a prefix, which may have no layers.
  Stack stack(String prefix) {
    return stacks.getOrDefault(prefix, new Stack(prefix, this));
  }

  /// Returns true if a name begins with modules, given with the dots after them.
  boolean hasPrefix(String prefix) {
    return stacks.values().stream()
            .anyMatch(each -> each.tensorCount() > 0 && each.prefix.startsWith(prefix))
        || others.keySet().stream().anyMatch(name -> name.startsWith(prefix));
  }

  /// Returns the first tensor.
  Stored first() {
    if (first == null) {
      first = all().findFirst().orElseThrow();
    }
    return first;
  }

  /// Returns the tensors in the order of the files, and absent tensors.
  Stream<Stored> all() {
    return IntStream.range(0, fileTensorCount + absent.size())
        .mapToObj(this::stored)
        .filter(each -> each.name() != null);
  }
}
