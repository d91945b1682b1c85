package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Result.Place;
import io.github.tensorloupe.desktop.pane.hex.PlaceReader.Result.Refused;
import io.github.tensorloupe.desktop.selection.OpenDocument;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Reads typed places. Immutable.
///
/// - `4096`, `1,048,576`, `0x1000`, `64k`: a file offset
/// - `+0x40`, `-1k`: from the caret on or back
/// - `data+0x100`: in the data buffer; `end-16`: back from the end of the file
/// - `37.5%`: a share of the file
/// - `name`: a tensor by its name, or by a beginning or a piece that no other name has
/// - `[12, 803]`, `#1234`: an element of the selected tensor, by its indices or its number;
///   `name[12, 803]`, `name#1234`: of another one
public final class PlaceReader {

  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:[.,]\\d{1,9})?)\\s*%");
  private static final Pattern FROM_BASE =
      Pattern.compile("(data|end|)\\s*([+-])\\s*(.+)", Pattern.CASE_INSENSITIVE);
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final Messages messages;

  public PlaceReader(Messages messages) {
    this.messages = messages;
  }

  /// Reads a place.
  public Result read(String typed, Origin from) {
    String text = typed.strip().replace('−', '-');
    if (text.isEmpty()) {
      return refused("hex.place.empty");
    }
    OptionalLong offset = Amount.parse(text);
    if (offset.isPresent()) {
      return absolute(offset.getAsLong(), from);
    }
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      return share(new BigDecimal(percent.group(1).replace(',', '.')), from);
    }
    return fromBase(text, from).orElseGet(() -> new TensorPlace(messages, from).read(text));
  }

  private Result absolute(long byteOffset, Origin from) {
    long length = from.file().bytes().length();
    return Long.compareUnsigned(byteOffset, length) < 0
        ? place(byteOffset, from)
        : refused("hex.place.beyond", messages.exactBytes(length));
  }

  private static Result place(long byteOffset, Origin from) {
    return new Place(from.file(), byteOffset, Optional.empty());
  }

  private Result share(BigDecimal percent, Origin from) {
    long length = from.file().bytes().length();
    if (percent.compareTo(HUNDRED) > 0 || length == 0) {
      return refused("hex.place.percent");
    }
    BigDecimal bytes = percent.multiply(BigDecimal.valueOf(length)).divideToIntegralValue(HUNDRED);
    return place(Math.min(bytes.longValue(), length - 1), from);
  }

  /// A step from the caret, from the beginning of the data buffer or from the end of the file;
  /// empty where the text says nothing of that sort.
  private Optional<Result> fromBase(String text, Origin from) {
    Matcher matcher = FROM_BASE.matcher(text);
    if (!matcher.matches()) {
      return Optional.empty();
    }
    OptionalLong amount = Amount.parse(matcher.group(3));
    if (amount.isEmpty()) {
      return Optional.empty();
    }
    BigInteger bytes = new BigInteger(Long.toUnsignedString(amount.getAsLong()));
    BigInteger step = matcher.group(2).equals("+") ? bytes : bytes.negate();
    long length = from.file().bytes().length();
    return Optional.of(
        switch (matcher.group(1).toLowerCase(Locale.ROOT)) {
          case "data" -> inDataBuffer(step, from);
          case "end" -> step(length, step, length, from);
          default -> step(from.caret(), step, length, from);
        });
  }

  private Result inDataBuffer(BigInteger step, Origin from) {
    OptionalLong dataStart = from.file().reading().dataStart();
    long dataLength = from.file().dataLength().orElse(0);
    if (dataStart.isEmpty()) {
      return refused("hex.place.no-data");
    }
    return step.signum() >= 0 && step.compareTo(BigInteger.valueOf(dataLength)) < 0
        ? place(dataStart.getAsLong() + step.longValue(), from)
        : refused("hex.place.beyond-data", messages.exactBytes(dataLength));
  }

  private Result step(long base, BigInteger step, long length, Origin from) {
    BigInteger target = BigInteger.valueOf(base).add(step);
    if (target.signum() < 0) {
      return refused("hex.place.before", Figures.count(base));
    }
    return target.compareTo(BigInteger.valueOf(length)) < 0
        ? place(target.longValue(), from)
        : refused("hex.place.beyond", messages.exactBytes(length));
  }

  private Refused refused(String key, Object... arguments) {
    return new Refused(messages.text(key, arguments));
  }

  /// Reads the name of a tensor, of an element, or of both.
  static final class TensorPlace {

    private static final Pattern ELEMENT =
        Pattern.compile(
            "(?<name>.*?)\\s*(?:\\[(?<indices>[^\\[\\]]*)]|#(?<number>[^#]+))", Pattern.DOTALL);

    /// As many names are told where several tensors may be meant.
    private static final int NAMES_TOLD = 2;

    private final Messages messages;
    private final Origin from;

    TensorPlace(Messages messages, Origin from) {
      this.messages = messages;
      this.from = from;
    }

    Result read(String text) {
      // A name may end as if it named an element.
      Optional<TensorRef> exact = from.checkpoint().tensor(text);
      if (exact.isPresent()) {
        return element(exact.get(), 0);
      }
      Matcher matcher = ELEMENT.matcher(text);
      if (!matcher.matches()) {
        return named(text, tensor -> element(tensor, 0));
      }
      String name = matcher.group("name");
      String indices = matcher.group("indices");
      ElementOf read =
          indices == null
              ? tensor -> numbered(tensor, matcher.group("number"))
              : tensor -> indexed(tensor, indices);
      if (!name.isEmpty()) {
        return named(name, read);
      }
      return from.tensor().isPresent()
          ? read.in(from.tensor().get())
          : refused("hex.place.no-tensor");
    }

    @FunctionalInterface
    private interface ElementOf {
      Result in(TensorRef tensor);
    }

    private Result named(String name, ElementOf element) {
      Optional<TensorRef> exact = from.checkpoint().tensor(name);
      if (exact.isPresent()) {
        return element.in(exact.get());
      }
      List<TensorRef> meant = tensors(other -> other.startsWith(name));
      if (meant.size() != 1) {
        List<TensorRef> holding = tensors(other -> other.contains(name));
        meant = meant.isEmpty() || holding.size() == 1 ? holding : meant;
      }
      return switch (meant.size()) {
        case 0 -> refused("hex.place.unknown", DisplayText.of(name));
        case 1 -> element.in(meant.getFirst());
        default -> severalMeant(name, meant);
      };
    }

    private List<TensorRef> tensors(Predicate<String> names) {
      return from.checkpoint().tensors().stream()
          .filter(tensor -> names.test(tensor.info().name()))
          .toList();
    }

    private Result severalMeant(String name, List<TensorRef> meant) {
      List<String> told = meant.stream().limit(NAMES_TOLD).map(TensorPlace::nameOf).toList();
      return refused(
          "hex.place.several",
          DisplayText.of(name),
          Figures.count(meant.size()),
          told.getFirst(),
          told.getLast());
    }

    private static String nameOf(TensorRef tensor) {
      return DisplayText.of(tensor.info().name());
    }

    private Result numbered(TensorRef tensor, String typed) {
      OptionalLong number = Amount.parse(typed);
      return number.isPresent()
          ? element(tensor, number.getAsLong())
          : refused("hex.place.no-number", DisplayText.of(typed));
    }

    private Result indexed(TensorRef tensor, String typed) {
      Shape shape = tensor.info().shape();
      String[] texts = typed.isBlank() ? new String[0] : typed.split(",", -1);
      if (texts.length != shape.rank()) {
        return refused(
            "hex.place.rank", nameOf(tensor), shape.rank(), texts.length, messages.shape(shape));
      }
      long elementIndex = 0;
      for (int axis = 0; axis < texts.length; axis++) {
        OptionalLong index = Amount.parse(texts[axis]);
        if (index.isEmpty()) {
          return refused("hex.place.no-number", DisplayText.of(texts[axis].strip()));
        }
        if (Long.compareUnsigned(index.getAsLong(), shape.dimension(axis)) >= 0) {
          return refused(
              "hex.place.beyond-axis",
              DisplayText.of(texts[axis].strip()),
              axis,
              nameOf(tensor),
              messages.shape(shape));
        }
        elementIndex = elementIndex * shape.dimension(axis) + index.getAsLong();
      }
      return element(tensor, elementIndex);
    }

    private Result element(TensorRef tensor, long elementIndex) {
      OptionalLong elementCount = tensor.info().shape().elementCount();
      if (elementIndex != 0
          && elementCount.isPresent()
          && Long.compareUnsigned(elementIndex, elementCount.getAsLong()) >= 0) {
        return refused(
            "hex.place.beyond-tensor",
            Long.toUnsignedString(elementIndex),
            nameOf(tensor),
            Figures.count(elementCount.getAsLong()));
      }
      ByteRange bytes = tensor.data().map(TensorData::range).orElse(new ByteRange(0, 0));
      if (bytes.byteCount() == 0) {
        return refused("hex.place.no-bytes", nameOf(tensor));
      }
      long inTensor = new ElementPosition(tensor.info(), elementIndex).byteOffset();
      if (Long.compareUnsigned(inTensor, bytes.byteCount()) >= 0) {
        return refused(
            "hex.place.missing",
            Long.toUnsignedString(elementIndex),
            nameOf(tensor),
            messages.exactBytes(bytes.byteCount()));
      }
      return new Place(tensor.file(), bytes.begin() + inTensor, Optional.of(tensor));
    }

    private Refused refused(String key, Object... arguments) {
      return new Refused(messages.text(key, arguments));
    }
  }

  /// Numbers of bytes as people type them.
  static final class Amount {

    private static final Pattern SEPARATORS = Pattern.compile("[\\s,_'\\u00a0\\u202f]");
    private static final String UNITS = "kmgt";
    private static final int BITS_PER_UNIT = 10;

    private Amount() {}

    /// The number that a text names: decimal, or hexadecimal after `0x`; spaces, commas,
    /// underscores and apostrophes between digits are skipped. Behind a decimal number `k`, `m`,
    /// `g` and `t` stand for powers of 1024.
    ///
    /// @return unsigned, so that a number beyond every file is told from a text that is none; empty
    ///   where the text is no number or leaves 64 bits
    static OptionalLong parse(String text) {
      String digits = SEPARATORS.matcher(text).replaceAll("").toLowerCase(Locale.ROOT);
      boolean hexadecimal = digits.startsWith("0x");
      int unit =
          hexadecimal || digits.isEmpty() ? -1 : UNITS.indexOf(digits.charAt(digits.length() - 1));
      String number =
          hexadecimal
              ? digits.substring(2)
              : digits.substring(0, digits.length() - (unit < 0 ? 0 : 1));
      if (!number.matches(hexadecimal ? "[0-9a-f]+" : "[0-9]+")) {
        return OptionalLong.empty();
      }
      try {
        long value = Long.parseUnsignedLong(number, hexadecimal ? 16 : 10);
        int shift = (unit + 1) * BITS_PER_UNIT;
        return value << shift >>> shift == value
            ? OptionalLong.of(value << shift)
            : OptionalLong.empty();
      } catch (NumberFormatException e) {
        return OptionalLong.empty();
      }
    }
  }

  /// The origin from which a place is named.
  ///
  /// @param checkpoint whose tensors may be named
  /// @param file whose offsets are meant
  /// @param caret file offset of the byte the caret is on
  /// @param tensor the selected tensor, whose elements are meant where no tensor is named
  public record Origin(
      Checkpoint checkpoint, TensorFile file, long caret, Optional<TensorRef> tensor) {

    /// The origin at the caret; empty where no file is open.
    static Optional<Origin> of(Selection selection) {
      Optional<OpenDocument> document = selection.openDocument();
      return selection
          .caretProperty()
          .get()
          .filter(_ -> document.isPresent())
          .map(
              caret ->
                  new Origin(
                      document.get().checkpoint(),
                      caret.file(),
                      caret.byteOffset(),
                      selection.tensorProperty().get()));
    }
  }

  /// The result of reading a typed place.
  public sealed interface Result {

    /// Why there is no place.
    default Optional<String> refusal() {
      return this instanceof Refused(String sentence) ? Optional.of(sentence) : Optional.empty();
    }

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
}
