package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.IoSupplier;

/// A builder of a quantized weight. Not thread-safe.
final class WeightDraft {

  private static final Set<Dtype> FLOATS = EnumSet.of(Dtype.F32, Dtype.BF16, Dtype.F16);

  /// The maximum number of elements held in memory of a row, a group index or a nested scale.
  static final long MAX_NUMBERS = 1 << 24;

  final TensorRef codes;
  final int bits;
  final String name;
  Scheme scheme;

  /// See [QuantizedWeight#variant].
  String variant = "";

  private final SchemeContext context;
  private final Map<Role, TensorRef> parts = new EnumMap<>(Role.class);
  private final List<TensorRef> others = new ArrayList<>();
  private final List<Finding> findings = new ArrayList<>();
  OptionalLong groupSize = OptionalLong.empty();
  private Optional<Shape> shape = Optional.empty();
  private Optional<Decoding> decoding = Optional.empty();

  /// The file that determines the layout if the shapes are ambiguous.
  private Optional<String> configuration = Optional.empty();

  private boolean isIncomplete;

  WeightDraft(SchemeContext context, Scheme scheme, String name, TensorRef codes, long bits) {
    this.context = context;
    this.scheme = scheme;
    this.name = name;
    this.codes = codes;
    this.bits = Math.clamp(bits, 1, Byte.SIZE);
    parts.put(Role.CODES, codes);
  }

  void setConfiguredGroupSize(OptionalLong size) {
    groupSize = size;
    configuration = context.config().file();
  }

  /// Without a configured size, derives it from the number of groups.
  void setGroupSize(String module, long columns, long groups) {
    if (context.config().namesGroups(module)) {
      setConfiguredGroupSize(context.config().groupSize(module));
    } else if (groups > 1) {
      setGroupSize(Math.ceilDiv(columns, groups));
    }
  }

  void setGroupSize(long size) {
    groupSize = OptionalLong.of(size);
  }

  void setShape(long... dimensions) {
    shape = Optional.of(Shape.of(dimensions));
  }

  Shape shape() {
    return shape.orElseThrow();
  }

  void add(Role role, String tensorName) {
    add(role, context.tensor(tensorName));
  }

  void add(Role role, Optional<TensorRef> part) {
    part.ifPresent(tensor -> parts.put(role, tensor));
  }

  /// Adds existing tensors of a module that have no role in decoding.
  void addOthers(String module, String... suffixes) {
    for (String suffix : suffixes) {
      context.tensor(module + suffix).ifPresent(others::add);
    }
  }

  boolean has(Role role) {
    return parts.containsKey(role);
  }

  /// Returns a part, or the codes as a placeholder if it is missing.
  TensorRef part(Role role) {
    return parts.getOrDefault(role, codes);
  }

  Optional<TensorData> data(Role role) {
    return Optional.ofNullable(parts.get(role)).flatMap(TensorRef::data);
  }

  /// @param fromLast counted from 1; missing dimensions are 1
  long dimension(Role role, int fromLast) {
    Shape of = part(role).info().shape();
    return fromLast > of.rank() ? 1 : of.dimension(of.rank() - fromLast);
  }

  void require(Role role, String expected) {
    requireOrAddFinding(
        FindingCode.SCALE_MISSING,
        role,
        expected,
        "{0} is quantized ({1}), but its scale {2} is missing: loaders fail, or compute with"
            + " unscaled codes, which are wrong by orders of magnitude. Look for it in the"
            + " original, or in another file of the set.");
  }

  void requireZero(Role role, String expected) {
    requireOrAddFinding(
        FindingCode.ZERO_POINT_MISSING,
        role,
        expected,
        "{0} is quantized ({1}) with zero points, but {2} is missing: loaders fail, or shift"
            + " every weight. Look for it in the original, or in another file of the set.");
  }

  private void requireOrAddFinding(FindingCode code, Role role, String expected, String key) {
    context.tensor(expected).ifPresent(tensor -> parts.putIfAbsent(role, tensor));
    if (!has(role)) {
      isIncomplete = true;
      addFinding(code, codes, key, scheme.label(), DisplayText.of(expected));
    }
  }

  void addZero(String module, String zeroName) {
    if (context.config().isAsymmetric(module)) {
      requireZero(Role.ZERO, zeroName);
    } else {
      add(Role.ZERO, zeroName);
    }
  }

  void requireDtype(Role role, Set<Dtype> allowed) {
    if (has(role) && !allowed.contains(part(role).info().dtype())) {
      addFinding(
          FindingCode.SCALE_DTYPE,
          part(role),
          "{0} is {1}, which is not a dtype of {2} scales (expected {3}): loaders read wrong"
              + " numbers, or fail. Compare the tensor with the original.",
          part(role).info().dtype(),
          scheme.label(),
          allowed.stream().map(Dtype::name).collect(Collectors.joining(", ")));
    }
  }

  void requireFloat(Role role) {
    requireDtype(role, FLOATS);
  }

  void requireWords(Role role) {
    requireDtype(role, EnumSet.of(Dtype.I32));
    isIncomplete |= has(role) && dtype(role) != Dtype.I32;
  }

  void requireSingle(Role role) {
    if (has(role) && elementCount(role) != 1) {
      wrongShape(role, Shape.SCALAR.toString());
    }
  }

  void requireShape(Role role, long... expected) {
    if (has(role) && !part(role).info().shape().equals(Shape.of(expected))) {
      wrongShape(role, Shape.of(expected).toString());
    }
  }

  void wrongShape(Role role, String expected) {
    isIncomplete = true;
    addFinding(
        FindingCode.SCALE_SHAPE,
        part(role),
        "{0} has the shape {1}, which does not fit {2} of shape {3} (expected {4}): loaders"
            + " fail, or apply scales to the wrong weights. {5}",
        part(role).info().shape(),
        shown(codes),
        codes.info().shape(),
        expected,
        advice());
  }

  private Sentence advice() {
    return configuration.isEmpty()
        ? Sentence.of("Compare both tensors with the original.")
        : Sentence.of(
            "Either the tensor or {0} is wrong: compare both with the original.",
            configuration.get());
  }

  void wrongCodes(String expected) {
    isIncomplete = true;
    addFinding(
        FindingCode.CODE_SHAPE,
        codes,
        "{0} has the shape {1}, which contradicts the other tensors of this weight (expected"
            + " {2}): loaders fail, or misplace weights. {3}",
        codes.info().shape(),
        expected,
        advice());
    shape = Optional.empty();
  }

  void wrongDtype(String named) {
    addFinding(
        FindingCode.CODE_DTYPE,
        codes,
        "{0} is {1}, but its declared format is {2}: loaders that use the declaration read"
            + " wrong numbers. Compare the declaration and the tensor with the original.",
        codes.info().dtype(),
        DisplayText.of(named));
  }

  /// @param allowsUngrouped true if an entry of −1 denotes consecutive groups
  Groups columnGroups(long size, long columns, long groups, boolean allowsUngrouped)
      throws IOException {
    Groups consecutive = Groups.of(size);
    if (!has(Role.GROUP_INDEX) || !mayHaveValues()) {
      return consecutive;
    }
    long count = elementCount(Role.GROUP_INDEX);
    if (count != columns) {
      wrongGroups(Sentence.of("it has {0} entries for {1} columns", count, columns));
      return consecutive;
    }
    Optional<long[]> groupIndexes =
        Numbers.integers(Optional.of(part(Role.GROUP_INDEX)), MAX_NUMBERS);
    long[] entries = groupIndexes.orElse(new long[0]);
    isIncomplete |= groupIndexes.isEmpty();
    if (groupIndexes.isEmpty()
        || allowsUngrouped && Arrays.stream(entries).anyMatch(index -> index == -1)) {
      return consecutive;
    }
    if (groups > 1 && columns > size && Arrays.stream(entries).allMatch(index -> index == 0)) {
      // Older programs leave the index zero if the columns are not reordered.
      Finding unused =
          finding(
              FindingCode.GROUP_INDEX,
              part(Role.GROUP_INDEX),
              "{0} is 0 for all columns, although the weight has {1} groups: the columns are read"
                  + " as consecutive groups, as by exllamav2, and by vLLM unless desc_act is true."
                  + " The PyTorch kernels of GPTQModel and AutoGPTQ apply the first scale to all"
                  + " columns.",
              groups);
      findings.add(unused.withConcern(Severity.INFO));
      return consecutive;
    }
    for (int i = 0; i < entries.length; i++) {
      if (entries[i] < 0 || entries[i] >= groups) {
        String entry = String.valueOf(entries[i]);
        wrongGroups(Sentence.of("entry {0} is {1}, and there are {2} groups", i, entry, groups));
        return consecutive;
      }
    }
    return Groups.of(Arrays.stream(entries).mapToInt(Math::toIntExact).toArray());
  }

  private void wrongGroups(Sentence problem) {
    isIncomplete = true;
    addFinding(
        FindingCode.GROUP_INDEX,
        part(Role.GROUP_INDEX),
        "{0} does not assign the columns of {1} to groups: {2}. Loaders fail, or read scales of"
            + " other tensors. {3}",
        shown(codes),
        problem,
        advice());
  }

  void cannotDecode() {
    isIncomplete = true;
  }

  /// @param key the message, in which `{0}` is the name of the part
  void addFinding(FindingCode code, TensorRef part, String key, Object... more) {
    findings.add(finding(code, part, key, more));
  }

  static Finding finding(FindingCode code, TensorRef part, String key, Object... more) {
    List<Object> arguments = new ArrayList<>(List.of(shown(part)));
    arguments.addAll(List.of(more));
    Optional<String> name = Optional.of(part.info().name());
    return new Finding(
        code, new Sentence(key, arguments), name, part.data().map(TensorData::range));
  }

  static String shown(TensorRef tensor) {
    return DisplayText.of(tensor.info().name());
  }

  Grid grid(Role role, Groups rows, Groups columns, long width) {
    return grid(role, new Numbers.Plain(ElementType.of(dtype(role)), width), rows, columns, width);
  }

  private Optional<Grid> optionalGrid(Role role, Groups rows, Groups columns, long width) {
    return has(role) ? Optional.of(grid(role, rows, columns, width)) : Optional.empty();
  }

  Grid grid(Role role, Numbers numbers, Groups rows, Groups columns, long width) {
    isIncomplete |= width < 0 || width > MAX_NUMBERS;
    return new Grid(part(role), () -> numbers, rows, columns, width);
  }

  Decoding decode(long columns, Codes layout, IoSupplier<double[]> table, Grid scale) {
    Shape known = shape.orElse(Shape.SCALAR);
    Decoding result = new Decoding(known, columns, codes, layout, table, scale);
    decoding = Optional.of(result);
    return result;
  }

  /// Decodes with scales, zero points and biases that are stored as matrices of numbers.
  Decoding decode(
      long columns, Codes layout, IoSupplier<double[]> table, Groups rows, Groups across) {
    long width = across.count(columns);
    Decoding decoding = decode(columns, layout, table, grid(Role.SCALE, rows, across, width));
    decoding.zero = optionalGrid(Role.ZERO, rows, across, width);
    decoding.bias = optionalGrid(Role.BIAS, rows, across, width);
    return decoding;
  }

  /// Decodes floats of 4 bits, or codes of the stored dtype, packed along rows without padding.
  Decoding decode(long columns, Grid scale) {
    return decode(columns, dense(columns), numbers(), scale);
  }

  Decoding decode(long columns, Groups rows, Groups across) {
    return decode(columns, dense(columns), numbers(), rows, across);
  }

  Codes dense(long columns) {
    return new Codes.Rows(columns * bits / Byte.SIZE, bits);
  }

  private IoSupplier<double[]> numbers() {
    return Decoding.table(bits == 4 ? Dtype.F4 : dtype(Role.CODES));
  }

  long rowCount(long columns) {
    return Math.ceilDiv(shape().elementCount().orElse(0), Math.max(1, columns));
  }

  Dtype dtype(Role role) {
    return part(role).info().dtype();
  }

  long elementCount(Role role) {
    return part(role).info().shape().elementCount().orElse(-1);
  }

  boolean mayHaveValues() {
    for (Role role : parts.keySet()) {
      boolean isComplete = QuantizedWeight.wholeData(part(role)).isPresent();
      if (!isComplete || role.holdsNumbers() && !Numbers.areReadable(dtype(role))) {
        return false;
      }
    }
    return !isIncomplete && shape.isPresent() && shape.get().elementCount().orElse(-1) >= 0;
  }

  QuantizedWeight weight() {
    return weight(bits);
  }

  /// @param width the mean width of the codes, or NaN if unknown
  QuantizedWeight weight(double width) {
    String module = SchemeRule.withoutSuffix(name, ".weight").orElse(name);
    context.config().rotation(module).ifPresent(this::rotate);
    Optional<WeightValues> values = decoding.filter(_ -> mayHaveValues()).map(each -> each);
    return new QuantizedWeight(
        name, scheme, variant, width, groupSize, shape, parts, others, findings, values);
  }

  /// Rotates values back. Without this, a rotated weight has no values.
  private void rotate(long size) {
    variant = (variant + " ConvRot " + size).strip();
    decoding =
        decoding.filter(
            method -> scheme == Scheme.INT8 && Rotation.isPossible(size, method.columns));
    decoding.ifPresent(method -> method.rotation = Optional.of(new Rotation((int) size)));
  }
}
