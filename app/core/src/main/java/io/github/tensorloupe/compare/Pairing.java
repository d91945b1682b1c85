package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.model.NamePrefixes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// The tensors of two checkpoints, pair by pair: those of the base in their order, then those that
/// were added. Immutable.
public record Pairing(List<TensorPair> pairs) {

  public Pairing {
    pairs = Collections.unmodifiableList(pairs);
  }

  /// Finds the pairs: by rules, by names, by names without prefixes, by equal bytes. Each step
  /// pairs only where a key has one tensor on either side. Takes linear time in their number.
  ///
  /// @param byBytes true to read tensors that have no partner, to look for the same bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  public static Pairing of(
      Side a, Side b, NameMap map, boolean byBytes, Cancellation cancellation, Progress progress)
      throws IOException {
    Search search = new Search(a.tensors(), b.tensors());
    Function<TensorRef, Object> name = tensor -> tensor.info().name();
    if (!map.rules().isEmpty()) {
      search.pair(PairedBy.MAP, tensor -> mapped(tensor.info().name(), map), name);
    }
    search.pair(PairedBy.NAME, name, name);
    search.pair(PairedBy.PREFIX, Pairing::stripped, Pairing::stripped);
    if (byBytes) {
      Map<TensorRef, Object> contents = new Contents(search, cancellation).of(progress);
      search.pair(PairedBy.BYTES, contents::get, contents::get);
    }
    return new Pairing(search.pairs());
  }

  /// Null where no rule changes the name.
  private static Object mapped(String name, NameMap map) {
    String mapped = map.apply(name);
    return mapped.equals(name) ? null : mapped;
  }

  /// The name of a tensor without prefixes that wrappers are known to add.
  private static String stripped(TensorRef tensor) {
    return NamePrefixes.stripped(tensor.info().name(), NamePrefixes.OF_WRAPPERS);
  }

  /// What is paired so far. Not thread-safe.
  private static final class Search {

    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final List<TensorRef> a;
    private final List<TensorRef> b;

    /// Of each tensor of the base the index of its partner, and why.
    private final int[] partners;

    private final PairedBy[] reasons;
    private final BitSet pairedB = new BitSet();

    Search(List<TensorRef> a, List<TensorRef> b) {
      this.a = a;
      this.b = b;
      partners = new int[a.size()];
      Arrays.fill(partners, NONE);
      reasons = new PairedBy[a.size()];
    }

    List<TensorRef> unpairedA() {
      return IntStream.range(0, a.size()).filter(i -> partners[i] < 0).mapToObj(a::get).toList();
    }

    List<TensorRef> unpairedB() {
      return IntStream.range(0, b.size()).filter(i -> !pairedB.get(i)).mapToObj(b::get).toList();
    }

    /// Pairs what is unpaired and has a key that one tensor of either side has.
    ///
    /// @param keyOfA null where a tensor has none; and so for the other side
    void pair(
        PairedBy reason, Function<TensorRef, Object> keyOfA, Function<TensorRef, Object> keyOfB) {
      if (pairedB.cardinality() == b.size()) {
        return;
      }
      Map<Object, Integer> indexesA = indexes(a, i -> partners[i] < 0, keyOfA);
      Map<Object, Integer> indexesB =
          indexesA.isEmpty() ? Map.of() : indexes(b, i -> !pairedB.get(i), keyOfB);
      indexesA.forEach(
          (key, indexA) -> {
            int indexB = indexesB.getOrDefault(key, NONE);
            if (indexA >= 0 && indexB >= 0) {
              partners[indexA] = indexB;
              reasons[indexA] = reason;
              pairedB.set(indexB);
            }
          });
    }

    private static Map<Object, Integer> indexes(
        List<TensorRef> tensors, IntPredicate isUnpaired, Function<TensorRef, Object> keyOf) {
      Map<Object, Integer> indexes = new HashMap<>();
      for (int i = 0; i < tensors.size(); i++) {
        Object key = isUnpaired.test(i) ? keyOf.apply(tensors.get(i)) : null;
        if (key != null) {
          indexes.merge(key, i, (_, _) -> SEVERAL);
        }
      }
      return indexes;
    }

    List<TensorPair> pairs() {
      List<TensorPair> pairs = new ArrayList<>(a.size());
      for (int i = 0; i < a.size(); i++) {
        pairs.add(
            partners[i] < 0
                ? TensorPair.removed(a.get(i))
                : TensorPair.of(a.get(i), b.get(partners[i]), reasons[i]));
      }
      unpairedB().stream().map(TensorPair::added).forEach(pairs::add);
      return pairs;
    }
  }

  /// Looks into tensors that have no partner. Tells those apart first of which a sample differs.
  private record Contents(List<TensorRef> a, List<TensorRef> b, Cancellation cancellation) {

    /// Fewer bytes are equal by chance.
    private static final int LEAST_BYTES = 16;

    private static final int PERIOD = Long.BYTES;
    private static final int BLOCK_BYTES = 1 << 20;

    Contents(Search search, Cancellation cancellation) {
      this(search.unpairedA(), search.unpairedB(), cancellation);
    }

    /// A key of each tensor that only tensors of the same dtype, shape and bytes share; none where
    /// they are no evidence.
    Map<TensorRef, Object> of(Progress progress) throws IOException {
      Map<TensorRef, Object> layouts = new LinkedHashMap<>();
      Stream.concat(a.stream(), b.stream())
          .filter(tensor -> tensor.data().filter(Contents::isLongEnough).isPresent())
          .forEach(it -> layouts.put(it, List.of(it.info().dtype(), it.info().shape())));
      Map<TensorRef, Object> samples = told(layouts, Extent::sample, Progress.NONE);
      Map<TensorRef, Object> whole = told(samples, Extent::of, progress);
      for (TensorRef tensor : List.copyOf(whole.keySet())) {
        if (repeats(tensor.data().orElseThrow())) {
          whole.remove(tensor);
        }
      }
      return whole;
    }

    private static boolean isLongEnough(TensorData data) {
      return data.isComplete() && data.range().byteCount() >= LEAST_BYTES;
    }

    /// Longer keys of the tensors whose key occurs on both sides.
    private Map<TensorRef, Object> told(
        Map<TensorRef, Object> keys, Function<TensorData, Extent> part, Progress progress)
        throws IOException {
      Set<Object> both = new HashSet<>();
      a.forEach(tensor -> both.add(keys.get(tensor)));
      both.retainAll(
          b.stream().map(keys::get).filter(Objects::nonNull).collect(Collectors.toSet()));
      List<TensorRef> tensors =
          keys.keySet().stream().filter(tensor -> both.contains(keys.get(tensor))).toList();
      List<Content> contents =
          ContentHashing.of(
              tensors.stream().map(it -> part.apply(it.data().orElseThrow())).toList(),
              ParallelWork.usualThreads(),
              cancellation,
              progress);
      Map<TensorRef, Object> told = new LinkedHashMap<>();
      for (int i = 0; i < tensors.size(); i++) {
        told.put(tensors.get(i), List.of(keys.get(tensors.get(i)), contents.get(i).hash()));
      }
      return told;
    }

    /// True if all bytes repeat with a short period, as zeros and constants do.
    private boolean repeats(TensorData data) throws IOException {
      long begin = data.range().begin();
      long end = data.range().byteCount() - PERIOD;
      for (long offset = 0; offset < end; offset += BLOCK_BYTES) {
        cancellation.check();
        long at = begin + offset;
        long byteCount = Math.min(BLOCK_BYTES, end - offset);
        boolean same =
            data.file()
                .examine(
                    window -> {
                      MemorySegment bytes = window.bytes(at, byteCount + PERIOD);
                      return bytes.asSlice(0, byteCount).mismatch(bytes.asSlice(PERIOD)) < 0;
                    });
        if (!same) {
          return false;
        }
      }
      return true;
    }
  }
}
