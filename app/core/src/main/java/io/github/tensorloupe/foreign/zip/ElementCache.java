package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.model.ComputedFile.Elements;
import io.github.tensorloupe.model.StridedElements;

/// Recently used data of the strided or compressed tensors of a file, in large slabs because each
/// computation may read or inflate a whole entry. Thread-safe.
public final class ElementCache {

  private static final int SLAB_BYTES = 16 << 20;
  private static final int MAX_SLABS = 3;

  /// Larger sources would evict their own slabs.
  private static final int MAX_SOURCE_BYTES = 2 * SLAB_BYTES;

  /// @param owner the computation of the elements
  /// @param begin the index of the first element
  private record Slab(Elements owner, long begin, byte[] bytes) {}

  /// The most recently used slab first.
  private final Deque<Slab> slabs = new ArrayDeque<>();

  /// Returns true if strided elements should be computed from [#cached(StridedElements.Source,
  /// long)].
  public static boolean isSmall(long sourceBytes) {
    return sourceBytes <= MAX_SOURCE_BYTES;
  }

  /// Returns a source that is read in slabs.
  ///
  /// @param byteCount the length of the source
  public StridedElements.Source cached(StridedElements.Source source, long byteCount) {
    Elements bytes = cached((first, _, target) -> source.read(first, target), byteCount, 1);
    return (offset, target) -> bytes.compute(offset, target.remaining(), target);
  }

  /// Returns elements that are computed in slabs.
  ///
  /// @param count the number of elements
  public Elements cached(Elements elements, long count, int elementBytes) {
    int slabCount = SLAB_BYTES / elementBytes;
    return (first, wanted, target) -> {
      long at = first;
      while (at < first + wanted) {
        long begin = at / slabCount * slabCount;
        int length = (int) Math.min(slabCount, count - begin);
        byte[] slab = slab(elements, begin, length, elementBytes);
        int copied = (int) Math.min(first + wanted - at, begin + length - at);
        target.put(slab, (int) (at - begin) * elementBytes, copied * elementBytes);
        at += copied;
      }
    };
  }

  private byte[] slab(Elements elements, long begin, int count, int elementBytes)
      throws IOException {
    // Threads that read the same tensor wait for one computation.
    synchronized (elements) {
      Optional<Slab> known = find(elements, begin);
      if (known.isPresent()) {
        return known.get().bytes;
      }
      byte[] bytes = new byte[count * elementBytes];
      elements.compute(begin, count, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN));
      synchronized (slabs) {
        slabs.addFirst(new Slab(elements, begin, bytes));
        if (slabs.size() > MAX_SLABS) {
          slabs.removeLast();
        }
      }
      return bytes;
    }
  }

  private Optional<Slab> find(Elements elements, long begin) {
    synchronized (slabs) {
      Optional<Slab> known =
          slabs.stream().filter(slab -> slab.owner == elements && slab.begin == begin).findFirst();
      known.ifPresent(
          slab -> {
            slabs.remove(slab);
            slabs.addFirst(slab);
          });
      return known;
    }
  }
}
