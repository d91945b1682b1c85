package io.github.tensorloupe.desktop.pane.hex.place;

import io.github.tensorloupe.desktop.pane.hex.place.PlaceReading.Place;
import io.github.tensorloupe.desktop.pane.hex.place.PlaceReading.Refused;
import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.element.ElementPosition;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Reads the name of a tensor, of an element, or of both.
final class TensorPlace {

  private static final Pattern ELEMENT =
      Pattern.compile(
          "(?<name>.*?)\\s*(?:\\[(?<indices>[^\\[\\]]*)]|#(?<number>[^#]+))", Pattern.DOTALL);

  /// As many names are told where several tensors may be meant.
  private static final int NAMES_TOLD = 2;

  private final Messages messages;
  private final Standpoint from;

  TensorPlace(Messages messages, Standpoint from) {
    this.messages = messages;
    this.from = from;
  }

  PlaceReading read(String text) {
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
    PlaceReading in(TensorRef tensor);
  }

  private PlaceReading named(String name, ElementOf element) {
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

  private PlaceReading severalMeant(String name, List<TensorRef> meant) {
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

  private PlaceReading numbered(TensorRef tensor, String typed) {
    OptionalLong number = Amount.parse(typed);
    return number.isPresent()
        ? element(tensor, number.getAsLong())
        : refused("hex.place.no-number", DisplayText.of(typed));
  }

  private PlaceReading indexed(TensorRef tensor, String typed) {
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

  private PlaceReading element(TensorRef tensor, long elementIndex) {
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
