package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;

/// Finds suspicious values: NaN, infinities, zero pages, constant tensors.
final class ValueCheck {

  private final OrderedScan<List<Finding>> scan;
  private final ReadingProgress progress;

  ValueCheck(HealthScan scan, ReadingProgress progress) {
    TensorScan<List<Finding>> findings = scan.map(HealthFindings::of);
    this.scan = new OrderedScan<>(findings, Integer.MAX_VALUE, Long.MAX_VALUE);
    this.progress = progress;
  }

  /// The findings about the values of all tensors in the file, in file order.
  List<Finding> findings(TensorFile file) {
    List<TensorData> tensors =
        file.header().tensors().stream().flatMap(info -> file.data(info).stream()).toList();
    List<Finding> findings = new ArrayList<>();
    try {
      scan.run(
          tensors,
          (_, found) -> findings.addAll(found),
          progress.ofFile(file.path(), OrderedScan.byteCount(tensors)));
    } catch (IOException e) {
      findings.add(ReadFailures.finding(e));
    }
    return findings;
  }
}
