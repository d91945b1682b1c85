package io.github.tensorloupe.compare;

import module java.base;

import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.ContentKey;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.model.NamePrefixes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;
import io.github.tensorloupe.work.ParallelWork;
import io.github.tensorloupe.work.Progress;

/// The pairs of tensors of two checkpoints. Immutable.
///
/// @param pairs the pairs with a tensor of the base, in its order, then added tensors
public record Pairing(List<TensorPair> pairs) {

  public Pairing {
    pairs = Collections.unmodifiableList(pairs);
  }

  /// Pairs tensors in several steps: by rules, by name, by name without prefixes, by names of
  /// another scheme and of the parts of fused tensors, and by equal bytes. Each step pairs tensors
  /// whose key is unique on both sides. Takes linear time.
  ///
  /// @param byBytes true to read unpaired tensors and pair them by their bytes
  /// @throws IOException if reading fails or a file changed since it was opened
  public static Pairing of(
      Side a, Side b, NameMap map, boolean byBytes, Cancellation cancellation, Progress progress)
      throws IOException {
    Search search = new Search(a.tensors(), b.tensors(), cancellation);
    Function<TensorRef, Object> name = tensor -> tensor.info().name();
    if (!map.rules().isEmpty()) {
      search.pair(PairedBy.MAP, tensor -> mapped(tensor.info().name(), map), name);
    }
    search.pair(PairedBy.NAME, name, name);
    search.pair(PairedBy.PREFIX, Pairing::stripped, Pairing::stripped);
    OtherNames names = new OtherNames();
    for (boolean isLeftA : List.of(true, false)) {
      Function<TensorRef, Object> left = tensor -> names.inOtherScheme(stripped(tensor));
      Function<TensorRef, Object> right = Pairing::stripped;
      search.pair(PairedBy.SCHEME, isLeftA ? left : right, isLeftA ? right : left);
      search.pairSlices(isLeftA, others -> FusedTensor.byNames(names, others, byBytes));
    }
    if (byBytes) {
      Map<TensorRef, ContentKey> contents =
          new Contents(search.unpairedA(), search.unpairedB(), cancellation).of(progress);
      Function<TensorRef, Object> exact =
          tensor -> {
            ContentKey key = contents.get(tensor);
            TensorInfo info = tensor.info();
            return key == null ? null : new ContentKey(info.dtype(), info.shape(), key.content());
          };
      search.pair(PairedBy.BYTES, exact, exact);
      search.pair(PairedBy.BYTES, contents::get, contents::get);
      for (boolean isFusedA : List.of(true, false)) {
        search.pairSlices(isFusedA, others -> FusedTensor.byBytes(others, cancellation));
      }
    }
    return new Pairing(search.pairs());
  }

  /// Returns the name after applying the rules, or null if no rule changes the name.
  private static Object mapped(String name, NameMap map) {
    String mapped = map.apply(name);
    return mapped.equals(name) ? null : mapped;
  }

  static String stripped(TensorRef tensor) {
    return NamePrefixes.stripped(tensor.info().name(), NamePrefixes.OF_WRAPPERS);
  }

  private static final class Search {

    private static final int NONE = -1;
    private static final int SEVERAL = -2;

    private final List<TensorRef> a;
    private final List<TensorRef> b;
    private final Cancellation cancellation;

    /// The index of the counterpart of each tensor of the base, or [#NONE].
    private final int[] partners;

    private final PairedBy[] reasons;

    /// The pairs of sliced tensors of the base, and of tensors whose counterpart is a slice.
    private final Map<Integer, List<TensorPair>> slicedA = new HashMap<>();

    private final BitSet pairedB = new BitSet();

    Search(List<TensorRef> a, List<TensorRef> b, Cancellation cancellation) {
      this.a = a;
      this.b = b;
      this.cancellation = cancellation;
      partners = new int[a.size()];
      Arrays.fill(partners, NONE);
      reasons = new PairedBy[a.size()];
    }

    private boolean isUnpairedA(int index) {
      return partners[index] < 0 && !slicedA.containsKey(index);
    }

    private IntStream unpairedIndexesA() {
      return IntStream.range(0, a.size()).filter(this::isUnpairedA);
    }

    private IntStream unpairedIndexesB() {
      return IntStream.range(0, b.size()).filter(i -> !pairedB.get(i));
    }

    List<TensorRef> unpairedA() {
      return unpairedIndexesA().mapToObj(a::get).toList();
    }

    List<TensorRef> unpairedB() {
      return unpairedIndexesB().mapToObj(b::get).toList();
    }

    /// Pairs unpaired tensors whose key is unique on both sides. Skips tensors whose key is null.
    /// Keys with parts from files must be comparable, because crafted parts can have equal hash
    /// codes.
    void pair(
        PairedBy reason, Function<TensorRef, Object> keyOfA, Function<TensorRef, Object> keyOfB) {
      if (pairedB.cardinality() == b.size()) {
        return;
      }
      Map<Object, Integer> indexesA = indexes(a, this::isUnpairedA, keyOfA);
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

    /// Pairs the slices of unpaired fused tensors with the unpaired tensors that contain them.
    ///
    /// @param isFusedA true if the fused tensors are on the side of the base
    /// @param finder finds the parts of a fused tensor among the given tensors
    void pairSlices(
        boolean isFusedA,
        IoFunction<List<TensorRef>, IoFunction<TensorRef, Optional<FusedTensor>>> finder)
        throws IOException {
      Map<TensorRef, Integer> indexesA = new LinkedHashMap<>();
      unpairedIndexesA().forEach(index -> indexesA.put(a.get(index), index));
      Map<TensorRef, Integer> indexesB = new LinkedHashMap<>();
      unpairedIndexesB().forEach(index -> indexesB.put(b.get(index), index));
      Map<TensorRef, Integer> fusedIndexes = isFusedA ? indexesA : indexesB;
      Map<TensorRef, Integer> partIndexes = isFusedA ? indexesB : indexesA;
      if (fusedIndexes.isEmpty() || partIndexes.size() < 2) {
        return;
      }
      IoFunction<TensorRef, Optional<FusedTensor>> search =
          finder.apply(List.copyOf(partIndexes.keySet()));
      for (Map.Entry<TensorRef, Integer> fused : fusedIndexes.entrySet()) {
        cancellation.check();
        Optional<FusedTensor> found = search.apply(fused.getKey());
        if (found.filter(it -> partIndexes.keySet().containsAll(it.parts())).isPresent()) {
          List<Integer> parts = found.get().parts().stream().map(partIndexes::remove).toList();
          addSlices(fused.getValue(), parts, found.get().slices(), isFusedA);
        }
      }
    }

    private void addSlices(
        int fusedIndex, List<Integer> partIndexes, List<TensorRef> slices, boolean isFusedA) {
      List<TensorPair> pairs = new ArrayList<>();
      for (int i = 0; i < slices.size(); i++) {
        int part = partIndexes.get(i);
        if (isFusedA) {
          pairs.add(TensorPair.of(slices.get(i), b.get(part), PairedBy.SLICE));
          pairedB.set(part);
        } else {
          slicedA.put(part, List.of(TensorPair.of(a.get(part), slices.get(i), PairedBy.SLICE)));
        }
      }
      if (isFusedA) {
        slicedA.put(fusedIndex, pairs);
      } else {
        pairedB.set(fusedIndex);
      }
    }

    private Map<Object, Integer> indexes(
        List<TensorRef> tensors, IntPredicate isUnpaired, Function<TensorRef, Object> keyOf) {
      Map<Object, Integer> indexes = new HashMap<>();
      for (int i = 0; i < tensors.size(); i++) {
        cancellation.check();
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
        pairs.addAll(slicedA.getOrDefault(i, List.of()));
        if (isUnpairedA(i)) {
          pairs.add(TensorPair.removed(a.get(i)));
        } else if (partners[i] >= 0) {
          pairs.add(TensorPair.of(a.get(i), b.get(partners[i]), reasons[i]));
        }
      }
      unpairedB().stream().map(TensorPair::added).forEach(pairs::add);
      return pairs;
    }
  }

  /// Keys of unpaired tensors, computed first from samples, then from all of their bytes.
  private record Contents(List<TensorRef> a, List<TensorRef> b, Cancellation cancellation) {

    /// The minimum number of bytes of a tensor. Smaller tensors may be equal by chance.
    private static final int MIN_BYTES = 16;

    private static final int PERIOD = Long.BYTES;
    private static final int BLOCK_BYTES = 1 << 20;

    /// Returns the keys of all tensors that may have a counterpart. Keys are equal only if the
    /// dtypes, bytes and shapes without axes of length 1 are equal. Omits tensors that are small or
    /// constant.
    Map<TensorRef, ContentKey> of(Progress progress) throws IOException {
      Map<TensorRef, ContentKey> layouts = new LinkedHashMap<>();
      for (TensorRef tensor : Stream.concat(a.stream(), b.stream()).toList()) {
        if (tensor.data().filter(Contents::isLongEnough).isPresent()) {
          LongStream axes = LongStream.of(tensor.info().shape().dimensions());
          Shape shape = Shape.of(axes.filter(length -> length != 1).toArray());
          layouts.put(tensor, new ContentKey(tensor.info().dtype(), shape, Optional.empty()));
        }
      }
      Map<TensorRef, ContentKey> samples = extended(layouts, Extent::sample, Progress.NONE);
      Map<TensorRef, ContentKey> whole = extended(samples, Extent::of, progress);
      for (TensorRef tensor : List.copyOf(whole.keySet())) {
        if (repeats(tensor.data().orElseThrow())) {
          whole.remove(tensor);
        }
      }
      return whole;
    }

    private static boolean isLongEnough(TensorData data) {
      return data.isComplete() && data.range().byteCount() >= MIN_BYTES;
    }

    /// Replaces the contents of keys with the hash of an extent. Omits tensors whose key does not
    /// occur on both sides.
    private Map<TensorRef, ContentKey> extended(
        Map<TensorRef, ContentKey> keys, Function<TensorData, Extent> part, Progress progress)
        throws IOException {
      Set<ContentKey> ofA = a.stream().map(keys::get).collect(Collectors.toSet());
      Set<ContentKey> both = b.stream().map(keys::get).collect(Collectors.toSet());
      both.retainAll(ofA);
      List<TensorRef> tensors =
          keys.keySet().stream().filter(tensor -> both.contains(keys.get(tensor))).toList();
      List<Content> contents =
          ContentHashing.of(
              tensors.stream().map(tensor -> part.apply(tensor.data().orElseThrow())).toList(),
              ParallelWork.defaultThreadCount(),
              cancellation,
              progress);
      Map<TensorRef, ContentKey> extended = new LinkedHashMap<>();
      for (int i = 0; i < tensors.size(); i++) {
        ContentKey key = keys.get(tensors.get(i));
        Content hash = contents.get(i).hash();
        extended.put(tensors.get(i), new ContentKey(key.dtype(), key.shape(), Optional.of(hash)));
      }
      return extended;
    }

    /// Returns true if all bytes repeat with a period of [#PERIOD], such as zeros and constants.
    private boolean repeats(TensorData data) throws IOException {
      long begin = data.range().begin();
      long end = data.range().byteCount() - PERIOD;
      boolean areSame = true;
      for (long offset = 0; areSame && offset < end; offset += BLOCK_BYTES) {
        cancellation.check();
        long at = begin + offset;
        long byteCount = Math.min(BLOCK_BYTES, end - offset);
        areSame =
            data.file()
                .examine(
                    window -> {
                      MemorySegment bytes = window.bytes(at, byteCount + PERIOD);
                      return bytes.asSlice(0, byteCount).mismatch(bytes.asSlice(PERIOD)) < 0;
                    });
      }
      return areSame;
    }
  }
}
