package io.github.tensorloupe.foreign.zip;

import module java.base;

import io.github.tensorloupe.model.ComputedFile.Elements;

/// Recently computed elements of the compressed tensors of a file, which are computed in large
/// slabs because each computation may inflate a whole entry. Thread-safe.
public final class ElementCache {

  private static final int SLAB_BYTES = 16 << 20;
  private static final int MAX_SLABS = 3;

  /// @param owner the computation of the elements
  /// @param begin the index of the first element
  private record Slab(Elements owner, long begin, byte[] bytes) {}

  /// The most recently used slab first.
  private final Deque<Slab> slabs = new ArrayDeque<>();

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
