package io.github.tensorloupe.desktop.selection;

import io.github.tensorloupe.analysis.distribution.TensorFigures;

/// The figures of one tensor.
///
/// @param tensor its index in the checkpoint
public record MeasuredTensor(int tensor, TensorFigures figures) {}
