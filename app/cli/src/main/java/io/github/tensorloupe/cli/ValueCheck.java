package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.analysis.chunk.TensorScan;
import io.github.tensorloupe.analysis.health.HealthFindings;
import io.github.tensorloupe.analysis.health.HealthScan;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.ReadFailures;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;

/// Finds suspicious values: NaN, infinities, zero pages, constant tensors.
record ValueCheck(HealthScan scan, ReadingProgress progress) {

  /// Returns the findings about the values of all tensors in the file, in file order.
  List<Finding> findings(TensorFile file) {
    List<TensorData> tensors =
        file.header().tensors().stream().flatMap(info -> file.data(info).stream()).toList();
    List<Finding> findings = new ArrayList<>();
    TensorScan<List<Finding>> examined = scan.map(HealthFindings::of);
    try {
      new OrderedScan<>(examined, Integer.MAX_VALUE, Long.MAX_VALUE)
          .run(
              tensors,
              (_, found) -> findings.addAll(found),
              () -> {},
              progress.ofFile(file.path(), OrderedScan.byteCount(tensors)));
    } catch (IOException e) {
      findings.add(ReadFailures.finding(e));
    }
    return findings;
  }

  /// Returns the findings about the quantized weights of a target. Returns no findings if its files
  /// cannot be opened, because the reports on the files contain this failure.
  List<Finding> quantizationFindings(Target target) {
    try {
      return Dequantized.quantization(target, true).allFindings();
    } catch (FileChangedException e) {
      return List.of(ReadFailures.finding(e));
    } catch (IOException e) {
      return List.of();
    }
  }
}
