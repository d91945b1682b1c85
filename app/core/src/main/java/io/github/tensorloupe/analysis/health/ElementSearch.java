package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.analysis.chunk.Chunk;
import io.github.tensorloupe.analysis.chunk.ChunkCounts;
import io.github.tensorloupe.analysis.chunk.ChunkedScan;
import io.github.tensorloupe.element.ElementType;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A search for the element that follows a given one, in the order of a [Goal].
public final class ElementSearch
    implements ChunkCounts<ElementSearch, Optional<ElementSearch.Found>> {

  /// The elements to search, and their order. Complex elements are searched by magnitude.
  public enum Goal {
    /// NaN and infinities, in the order of the tensor.
    NON_FINITE,
    /// Finite numbers in descending order of magnitude; equal ones in the order of the tensor.
    LARGEST
  }

  /// An element.
  ///
  /// @param index the row-major index within the tensor
  /// @param magnitude 0 for [Goal#NON_FINITE]
  /// @param isWrapped true if no element follows the given one, so that this is the first one
  public record Found(long index, double magnitude, boolean isWrapped) {

    private boolean precedes(Found other) {
      return magnitude > other.magnitude || magnitude == other.magnitude && index < other.index;
    }

    private static Found first(Found one, Found other) {
      return one == null || other != null && other.precedes(one) ? other : one;
    }
  }

  private static final int TILE = 4096;

  private final Goal goal;
  private final Optional<Found> start;
  private final double[] tile = new double[TILE];

  /// The first element of all, or null.
  private Found first;

  /// The first element after the start, which never precedes `first`, or null.
  private Found next;

  private ElementSearch(Goal goal, Optional<Found> start) {
    this.goal = goal;
    this.start = start;
  }

  /// Reads a tensor completely. Blocks the calling thread.
  ///
  /// @param start the element to start after, or empty to find the first one
  /// @return the next element, or empty if the tensor has none
  /// @throws IOException if reading fails
  public static Optional<Found> find(
      TensorData tensor,
      Goal goal,
      Optional<Found> start,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<Optional<Found>> results = new ArrayList<>();
    ChunkedScan.onAllProcessors()
        .run(
            List.of(tensor),
            _ -> new ElementSearch(goal, start),
            (_, found) -> found,
            (_, found) -> results.add(found),
            cancellation,
            progress);
    return results.getFirst();
  }

  @Override
  public void add(Chunk chunk) {
    ElementType type = ElementType.of(chunk.tensor().info().dtype());
    int parts = type.partsPerElement();
    for (int begin = 0; begin < chunk.partCount(); begin += TILE) {
      int count = Math.min(TILE, chunk.partCount() - begin);
      type.doubles(chunk.bytes(), begin, tile, count);
      for (int i = 0; i + parts <= count; i += parts) {
        double magnitude =
            parts == 1 ? Math.abs(tile[i]) : ElementType.magnitude(tile[i], tile[i + 1]);
        add(magnitude, (chunk.firstPartIndex() + begin + i) / parts);
      }
    }
  }

  private void add(double magnitude, long index) {
    boolean isFinite = Double.isFinite(magnitude);
    if (isFinite != (goal == Goal.LARGEST) || next != null && magnitude < next.magnitude) {
      return;
    }
    Found element = new Found(index, isFinite ? magnitude : 0, false);
    first = Found.first(first, element);
    if (start.isEmpty() || start.get().precedes(element)) {
      next = Found.first(next, element);
    }
  }

  @Override
  public void merge(ElementSearch other) {
    first = Found.first(first, other.first);
    next = Found.first(next, other.next);
  }

  @Override
  public Optional<Found> result() {
    return next != null || first == null
        ? Optional.ofNullable(next)
        : Optional.of(new Found(first.index, first.magnitude, true));
  }
}
