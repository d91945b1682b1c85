package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/// Counts the siblings of a tensor, of the nearest ones each by itself. Blocks; any thread.
///
/// @param sources what counts, and where the siblings are
/// @param checkpoint that the tensor is in
/// @param tensor whose siblings are wanted
record SiblingCounting(HistogramSources sources, Checkpoint checkpoint, TensorRef tensor) {

  Siblings run(Cancellation cancellation, Progress progress) throws IOException {
    int index = checkpoint.indexOf(tensor);
    List<Integer> indices =
        sources.layers().of(checkpoint, cancellation).siblings(index).stream()
            .filter(sibling -> checkpoint.tensors().get(sibling).data().isPresent())
            .toList();
    int firstHeld = firstHeld(indices, index);
    int heldCount = Math.min(Siblings.MAX_NEAREST, indices.size());
    List<TensorRef> tensors = indices.stream().map(checkpoint.tensors()::get).toList();
    Distribution[] held = new Distribution[heldCount];
    double[] scales = new double[tensors.size()];
    RunningSum sum = new RunningSum();
    sources
        .distributions()
        .each(
            tensors,
            (sibling, distribution) -> {
              sum.add(distribution);
              scales[sibling] = distribution.figures().rootMeanSquare();
              if (sibling >= firstHeld && sibling < firstHeld + heldCount) {
                held[sibling - firstHeld] = distribution;
              }
            },
            cancellation,
            progress);
    List<String> names = tensors.stream().map(sibling -> sibling.info().name()).toList();
    return new Siblings(
        names,
        Arrays.stream(scales).boxed().toList(),
        sum.total(),
        Arrays.stream(held).map(Objects::requireNonNull).toList(),
        names.subList(firstHeld, firstHeld + heldCount));
  }

  /// Where those begin that are held: around the place of the tensor itself.
  private static int firstHeld(List<Integer> siblings, int tensor) {
    long before = siblings.stream().filter(sibling -> sibling < tensor).count();
    return Math.clamp(
        before - Siblings.MAX_NEAREST / 2, 0, Math.max(0, siblings.size() - Siblings.MAX_NEAREST));
  }
}
