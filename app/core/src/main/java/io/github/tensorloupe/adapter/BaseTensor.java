package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// A tensor of a base.
///
/// @param name the tensor name; in a pipeline, preceded by the folder of its part
/// @param stored the tensor in its file, or empty if the base is not open
public record BaseTensor(String name, Shape shape, Optional<TensorRef> stored) {

  private static final Set<String> COMPONENTS =
      Set.of("unet", "transformer", "text_encoder", "text_encoder_2", "text_encoder_3");

  private static BaseTensor of(String prefix, TensorRef tensor) {
    return new BaseTensor(
        prefix + tensor.info().name(), tensor.info().shape(), Optional.of(tensor));
  }

  public static List<BaseTensor> of(List<TensorRef> tensors) {
    return tensors.stream().map(tensor -> of("", tensor)).toList();
  }

  /// Returns the tensors of a file, a set, or all components of a pipeline.
  public static List<BaseTensor> of(Checkpoint checkpoint) {
    List<BaseTensor> tensors = new ArrayList<>();
    for (CheckpointPart part : checkpoint.parts()) {
      String folder = part.label().split("[/\\\\]", 2)[0];
      String prefix = COMPONENTS.contains(folder) ? folder + "." : "";
      for (TensorFile file : part.files()) {
        file.header().tensors().forEach(info -> tensors.add(of(prefix, new TensorRef(file, info))));
      }
    }
    return tensors;
  }
}
