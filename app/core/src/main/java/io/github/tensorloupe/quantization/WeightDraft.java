package io.github.tensorloupe.quantization;

import module java.base;

import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.quantization.Grid.Groups;
import io.github.tensorloupe.text.Sentence;

/// A builder of a quantized weight. For one thread.
final class WeightDraft {

  private static final Set<Dtype> FLOATS = EnumSet.of(Dtype.F32, Dtype.BF16, Dtype.F16);

  /// The maximum number of elements of a row, a group index or a nested scale in memory.
  static final long MAX_NUMBERS = 1 << 24;

  final Scheme scheme;
  private final String name;
  final TensorRef codes;
  private final Map<Role, TensorRef> parts = new EnumMap<>(Role.class);
  private final List<Finding> findings = new ArrayList<>();
  final int bits;
  private OptionalLong groupSize = OptionalLong.empty();
  private Optional<Shape> shape = Optional.empty();

  /// The file that determines the layout, if shapes are ambiguous.
  private Optional<String> configuration = Optional.empty();

  /// True if a part is missing or inconsistent.
  private boolean hasNoValues;

  WeightDraft(Scheme scheme, String name, TensorRef codes, int bits) {
    this.scheme = scheme;
    this.name = name;
    this.codes = codes;
    this.bits = bits;
    parts.put(Role.CODES, codes);
  }

  WeightDraft as(Scheme other) {
    WeightDraft draft = new WeightDraft(other, name, codes, bits);
    draft.parts.putAll(parts);
    draft.findings.addAll(findings);
    draft.groupSize = groupSize;
    draft.shape = shape;
    draft.configuration = configuration;
    draft.hasNoValues = hasNoValues;
    return draft;
  }

  OptionalLong groupSize() {
    return groupSize;
  }

  /// Sets the group size of the configuration, which determines expected shapes.
  void setGroupSize(QuantizationConfig config, OptionalLong size) {
    groupSize = size;
    configuration = config.file();
  }

  /// Sets the group size of the configuration, or else computes it from the number of groups.
  void setGroupSize(QuantizationConfig config, String module, long columns, long groups) {
    if (config.namesGroups(module)) {
      setGroupSize(config, config.groupSize(module));
    } else if (groups > 1) {
      setGroupSize(Math.ceilDiv(columns, groups));
    }
  }

  void setGroupSize(long size) {
    groupSize = OptionalLong.of(size);
  }

  void setShape(Shape known) {
    shape = Optional.of(known);
  }

  void setShape(long... dimensions) {
    setShape(Shape.of(dimensions));
  }

  Shape shape() {
    return shape.orElseThrow();
  }

  void add(Role role, Optional<TensorRef> part) {
    part.ifPresent(tensor -> parts.put(role, tensor));
  }

  boolean has(Role role) {
    return parts.containsKey(role);
  }

  TensorRef part(Role role) {
    return parts.get(role);
  }

  TensorData data(Role role) {
    return parts.get(role).data().orElseThrow();
  }

  /// Returns a dimension of a part, counted from the last; 1 if it has fewer dimensions.
  long dimension(Role role, int fromLast) {
    Shape of = parts.get(role).info().shape();
    return fromLast > of.rank() ? 1 : of.dimension(of.rank() - fromLast);
  }

  /// Adds a part that is required to compute values.
  void require(Role role, Optional<TensorRef> part, String expected) {
    add(role, part);
    if (part.isEmpty()) {
      hasNoValues = true;
      addFinding(
          FindingCode.SCALE_MISSING,
          codes,
          Sentence.of(
              "{0} is quantized ({1}), but its scale {2} is missing: loaders fail, or compute with"
                  + " unscaled codes, which are wrong by orders of magnitude. Download the"
                  + " checkpoint again, or convert it again.",
              shown(codes), scheme.label(), DisplayText.of(expected)));
    }
  }

  /// Adds zero points, which may be missing unless they are required.
  void addZero(SchemeContext around, String zeroName, boolean isRequired) {
    Optional<TensorRef> zero = around.tensor(zeroName);
    if (isRequired) {
      requireZero(Role.ZERO, zero, zeroName);
    } else {
      add(Role.ZERO, zero);
    }
  }

  void requireZero(Role role, Optional<TensorRef> part, String expected) {
    add(role, part);
    if (part.isEmpty()) {
      hasNoValues = true;
      addFinding(
          FindingCode.ZERO_POINT_MISSING,
          codes,
          Sentence.of(
              "{0} is quantized ({1}) with zero points, but {2} is missing: loaders fail, or shift"
                  + " every weight. Download the checkpoint again, or convert it again.",
              shown(codes), scheme.label(), DisplayText.of(expected)));
    }
  }

  void requireDtype(Role role, Set<Dtype> allowed) {
    if (has(role) && !allowed.contains(part(role).info().dtype())) {
      addFinding(
          FindingCode.SCALE_DTYPE,
          part(role),
          Sentence.of(
              "{0} is {1}, which is not a dtype of {2} scales (expected {3}): loaders read wrong"
                  + " numbers, or fail. Convert the checkpoint again.",
              shown(part(role)),
              part(role).info().dtype(),
              scheme.label(),
              allowed.stream().map(Dtype::name).collect(Collectors.joining(", "))));
    }
  }

  void requireFloat(Role role) {
    requireDtype(role, FLOATS);
  }

  void requireWords(Role role) {
    requireDtype(role, EnumSet.of(Dtype.I32));
    hasNoValues |= has(role) && dtype(role) != Dtype.I32;
  }

  void requireSingle(Role role) {
    if (has(role) && elementCount(role) != 1) {
      wrongShape(role, Shape.SCALAR.toString());
    }
  }

  /// Checks the shape of a part, if it exists.
  void requireShape(Role role, long... expected) {
    if (has(role) && !part(role).info().shape().equals(Shape.of(expected))) {
      wrongShape(role, Shape.of(expected).toString());
    }
  }

  void wrongShape(Role role, String expected) {
    hasNoValues = true;
    addFinding(
        FindingCode.SCALE_SHAPE,
        part(role),
        Sentence.of(
            "{0} has the shape {1}, which does not fit {2} of shape {3} (expected {4}): loaders"
                + " fail, or apply scales to the wrong weights. {5}",
            shown(part(role)),
            part(role).info().shape(),
            shown(codes),
            codes.info().shape(),
            expected,
            advice()));
  }

  private Sentence advice() {
    return configuration.isEmpty()
        ? Sentence.of("Convert the checkpoint again.")
        : Sentence.of(
            "Either the tensor or {0} is wrong: compare both with the original.",
            configuration.get());
  }

  void wrongCodes(String expected) {
    hasNoValues = true;
    addFinding(
        FindingCode.CODE_SHAPE,
        codes,
        Sentence.of(
            "{0} has the shape {1}, which contradicts the other tensors of this weight (expected"
                + " {2}): loaders fail, or misplace weights. {3}",
            shown(codes), codes.info().shape(), expected, advice()));
    shape = Optional.empty();
  }

  void wrongDtype(String named) {
    addFinding(
        FindingCode.CODE_DTYPE,
        codes,
        Sentence.of(
            "{0} is {1}, but its declared format is {2}: loaders that use the declaration read"
                + " wrong numbers. Compare the declaration and the tensor with the original.",
            shown(codes), codes.info().dtype(), DisplayText.of(named)));
  }

  void wrongGroups(Sentence problem) {
    hasNoValues = true;
    addFinding(
        FindingCode.GROUP_INDEX,
        part(Role.GROUP_INDEX),
        Sentence.of(
            "{0} does not assign the columns of {1} to groups: {2}. Loaders fail, or read scales of"
                + " other tensors. {3}",
            shown(part(Role.GROUP_INDEX)), shown(codes), problem, advice()));
  }

  void cannotDecode() {
    hasNoValues = true;
  }

  void addFinding(FindingCode code, TensorRef at, Sentence sentence) {
    findings.add(finding(code, at, sentence));
  }

  static Finding finding(FindingCode code, TensorRef at, Sentence sentence) {
    return new Finding(
        code, sentence, Optional.of(at.info().name()), at.data().map(TensorData::range));
  }

  static String shown(TensorRef tensor) {
    return DisplayText.of(tensor.info().name());
  }

  Grid.Opening grid(Role role, Groups rows, Groups columns, long width) {
    return grid(role, ElementType.of(dtype(role)), rows, columns, width);
  }

  Optional<Grid.Opening> optionalGrid(Role role, Groups rows, Groups columns, long width) {
    return has(role) ? Optional.of(grid(role, rows, columns, width)) : Optional.empty();
  }

  /// @param type the type of the numbers
  Grid.Opening grid(Role role, ElementType type, Groups rows, Groups columns, long width) {
    return grid(bytes -> new Numbers.Plain(bytes, type, width), role, rows, columns, width);
  }

  Grid.Opening grid(
      Function<PartBytes, Numbers> numbers, Role role, Groups rows, Groups columns, long width) {
    TensorData data = data(role);
    hasNoValues |= width < 0 || width > MAX_NUMBERS;
    return () -> new Grid(numbers.apply(new PartBytes(data)), rows, columns, width);
  }

  Codes.Opening codes(Function<PartBytes, Codes> layout) {
    TensorData data = data(Role.CODES);
    return () -> layout.apply(new PartBytes(data));
  }

  Codes.Opening rows(long rowBytes) {
    return codes(bytes -> new Codes.Rows(bytes, rowBytes, bits));
  }

  Codes.Opening rows(long rowBytes, int[] order) {
    return codes(bytes -> new Codes.Rows(bytes, rowBytes, bits, 0, order));
  }

  Decoding decoding(long columns, Codes.Opening layout, Decoding.Table table, Grid.Opening scale) {
    return new Decoding(shape(), rowCount(columns), columns, layout, table, scale);
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

  /// Returns true if no fault was found so far.
  boolean mayHaveValues() {
    return !hasNoValues
        && parts.values().stream()
            .allMatch(part -> part.data().filter(TensorData::isComplete).isPresent())
        && parts.keySet().stream()
            .filter(Role::holdsNumbers)
            .allMatch(role -> Numbers.Plain.areReadable(dtype(role)))
        && shape.stream().flatMap(it -> it.elementCount().stream().boxed()).anyMatch(it -> it >= 0);
  }

  QuantizedWeight weight() {
    return weight(Optional.empty());
  }

  /// @param how called only if no fault was found
  QuantizedWeight weight(Supplier<Decoding> how) {
    return weight(mayHaveValues() ? Optional.of(how.get()) : Optional.empty());
  }

  QuantizedWeight weight(Optional<Decoding> decoding) {
    return new QuantizedWeight(
        name,
        scheme,
        bits,
        groupSize,
        shape,
        parts,
        findings,
        decoding.filter(_ -> mayHaveValues()));
  }
}
