package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;

import io.github.tensorloupe.analysis.layers.LayerMapCache;
import io.github.tensorloupe.analysis.layers.LayerRole;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;

/// The values that the pane shows: those of the selected tensor, or of a larger unit around it.
///
/// @param tensor the selected tensor
/// @param scope the unit
record HistogramSubject(TensorRef tensor, Scope scope) {

  /// The name for display.
  ///
  /// @param layers of the document
  /// @param limit the most characters of a name
  String name(LayerMapCache layers, int limit, Messages messages) {
    String name = tensor.info().name();
    return switch (scope) {
      case TENSOR ->
          name.isEmpty() ? messages.text("histogram.empty-name") : DisplayText.of(name, limit);
      case LAYER ->
          layers
              .role(tensor)
              .map(
                  role ->
                      messages.text(
                          "histogram.subject.layer",
                          DisplayText.of(role.stack(), limit),
                          String.valueOf(role.layer())))
              .orElse(name);
      case FILE ->
          messages.text(
              "histogram.subject.file",
              DisplayText.of(String.valueOf(tensor.file().path().getFileName()), limit));
      case CHECKPOINT -> messages.text("histogram.subject.checkpoint");
    };
  }

  /// A unit of values that are shown together.
  enum Scope {
    /// The tensor alone.
    TENSOR,
    /// All tensors of the tensor's layer.
    LAYER,
    /// All tensors of the file that the tensor is in.
    FILE,
    /// All tensors that are open.
    CHECKPOINT;

    /// The last part of its message keys.
    String key() {
      return name().toLowerCase(Locale.ROOT);
    }

    /// The scopes that make a difference for a tensor.
    static List<Scope> offeredFor(TensorRef tensor, Checkpoint checkpoint) {
      boolean inLayer = LayerRole.of(tensor.info().name()).isPresent();
      boolean inSet = checkpoint.files().size() > 1;
      return Stream.of(values())
          .filter(scope -> scope != LAYER || inLayer)
          .filter(scope -> scope != FILE || inSet)
          .toList();
    }
  }
}
