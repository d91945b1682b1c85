package io.github.tensorloupe.desktop.pane.layers;

import io.github.tensorloupe.analysis.distribution.TensorFigures;
import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.analysis.layers.Outliers.Outlier;
import io.github.tensorloupe.desktop.selection.ScanResults;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.IntFunction;
import javafx.beans.value.ObservableLongValue;

/// What is known of the tensors of the open document. Belongs to the FX thread.
///
/// @param health gives what is known of a tensor's health
/// @param figures gives what is known of a tensor's figures
/// @param outlier gives how a tensor stands out among its siblings, if it does
/// @param isCompared whether tensors have been compared with their siblings
/// @param revision goes up when more is known
record TensorResults(
    IntFunction<Optional<TensorHealth>> health,
    IntFunction<Optional<TensorFigures>> figures,
    IntFunction<Optional<Outlier>> outlier,
    BooleanSupplier isCompared,
    ObservableLongValue revision) {

  static TensorResults of(ScanResults scans) {
    return new TensorResults(
        scans::health, scans::figures, scans::outlier, scans::isCompared, scans.revisionProperty());
  }
}
