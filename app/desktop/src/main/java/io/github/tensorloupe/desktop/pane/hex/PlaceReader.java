package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Result.Place;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Result.Refused;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Reads typed places.
///
/// - `4096`, `1,048,576`, `0x1000`, `64k`: a file offset
/// - `+0x40`, `-1k`: from the caret on or back
/// - `data+0x100`: in the data buffer; `end-16`: back from the end of the file
/// - `37.5%`: a share of the file
/// - `name`: a tensor by its name, or by a beginning or a piece that no other name has
/// - `[12, 803]`, `#1234`: an element of the selected tensor, by its indices or its number;
///   `name[12, 803]`, `name#1234`: of another one
///
/// @param checkpoint whose tensors may be named
/// @param file whose offsets are meant
/// @param caret file offset of the byte the caret is on
/// @param tensor the selected tensor, whose elements are meant where no tensor is named
record PlaceReader(
    Checkpoint checkpoint,
    TensorFile file,
    long caret,
    Optional<TensorRef> tensor,
    Messages messages) {

  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:[.,]\\d{1,9})?)\\s*%");
  private static final Pattern FROM_BASE =
      Pattern.compile("(data|end|)\\s*([+-])\\s*(.+)", Pattern.CASE_INSENSITIVE);
  private static final Pattern ELEMENT =
      Pattern.compile(
          "(?<name>.*?)\\s*(?:\\[(?<indices>[^\\[\\]]*)]|#(?<number>[^#]+))", Pattern.DOTALL);
  private static final Pattern AMOUNT =
      Pattern.compile("0x(?<hex>[0-9a-f]+)|(?<number>[0-9]+)(?<unit>[kmgt]?)");
  private static final Pattern SEPARATORS = Pattern.compile("[\\s,_'\\u00a0\\u202f]");
  private static final int BITS_PER_UNIT = 10;
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  sealed interface Result {

    /// A byte of a file.
    ///
    /// @param file of the open checkpoint
    /// @param byteOffset file offset, inside the file
    /// @param tensor the tensor that was named, if one was
    record Place(TensorFile file, long byteOffset, Optional<TensorRef> tensor) implements Result {}

    /// No place.
    ///
    /// @param sentence what was expected and what was found
    record Refused(String sentence) implements Result {}
  }

  /// The reader at the caret; empty where no file is open.
  static Optional<PlaceReader> of(Selection selection, Messages messages) {
    Optional<OpenDocument> document = selection.openDocument();
    return selection
        .caretProperty()
        .get()
        .filter(_ -> document.isPresent())
        .map(
            caret ->
                new PlaceReader(
                    document.get().checkpoint(),
                    caret.file(),
                    caret.byteOffset(),
                    selection.tensorProperty().get(),
                    messages));
  }

  Result read(String typed) {
    String text = typed.strip().replace('−', '-');
    if (text.isEmpty()) {
      return refused("hex.place.empty");
    }
    OptionalLong offset = amount(text);
    if (offset.isPresent()) {
      return Long.compareUnsigned(offset.getAsLong(), length()) < 0
          ? place(offset.getAsLong())
          : beyond();
    }
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      return share(new BigDecimal(percent.group(1).replace(',', '.')));
    }
    return fromBase(text).orElseGet(() -> element(text));
  }

  private long length() {
    return file.bytes().length();
  }

  private Place place(long byteOffset) {
    return new Place(file, byteOffset, Optional.empty());
  }

  private Refused refused(String key, Object... arguments) {
    return new Refused(messages.text(key, arguments));
  }

  private Refused beyond() {
    return refused("hex.place.beyond", messages.exactBytes(length()));
  }

  private Result share(BigDecimal percent) {
    if (percent.compareTo(HUNDRED) > 0 || length() == 0) {
      return refused("hex.place.percent");
    }
    BigDecimal bytes =
        percent.multiply(BigDecimal.valueOf(length())).divideToIntegralValue(HUNDRED);
    return place(Math.min(bytes.longValue(), length() - 1));
  }

  /// A step from the caret, from the beginning of the data buffer or from the end of the file;
  /// empty where the text says nothing of that sort.
  private Optional<Result> fromBase(String text) {
    Matcher matcher = FROM_BASE.matcher(text);
    OptionalLong amount = matcher.matches() ? amount(matcher.group(3)) : OptionalLong.empty();
    if (amount.isEmpty()) {
      return Optional.empty();
    }
    BigInteger bytes = new BigInteger(Long.toUnsignedString(amount.getAsLong()));
    BigInteger step = matcher.group(2).equals("+") ? bytes : bytes.negate();
    return Optional.of(
        switch (matcher.group(1).toLowerCase(Locale.ROOT)) {
          case "data" -> inDataBuffer(step);
          case "end" -> step(length(), step);
          default -> step(caret, step);
        });
  }

  private Result inDataBuffer(BigInteger step) {
    OptionalLong dataStart = file.reading().dataStart();
    long dataLength = file.dataLength().orElse(0);
    if (dataStart.isEmpty()) {
      return refused("hex.place.no-data");
    }
    return step.signum() >= 0 && step.compareTo(BigInteger.valueOf(dataLength)) < 0
        ? place(dataStart.getAsLong() + step.longValue())
        : refused("hex.place.beyond-data", messages.exactBytes(dataLength));
  }

  private Result step(long base, BigInteger step) {
    BigInteger target = BigInteger.valueOf(base).add(step);
    if (target.signum() < 0) {
      return refused("hex.place.before", messages.count(base));
    }
    return target.compareTo(BigInteger.valueOf(length())) < 0
        ? place(target.longValue())
        : beyond();
  }

  /// The name of a tensor, of an element, or of both.
  private Result element(String text) {
    // A name may end as if it named an element.
    Matcher matcher = ELEMENT.matcher(text);
    if (checkpoint.tensor(text).isPresent() || !matcher.matches()) {
      return named(text, meant -> element(meant, 0));
    }
    String indices = matcher.group("indices");
    Function<TensorRef, Result> read =
        meant ->
            indices == null ? numbered(meant, matcher.group("number")) : indexed(meant, indices);
    return matcher.group("name").isEmpty()
        ? tensor.map(read).orElseGet(() -> refused("hex.place.no-tensor"))
        : named(matcher.group("name"), read);
  }

  private Result named(String name, Function<TensorRef, Result> element) {
    Optional<TensorRef> exact = checkpoint.tensor(name);
    if (exact.isPresent()) {
      return element.apply(exact.get());
    }
    List<TensorRef> meant = tensors(other -> other.startsWith(name));
    if (meant.size() != 1) {
      List<TensorRef> holding = tensors(other -> other.contains(name));
      meant = meant.isEmpty() || holding.size() == 1 ? holding : meant;
    }
    return switch (meant.size()) {
      case 0 -> refused("hex.place.unknown", DisplayText.of(name));
      case 1 -> element.apply(meant.getFirst());
      default ->
          refused(
              "hex.place.several",
              DisplayText.of(name),
              messages.count(meant.size()),
              nameOf(meant.get(0)),
              nameOf(meant.get(1)));
    };
  }

  private List<TensorRef> tensors(Predicate<String> names) {
    return checkpoint.tensors().stream().filter(other -> names.test(other.info().name())).toList();
  }

  private static String nameOf(TensorRef tensor) {
    return DisplayText.of(tensor.info().name());
  }

  private Result numbered(TensorRef meant, String typed) {
    OptionalLong number = amount(typed);
    return number.isPresent()
        ? element(meant, number.getAsLong())
        : refused("hex.place.no-number", DisplayText.of(typed));
  }

  private Result indexed(TensorRef meant, String typed) {
    Shape shape = meant.info().shape();
    String[] texts = typed.isBlank() ? new String[0] : typed.split(",", -1);
    if (texts.length != shape.rank()) {
      return refused(
          "hex.place.rank", nameOf(meant), shape.rank(), texts.length, messages.shape(shape));
    }
    long elementIndex = 0;
    for (int axis = 0; axis < texts.length; axis++) {
      String text = DisplayText.of(texts[axis].strip());
      OptionalLong index = amount(texts[axis]);
      if (index.isEmpty()) {
        return refused("hex.place.no-number", text);
      }
      if (Long.compareUnsigned(index.getAsLong(), shape.dimension(axis)) >= 0) {
        return refused("hex.place.beyond-axis", text, axis, nameOf(meant), messages.shape(shape));
      }
      elementIndex = elementIndex * shape.dimension(axis) + index.getAsLong();
    }
    return element(meant, elementIndex);
  }

  private Result element(TensorRef meant, long elementIndex) {
    OptionalLong elementCount = meant.info().shape().elementCount();
    if (elementIndex != 0
        && elementCount.isPresent()
        && Long.compareUnsigned(elementIndex, elementCount.getAsLong()) >= 0) {
      return refused(
          "hex.place.beyond-tensor",
          Long.toUnsignedString(elementIndex),
          nameOf(meant),
          messages.count(elementCount.getAsLong()));
    }
    ByteRange bytes = meant.data().map(TensorData::range).orElse(new ByteRange(0, 0));
    if (bytes.byteCount() == 0) {
      return refused("hex.place.no-bytes", nameOf(meant));
    }
    long inTensor = new ElementPosition(meant.info(), elementIndex).byteOffset();
    return Long.compareUnsigned(inTensor, bytes.byteCount()) < 0
        ? new Place(meant.file(), bytes.begin() + inTensor, Optional.of(meant))
        : refused(
            "hex.place.missing",
            Long.toUnsignedString(elementIndex),
            nameOf(meant),
            messages.exactBytes(bytes.byteCount()));
  }

  /// The number that a text names: decimal, or hexadecimal after `0x`; spaces, commas, underscores
  /// and apostrophes between digits are skipped. Behind a decimal number `k`, `m`, `g` and `t`
  /// stand for powers of 1024.
  ///
  /// @return unsigned, so that a number beyond every file is told from a text that is none; empty
  ///   where the text is no number or leaves 64 bits
  static OptionalLong amount(String text) {
    Matcher matcher =
        AMOUNT.matcher(SEPARATORS.matcher(text).replaceAll("").toLowerCase(Locale.ROOT));
    if (!matcher.matches()) {
      return OptionalLong.empty();
    }
    String hexadecimal = matcher.group("hex");
    try {
      if (hexadecimal != null) {
        return OptionalLong.of(Long.parseUnsignedLong(hexadecimal, 16));
      }
      long value = Long.parseUnsignedLong(matcher.group("number"));
      String unit = matcher.group("unit");
      int shift = unit.isEmpty() ? 0 : ("kmgt".indexOf(unit) + 1) * BITS_PER_UNIT;
      return value << shift >>> shift == value
          ? OptionalLong.of(value << shift)
          : OptionalLong.empty();
    } catch (NumberFormatException e) {
      return OptionalLong.empty();
    }
  }
}
