package io.github.tensorloupe.ui.histogram;

import io.github.tensorloupe.analysis.TensorStatistics;
import io.github.tensorloupe.model.TensorRef;
import java.util.Optional;

/// What the pane shows.
sealed interface HistogramState {

  /// No tensor is selected.
  record Nothing() implements HistogramState {}

  /// The values are being counted.
  record Computing(TensorRef selected) implements HistogramState {}

  /// The values have been counted.
  record Done(TensorRef selected, TensorStatistics statistics) implements HistogramState {}

  /// The values could not be counted, and why, as a sentence.
  record Failed(TensorRef selected, String sentence) implements HistogramState {}

  /// Somebody stopped the counting.
  record Stopped(TensorRef selected) implements HistogramState {}

  /// None of the tensor's bytes are in the file.
  record Absent(TensorRef selected) implements HistogramState {}

  /// The tensor that it is about.
  default Optional<TensorRef> tensor() {
    return switch (this) {
      case Nothing() -> Optional.empty();
      case Computing(TensorRef selected) -> Optional.of(selected);
      case Done(TensorRef selected, TensorStatistics _) -> Optional.of(selected);
      case Failed(TensorRef selected, String _) -> Optional.of(selected);
      case Stopped(TensorRef selected) -> Optional.of(selected);
      case Absent(TensorRef selected) -> Optional.of(selected);
    };
  }
}
