package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.analysis.health.TensorHealth;
import io.github.tensorloupe.format.Finding;

/// The result of the health scan of one tensor.
///
/// @param tensor its index in the checkpoint
/// @param findings what there is to say of it, the worst first
public record ScannedTensor(int tensor, TensorHealth health, List<Finding> findings) {

  public ScannedTensor {
    findings = List.copyOf(findings);
  }
}
