package io.github.tensorloupe.desktop.pane.values;

import module java.base;

import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;

/// Explanations of missing content.
record TensorAdvice(Messages messages) {

  /// Returns the reason why a tensor has no numbers to show, if so.
  Optional<String> whyNothing(TensorRef tensor) {
    TensorInfo info = tensor.info();
    if (!TensorSlice.hasValidElementCount(info)) {
      return Optional.of(messages.text("values.impossible-shape", messages.shape(info.shape())));
    }
    if (tensor.data().isEmpty()) {
      return Optional.of(messages.text("values.no-bytes"));
    }
    return info.shape().elementCount().orElseThrow() == 0
        ? Optional.of(messages.text("values.no-elements", messages.shape(info.shape())))
        : Optional.empty();
  }

  /// Returns the number of missing values and the reason, if any are missing.
  Optional<String> whatIsMissing(TensorSlice slice) {
    TensorData data = slice.data();
    long elementCount = data.info().shape().elementCount().orElseThrow();
    long missing = elementCount - slice.presentElementCount();
    if (missing == 0) {
      return Optional.empty();
    }
    String key = data.isComplete() ? "values.missing.offsets" : "values.missing.truncated";
    return Optional.of(messages.text(key, messages.count(missing), messages.count(elementCount)));
  }

  /// Returns the reason why a typed text does not match a tensor.
  String refusal(SliceReading.Refused refused) {
    return switch (refused) {
      case SliceReading.WrongAxisCount(int expected, int found) ->
          messages.text("values.index.axes", count(expected), count(found));
      case SliceReading.OutOfRange(int axis, long index, long dimension) ->
          dimension == 1
              ? messages.text("values.index.range.one", count(axis), Long.toString(index))
              : messages.text(
                  "values.index.range",
                  count(axis),
                  Long.toString(index),
                  Long.toUnsignedString(dimension - 1));
      case SliceReading.ElementOutOfRange(long elementIndex, long elementCount) ->
          messages.text(
              "values.index.behind", Long.toString(elementIndex), messages.count(elementCount));
      case SliceReading.NotTwoColons(int expected, int found) ->
          expected == 1
              ? messages.text("values.index.colon", count(found))
              : messages.text("values.index.colons", count(expected), count(found));
      case SliceReading.NotUnderstood(int character) ->
          messages.text("values.index.syntax", count(character));
    };
  }

  private static String count(int count) {
    return Integer.toString(count);
  }

  /// The content of the pane.
  sealed interface Content {

    /// The reason why there are no numbers.
    record Nothing(String sentence) implements Content {}

    /// The JSON text of a byte tensor.
    record Json(String text) implements Content {}

    /// @param areJson true if they are the bytes of a JSON text
    record Numbers(boolean areJson) implements Content {}
  }
}
