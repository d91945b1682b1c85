package io.github.tensorloupe.desktop.pane.hex.place;

import io.github.tensorloupe.desktop.pane.hex.place.PlaceReading.Place;
import io.github.tensorloupe.desktop.pane.hex.place.PlaceReading.Refused;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
  public PlaceReading read(String typed, Standpoint from) {
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

  private PlaceReading absolute(long byteOffset, Standpoint from) {
    long length = from.file().bytes().length();
    return Long.compareUnsigned(byteOffset, length) < 0
        ? place(byteOffset, from)
        : refused("hex.place.beyond", messages.exactBytes(length));
  }

  private static PlaceReading place(long byteOffset, Standpoint from) {
    return new Place(from.file(), byteOffset, Optional.empty());
  }

  private PlaceReading share(BigDecimal percent, Standpoint from) {
    long length = from.file().bytes().length();
    if (percent.compareTo(HUNDRED) > 0 || length == 0) {
      return refused("hex.place.percent");
    }
    BigDecimal bytes = percent.multiply(BigDecimal.valueOf(length)).divideToIntegralValue(HUNDRED);
    return place(Math.min(bytes.longValue(), length - 1), from);
  }

  /// A step from the caret, from the beginning of the data buffer or from the end of the file;
  /// empty where the text says nothing of that sort.
  private Optional<PlaceReading> fromBase(String text, Standpoint from) {
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

  private PlaceReading inDataBuffer(BigInteger step, Standpoint from) {
    OptionalLong dataStart = from.file().reading().dataStart();
    long dataLength = from.file().dataLength().orElse(0);
    if (dataStart.isEmpty()) {
      return refused("hex.place.no-data");
    }
    return step.signum() >= 0 && step.compareTo(BigInteger.valueOf(dataLength)) < 0
        ? place(dataStart.getAsLong() + step.longValue(), from)
        : refused("hex.place.beyond-data", messages.exactBytes(dataLength));
  }

  private PlaceReading step(long base, BigInteger step, long length, Standpoint from) {
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
}
