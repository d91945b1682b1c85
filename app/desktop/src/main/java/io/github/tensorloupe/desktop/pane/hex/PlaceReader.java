package io.github.tensorloupe.desktop.pane.hex;

import module java.base;

import io.github.tensorloupe.desktop.selection.FileDocument;
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

/// Parses typed places.
///
/// - `4096`, `1,048,576`, `0x1000`, `64k`: a file offset
/// - `+0x40`, `-1k`: forward or backward from the caret
/// - `data+0x100`: in the data buffer; `end-16`: backward from the end of the file
/// - `37.5%`: a share of the file
/// - `name`: a tensor by its name, or by a prefix or a part that no other name has
/// - `[12, 803]`, `#1234`: an element of the selected tensor, by its indices or its number;
///   `name[12, 803]`, `name#1234`: an element of another tensor
///
/// @param checkpoint the checkpoint with the tensors that may be named
/// @param file the file of typed offsets
/// @param caret file offset of the byte under the caret
/// @param tensor the selected tensor, which typed elements refer to if no tensor is named
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

  /// @param byteOffset file offset, inside the file
  /// @param tensor the named tensor, if any
  record Place(TensorFile file, long byteOffset, Optional<TensorRef> tensor) {}

  /// Thrown if a text is not a place. The message is a sentence with the expected and the found
  /// text.
  static final class NoPlaceException extends Exception {
    private static final long serialVersionUID = 1L;

    private NoPlaceException(String sentence) {
      super(sentence);
    }
  }

  /// Returns the reader for the caret, or empty if no file is open.
  static Optional<PlaceReader> of(Selection selection, Messages messages) {
    Optional<FileDocument> document = selection.openDocument();
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

  Place read(String typed) throws NoPlaceException {
    String text = typed.strip().replace('−', '-');
    if (text.isEmpty()) {
      throw refused("hex.place.empty");
    }
    OptionalLong offset = amount(text);
    if (offset.isPresent()) {
      return place(offset.getAsLong());
    }
    Matcher percent = PERCENT.matcher(text);
    if (percent.matches()) {
      return share(new BigDecimal(percent.group(1).replace(',', '.')));
    }
    Matcher step = FROM_BASE.matcher(text);
    OptionalLong bytes = step.matches() ? amount(step.group(3)) : OptionalLong.empty();
    return bytes.isPresent()
        ? step(step.group(1).toLowerCase(Locale.ROOT), step.group(2).equals("-"), bytes.getAsLong())
        : element(text);
  }

  private long length() {
    return file.bytes().length();
  }

  /// @param byteOffset unsigned
  private Place place(long byteOffset) throws NoPlaceException {
    if (Long.compareUnsigned(byteOffset, length()) >= 0) {
      throw refused("hex.place.beyond", messages.exactBytes(length()));
    }
    return new Place(file, byteOffset, Optional.empty());
  }

  private NoPlaceException refused(String key, Object... arguments) {
    return new NoPlaceException(messages.text(key, arguments));
  }

  private Place share(BigDecimal percent) throws NoPlaceException {
    if (percent.compareTo(HUNDRED) > 0 || length() == 0) {
      throw refused("hex.place.percent");
    }
    BigDecimal bytes =
        percent.multiply(BigDecimal.valueOf(length())).divideToIntegralValue(HUNDRED);
    return place(Math.min(bytes.longValue(), length() - 1));
  }

  /// Returns the place at a distance from the caret, the start of the data buffer or the end of the
  /// file.
  ///
  /// @param bytes unsigned
  private Place step(String base, boolean back, long bytes) throws NoPlaceException {
    if (base.equals("data")) {
      return inDataBuffer(back, bytes);
    }
    long from = base.equals("end") ? length() : caret;
    if (back && Long.compareUnsigned(bytes, from) > 0) {
      throw refused("hex.place.before", messages.count(from));
    }
    // A step longer than the file is beyond its end, and the sum could overflow.
    boolean isBeyond = Long.compareUnsigned(bytes, length()) > 0;
    return place(back ? from - bytes : isBeyond ? length() : from + bytes);
  }

  private Place inDataBuffer(boolean back, long bytes) throws NoPlaceException {
    long dataLength = file.dataLength().orElse(0);
    if (file.reading().dataStart().isEmpty()) {
      throw refused("hex.place.no-data");
    }
    if (back && bytes != 0 || Long.compareUnsigned(bytes, dataLength) >= 0) {
      throw refused("hex.place.beyond-data", messages.exactBytes(dataLength));
    }
    return place(file.reading().dataStart().getAsLong() + bytes);
  }

  private Place element(String text) throws NoPlaceException {
    // The name of a tensor may itself end like an element.
    Matcher matcher = ELEMENT.matcher(text);
    if (checkpoint.tensor(text).isPresent() || !matcher.matches()) {
      return element(named(text), 0);
    }
    String name = matcher.group("name");
    if (name.isEmpty() && tensor.isEmpty()) {
      throw refused("hex.place.no-tensor");
    }
    TensorRef target = name.isEmpty() ? tensor.get() : named(name);
    String indices = matcher.group("indices");
    return element(
        target, indices == null ? number(matcher.group("number")) : indexed(target, indices));
  }

  private TensorRef named(String name) throws NoPlaceException {
    Optional<TensorRef> exact = checkpoint.tensor(name);
    if (exact.isPresent()) {
      return exact.get();
    }
    List<TensorRef> candidates = tensors(other -> other.startsWith(name));
    if (candidates.size() != 1) {
      List<TensorRef> holding = tensors(other -> other.contains(name));
      candidates = candidates.isEmpty() || holding.size() == 1 ? holding : candidates;
    }
    if (candidates.isEmpty()) {
      throw refused("hex.place.unknown", DisplayText.of(name));
    }
    if (candidates.size() > 1) {
      String count = messages.count(candidates.size());
      String second = nameOf(candidates.get(1));
      throw refused(
          "hex.place.several", DisplayText.of(name), count, nameOf(candidates.getFirst()), second);
    }
    return candidates.getFirst();
  }

  private List<TensorRef> tensors(Predicate<String> names) {
    return checkpoint.tensors().stream().filter(other -> names.test(other.info().name())).toList();
  }

  private static String nameOf(TensorRef tensor) {
    return DisplayText.of(tensor.info().name());
  }

  private long number(String typed) throws NoPlaceException {
    return amount(typed)
        .orElseThrow(() -> refused("hex.place.no-number", DisplayText.of(typed.strip())));
  }

  private long indexed(TensorRef target, String typed) throws NoPlaceException {
    Shape shape = target.info().shape();
    String[] texts = typed.isBlank() ? new String[0] : typed.split(",", -1);
    if (texts.length != shape.rank()) {
      throw refused(
          "hex.place.rank", nameOf(target), shape.rank(), texts.length, messages.shape(shape));
    }
    long elementIndex = 0;
    for (int axis = 0; axis < texts.length; axis++) {
      long index = number(texts[axis]);
      if (Long.compareUnsigned(index, shape.dimension(axis)) >= 0) {
        String text = DisplayText.of(texts[axis].strip());
        throw refused("hex.place.beyond-axis", text, axis, nameOf(target), messages.shape(shape));
      }
      elementIndex = elementIndex * shape.dimension(axis) + index;
    }
    return elementIndex;
  }

  private Place element(TensorRef target, long elementIndex) throws NoPlaceException {
    String index = Long.toUnsignedString(elementIndex);
    OptionalLong elementCount = target.info().shape().elementCount();
    if (elementIndex != 0
        && elementCount.isPresent()
        && Long.compareUnsigned(elementIndex, elementCount.getAsLong()) >= 0) {
      String count = messages.count(elementCount.getAsLong());
      throw refused("hex.place.beyond-tensor", index, nameOf(target), count);
    }
    ByteRange bytes = target.data().map(TensorData::range).orElse(new ByteRange(0, 0));
    if (bytes.byteCount() == 0) {
      throw refused("hex.place.no-bytes", nameOf(target));
    }
    long inTensor = new ElementPosition(target.info(), elementIndex).byteOffset();
    if (Long.compareUnsigned(inTensor, bytes.byteCount()) >= 0) {
      String byteCount = messages.exactBytes(bytes.byteCount());
      throw refused("hex.place.missing", index, nameOf(target), byteCount);
    }
    return new Place(target.file(), bytes.begin() + inTensor, Optional.of(target));
  }

  /// Parses a number: decimal, or hexadecimal after `0x`. Spaces, commas, underscores and
  /// apostrophes between digits are ignored. The suffixes `k`, `m`, `g` and `t` of a decimal number
  /// are powers of 1024.
  ///
  /// @return an unsigned number, which distinguishes numbers beyond the end of any file from
  ///   invalid texts; empty if the text is not a number or the number exceeds 64 bits
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
