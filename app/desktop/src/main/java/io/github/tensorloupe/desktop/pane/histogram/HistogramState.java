package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.desktop.error.Failure;
import java.util.Optional;

/// What the pane shows.
sealed interface HistogramState {

  /// No tensor is selected.
  record Nothing() implements HistogramState {}

  /// The values are being counted.
  record Computing(Subject shown) implements HistogramState {}

  /// The values have been counted.
  record Done(Subject shown, Distribution distribution) implements HistogramState {}

  /// The values could not be counted.
  record Failed(Subject shown, Failure failure) implements HistogramState {}

  /// Somebody stopped the counting.
  record Stopped(Subject shown) implements HistogramState {}

  /// None of the bytes are in the file.
  record Absent(Subject shown) implements HistogramState {}

  /// What it is about.
  default Optional<Subject> subject() {
    return switch (this) {
      case Nothing() -> Optional.empty();
      case Computing(Subject shown) -> Optional.of(shown);
      case Done(Subject shown, Distribution _) -> Optional.of(shown);
      case Failed(Subject shown, Failure _) -> Optional.of(shown);
      case Stopped(Subject shown) -> Optional.of(shown);
      case Absent(Subject shown) -> Optional.of(shown);
    };
  }
}
