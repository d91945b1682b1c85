package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.text.Sentence;

/// The reason why the tensors of a file are slices of larger tensors, so that their shapes are not
/// the shapes of the model.
///
/// @param rank the file name of a tensor-parallel process, or empty for flat weights
/// @param example a one-dimensional weight, as FSDP keeps them in each process; empty if the file
///   name is the reason
public record Slices(Optional<RankName> rank, Optional<TensorInfo> example) {

  static Optional<Slices> of(Path file, List<TensorInfo> tensors) {
    Optional<RankName> rank =
        RankName.of("" + file.getFileName())
            .filter(name -> name.isOfProcess(file.toAbsolutePath().resolveSibling("")));
    Optional<TensorInfo> flat = rank.isPresent() ? Optional.empty() : flat(tensors);
    // Adapters have ranks, and factors without elements.
    return (rank.isEmpty() && flat.isEmpty())
            || tensors.stream().map(TensorInfo::name).anyMatch(AdapterNames::isFactor)
        ? Optional.empty()
        : Optional.of(new Slices(rank, flat));
  }

  /// Returns a one-dimensional weight that has more dimensions in a model.
  private static Optional<TensorInfo> flat(List<TensorInfo> tensors) {
    TensorInfo projection = null;
    boolean hasMatrix = false;
    for (TensorInfo info : tensors) {
      Shape shape = info.shape();
      String name = info.name();
      boolean isProjection = name.endsWith("_proj.weight");
      hasMatrix |= isProjection && shape.rank() == 2;
      if (shape.rank() == 1) {
        if (name.endsWith("embed_tokens.weight")
            || name.endsWith("wte.weight")
            || name.contains("flat_param")
            || isProjection && shape.dimension(0) == 0) {
          return Optional.of(info);
        }
        projection =
            isProjection && (name.contains("attn.") || name.contains("mlp.")) ? info : projection;
      }
    }
    return hasMatrix ? Optional.ofNullable(projection) : Optional.empty();
  }

  Sentence sentence() {
    return rank.isPresent()
        ? Sentence.of(
            "According to its name, this file contains the slices of one process of a"
                + " tensor-parallel model, as vLLM and TensorRT-LLM save them: the shapes describe"
                + " slices, unless there was only one process. Only the same number of processes"
                + " can load it.")
        : Sentence.of(
            "Weights are one-dimensional slices, as FSDP keeps them in each process: the file is a"
                + " part of a distributed run, not a checkpoint, and the shapes describe slices."
                + " Merge the parts of all processes into whole tensors first.");
  }
}
