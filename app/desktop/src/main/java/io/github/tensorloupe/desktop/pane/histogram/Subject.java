package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.model.TensorRef;

/// What is shown: the selected tensor, or what it is a part of.
///
/// @param tensor the selected tensor
/// @param scope how much of what is around it
record Subject(TensorRef tensor, HistogramScope scope) {}
