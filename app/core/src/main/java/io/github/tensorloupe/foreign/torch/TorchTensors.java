package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.MalformedPickleException;
import io.github.tensorloupe.foreign.pickle.PickleValue.Loaded;
import io.github.tensorloupe.foreign.pickle.PickleWalk;
import io.github.tensorloupe.foreign.torch.TorchTensor.Unlisted;
import io.github.tensorloupe.foreign.torch.TorchTensor.View;
import io.github.tensorloupe.foreign.zip.ElementCache;
import io.github.tensorloupe.format.CappedFindings;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.model.ComputedFile.Elements;
import io.github.tensorloupe.model.ForeignTensor;
import io.github.tensorloupe.model.StridedElements;
import io.github.tensorloupe.model.UniqueNames;
import io.github.tensorloupe.text.Sentence;

/// Collects the tensors and texts of a pickle, and finds the data of the tensors.
final class TorchTensors implements PickleWalk.Visitor {

  private static final int MAX_TENSORS = 600_000;
  private static final int MAX_TEXTS = 10_000;
  private static final long MAX_TEXT_CHARACTERS = 1 << 24;

  /// A tensor is reported as expanded if it is larger and its storage is much smaller.
  private static final long MIN_EXPANDED_BYTES = 16 << 20;

  private static final int MIN_EXPANSION = 16;

  /// The maximum number of computed bytes, in addition to twice the size of the storages.
  private static final long MAX_COMPUTED_BYTES = 64 << 20;

  /// @param name the unique name
  record NamedView(String name, View view) {}

  private final List<NamedView> views = new ArrayList<>();
  private final UniqueNames names = new UniqueNames();
  private final SequencedMap<String, String> texts = new LinkedHashMap<>();
  private final Set<String> containers = new TreeSet<>();
  private long textCharacters;
  private final Map<FindingCode, CappedFindings> findings = new TreeMap<>();
  private final ElementCache cache = new ElementCache();
  private long computedBytes = MAX_COMPUTED_BYTES;
  private int unreadCount;

  @Override
  public boolean loaded(String path, Loaded value) throws MalformedPickleException {
    if (!(value instanceof TorchTensor tensor)) {
      return false;
    }
    String name = name(path);
    switch (tensor) {
      case View view -> views.add(new NamedView(name, view));
      case Unlisted(FindingCode code, Sentence reason)
          when code == FindingCode.TENSOR_UNSUPPORTED ->
          report(code, name, "The tensor \"{0}\" cannot be represented: {1}.", name, reason);
      case Unlisted(FindingCode code, Sentence reason) ->
          report(code, name, "The tensor \"{0}\" is invalid: {1}.", name, reason);
    }
    return true;
  }

  /// Returns the unique name of the next tensor.
  ///
  /// @param path the name of its path
  String name(String path) throws MalformedPickleException {
    if (names.size() >= MAX_TENSORS) {
      throw new MalformedPickleException(
          FindingCode.PICKLE_LIMIT, Sentence.of("it has more than {0} tensors", MAX_TENSORS));
    }
    String wanted = path.isEmpty() && names.size() == 0 ? "tensor" : path;
    String name = names.add(wanted);
    if (!name.equals(wanted)) {
      report(
          FindingCode.NAME_COLLISION,
          name,
          "Another tensor has the name \"{0}\", so this tensor is listed as \"{1}\".",
          wanted,
          name);
    }
    return name;
  }

  @Override
  public void container(String name) {
    containers.add(name);
  }

  @Override
  public boolean text(String path, String text) {
    textCharacters += path.length() + text.length();
    if (textCharacters > MAX_TEXT_CHARACTERS || texts.size() >= MAX_TEXTS) {
      return false;
    }
    String name = path;
    for (int i = 2; texts.putIfAbsent(name, text) != null; i++) {
      name = path + "#" + i;
    }
    return true;
  }

  @Override
  public void cycle(String path) {
    if (!findings.containsKey(FindingCode.PICKLE_CYCLE)) {
      report(
          FindingCode.PICKLE_CYCLE,
          null,
          "A value contains itself at \"{0}\". It is not followed there.",
          path);
    }
  }

  private void report(FindingCode code, String tensor, String sentence, Object... arguments) {
    findings
        .computeIfAbsent(code, CappedFindings::new)
        .note(sentence, code, tensor, null, arguments);
  }

  List<NamedView> views() {
    return views;
  }

  /// Returns the tensors with findings.
  Map<String, FindingCode> noted() {
    SequencedMap<String, FindingCode> noted = new LinkedHashMap<>();
    findings.values().forEach(each -> each.tensors().forEach(noted::putIfAbsent));
    return noted;
  }

  /// Returns the names of the dictionaries and objects with tensors at the root.
  Set<String> containers() {
    return containers;
  }

  Metadata metadata() {
    return Metadata.of(texts);
  }

  List<Finding> findings() {
    return findings.values().stream().flatMap(each -> each.findings().stream()).toList();
  }

  /// Finds the data of the tensors.
  ///
  /// @param storages returns the data for a key, or empty if it is missing
  List<ForeignTensor> resolve(Function<String, Optional<StorageData>> storages) {
    Map<String, Optional<StorageData>> byKey = new TreeMap<>();
    for (NamedView each : views) {
      byKey.computeIfAbsent(
          each.view.storage().key(), key -> storages.apply(key).map(this::cached));
    }
    for (Optional<StorageData> data : byKey.values()) {
      long byteCount = data.map(StorageData::byteCount).orElse(0L);
      computedBytes = Saturating.sum(computedBytes, Saturating.product(2, byteCount));
    }
    Map<String, String> firstNames = new TreeMap<>();
    List<ForeignTensor> tensors = new ArrayList<>();
    for (NamedView each : views) {
      ForeignTensor tensor = resolve(each, byKey.get(each.view.storage().key()));
      String first = firstNames.putIfAbsent(each.view.identity(), each.name);
      if (first != null) {
        report(
            FindingCode.SHARED_TENSOR,
            each.name,
            "The tensor \"{0}\" has the same data as \"{1}\".",
            each.name,
            first);
      }
      tensors.add(tensor.sharing(Optional.ofNullable(first)));
    }
    if (unreadCount > 0) {
      report(
          FindingCode.SHARED_BYTES,
          null,
          "The values of {0} {0#tensor|tensors} are not read: too many tensors share the same"
              + " bytes.",
          unreadCount);
    }
    return tensors;
  }

  /// Returns the data with a cached source if it is small.
  private StorageData cached(StorageData data) {
    return ElementCache.isSmall(data.byteCount())
        ? data.withSource(data.source().map(source -> cache.cached(source, data.byteCount())))
        : data;
  }

  private ForeignTensor resolve(NamedView named, Optional<StorageData> found) {
    String name = named.name;
    View view = named.view;
    Dtype dtype = view.dtype().dtype().orElseThrow();
    TensorSpec spec = new TensorSpec(name, dtype, shape(view.shape(), dtype));
    String source = view.dtype().name();
    ForeignTensor damaged = ForeignTensor.damaged(spec, source);
    TorchStorage storage = view.storage();
    String key = storage.key();
    if (found.isEmpty()) {
      report(
          FindingCode.STORAGE_MISSING,
          name,
          "The data \"{0}\" of the tensor \"{1}\" is missing.",
          key,
          name);
      return damaged;
    }
    StorageData data = found.get();
    if (data.byteCount() != storage.byteCount()) {
      report(
          FindingCode.STORAGE_SIZE,
          name,
          "The data \"{0}\" of the tensor \"{1}\" has {2} {2#byte|bytes}: expected {3}.",
          key,
          name,
          data.byteCount(),
          storage.byteCount());
      return damaged;
    }
    if (data.isCut()) {
      report(
          FindingCode.TRUNCATED,
          name,
          "The file ends before the end of the data \"{0}\" of the tensor \"{1}\".",
          key,
          name);
      return damaged;
    }
    boolean isExpanded =
        view.byteCount() > MIN_EXPANDED_BYTES
            && view.byteCount() / MIN_EXPANSION > data.byteCount();
    if (isExpanded) {
      report(
          FindingCode.TENSOR_EXPANDED,
          name,
          view.byteCount() > computedBytes
              ? "The tensor \"{0}\" repeats {2} {2#byte|bytes} of data to {1} bytes. Its values are"
                  + " not read."
              : "The tensor \"{0}\" repeats {2} {2#byte|bytes} of data to {1} bytes.",
          name,
          view.byteCount(),
          data.byteCount());
    }
    if (data.source().isEmpty()) {
      return damaged;
    }
    boolean isSwapped = data.isBigEndian() && view.dtype().numberWidth() > 1;
    boolean isPlain =
        !isSwapped && !view.isConjugated() && !view.isNegated() && view.isContiguous();
    if (isPlain && data.fileOffset().isPresent()) {
      return ForeignTensor.direct(spec, source, data.fileOffset().getAsLong() + view.firstByte());
    }
    if (view.byteCount() > computedBytes) {
      unreadCount += isExpanded ? 0 : 1;
      return damaged;
    }
    computedBytes -= view.byteCount();
    return ForeignTensor.computed(spec, source, elements(view, data, isSwapped));
  }

  private Elements elements(View view, StorageData data, boolean isSwapped) {
    int width = view.dtype().width();
    long first = view.firstByte() / width;
    int swapped = isSwapped ? view.dtype().numberWidth() : 1;
    Elements elements =
        new StridedElements(
            data.source().orElseThrow(), view.shape(), view.strides(), first, width, swapped);
    if (data.fileOffset().isEmpty()
        && !view.isContiguous()
        && !ElementCache.isSmall(data.byteCount())) {
      elements = cache.cached(elements, view.shape().elementCount().orElseThrow(), width);
    }
    return view.isConjugated() || view.isNegated() ? negated(elements, view) : elements;
  }

  /// Flips the signs of the imaginary parts or of all numbers.
  private static Elements negated(Elements elements, View view) {
    int width = view.dtype().width();
    int numberWidth = view.dtype().numberWidth();
    return (begin, count, target) -> {
      ByteBuffer numbers = target.slice();
      elements.compute(begin, count, target);
      for (int i = 0; i < count * (width / numberWidth); i++) {
        boolean isImaginary = i % 2 == 1 && width > numberWidth;
        if (view.isNegated() ^ (view.isConjugated() && isImaginary)) {
          // The sign is in the last byte.
          int at = (i + 1) * numberWidth - 1;
          numbers.put(at, (byte) (numbers.get(at) ^ 0x80));
        }
      }
    };
  }

  private static Shape shape(Shape shape, Dtype dtype) {
    if (dtype != Dtype.F4) {
      return shape;
    }
    // An element of PyTorch has two values.
    long[] dimensions = shape.dimensions();
    dimensions[dimensions.length - 1] *= 2;
    return Shape.of(dimensions);
  }
}
