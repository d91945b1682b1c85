package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup;
import io.github.tensorloupe.integrity.duplicates.Duplicates.DuplicateGroup.Filling;
import io.github.tensorloupe.integrity.duplicates.Duplicates.SharedName;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.model.FileClosedException;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Finds tensors with equal bytes, within and across files, regardless of dtype and shape.
///
/// Compares tensors of equal length: first a sample of each, then all bytes of tensors with equal
/// samples. Skips empty and truncated tensors.
public final class DuplicateSearch {

  /// The size of a block for determining the filling. A multiple of 24, so that a block ends at an
  /// element border for any dtype.
  private static final int BLOCK_BYTES = 24 * 1024;

  private record Candidate(TensorRef tensor, TensorData data) {
    long byteCount() {
      return data.range().byteCount();
    }
  }

  private final int threadCount;
  private final Cancellation cancellation;
  private final Map<Path, Object> keyByPath = new TreeMap<>();
  private long unreadableCount;

  private DuplicateSearch(int threadCount, Cancellation cancellation) {
    this.threadCount = threadCount;
    this.cancellation = cancellation;
  }

  /// Finds duplicate tensors. Blocks the calling thread.
  ///
  /// @param cancellation checked before each block
  /// @param progress reported in bytes of all tensors to compare, including bytes that need not be
  ///   read
  /// @throws IOException if a file is closed during the search or has changed since it was opened
  public static Duplicates run(
      List<TensorFile> files, int threadCount, Cancellation cancellation, Progress progress)
      throws IOException {
    DuplicateSearch search = new DuplicateSearch(threadCount, cancellation);
    List<DuplicateGroup> groups = search.groups(files, progress);
    return new Duplicates(
        groups,
        files.stream().flatMap(file -> SharedName.in(file).stream()).toList(),
        search.unreadableCount);
  }

  private List<DuplicateGroup> groups(List<TensorFile> files, Progress progress)
      throws IOException {
    List<List<Candidate>> ofOneLength = new ArrayList<>(byLength(files).values());
    ofOneLength.removeIf(group -> group.size() < 2);
    long total = byteCount(ofOneLength);
    progress.report(0, total);
    // Small tensors need not be read again, because their sample is the entire tensor.
    List<List<Candidate>> equal = new ArrayList<>();
    List<List<Candidate>> large = new ArrayList<>();
    for (List<Candidate> group : splitByHash(ofOneLength, Extent::sample, Progress.NONE)) {
      (Extent.isSmall(group.getFirst().data()) ? equal : large).add(group);
    }
    long rest = byteCount(large);
    Progress ofLarge = (done, _) -> progress.report(total - rest + done, total);
    equal.addAll(splitByHash(large, Extent::of, ofLarge));
    List<DuplicateGroup> groups = new ArrayList<>();
    for (List<Candidate> same : equal) {
      cancellation.check();
      group(same).ifPresent(groups::add);
    }
    groups.sort(
        Comparator.comparingLong(DuplicateGroup::wastedBytes)
            .thenComparingLong(DuplicateGroup::byteCount)
            .reversed());
    progress.report(total, total);
    return groups;
  }

  private static long byteCount(List<List<Candidate>> groups) {
    return groups.stream().flatMap(List::stream).mapToLong(Candidate::byteCount).sum();
  }

  private static Map<Long, List<Candidate>> byLength(List<TensorFile> files) {
    Map<Long, List<Candidate>> byLength = new LinkedHashMap<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.header().tensors()) {
        file.data(info)
            .filter(data -> data.isComplete() && data.range().byteCount() > 0)
            .map(data -> new Candidate(new TensorRef(file, info), data))
            .ifPresent(
                each ->
                    byLength.computeIfAbsent(each.byteCount(), _ -> new ArrayList<>()).add(each));
      }
    }
    return byLength;
  }

  /// Divides groups by the hash of an extent of each tensor. Omits groups of a single tensor.
  private List<List<Candidate>> splitByHash(
      List<List<Candidate>> groups, Function<TensorData, Extent> part, Progress progress)
      throws IOException {
    List<Extent> extents =
        groups.stream().flatMap(List::stream).map(Candidate::data).map(part).toList();
    Iterator<Content> contents =
        ContentHashing.of(extents, threadCount, cancellation, progress).iterator();
    List<List<Candidate>> splitGroups = new ArrayList<>();
    for (List<Candidate> group : groups) {
      Map<ContentHash, List<Candidate>> byHash = new LinkedHashMap<>();
      for (Candidate candidate : group) {
        if (contents.next() instanceof ContentHash hash) {
          byHash.computeIfAbsent(hash, _ -> new ArrayList<>()).add(candidate);
        } else {
          unreadableCount++;
        }
      }
      byHash.values().stream().filter(same -> same.size() > 1).forEach(splitGroups::add);
    }
    return splitGroups;
  }

  private Optional<DuplicateGroup> group(List<Candidate> same) throws IOException {
    try {
      // Bytes are constant only if they are constant as elements of each dtype.
      Filling filling = Filling.ZEROS;
      Map<Dtype, TensorData> ofEachDtype = new EnumMap<>(Dtype.class);
      same.forEach(each -> ofEachDtype.putIfAbsent(each.data().info().dtype(), each.data()));
      for (TensorData data : ofEachDtype.values()) {
        Filling one = filling(data);
        data.file().requireUnchanged();
        filling = one.compareTo(filling) < 0 ? one : filling;
      }
      List<TensorRef> tensors = same.stream().map(Candidate::tensor).toList();
      return Optional.of(
          new DuplicateGroup(tensors, same.getFirst().byteCount(), filling, placeCount(same)));
    } catch (FileClosedException | FileChangedException e) {
      throw e;
    } catch (IOException e) {
      unreadableCount += same.size();
      return Optional.empty();
    }
  }

  /// Returns the number of copies on disk. The same file may be open under several names.
  private int placeCount(List<Candidate> same) {
    Map<Object, Set<Long>> beginsByFile = new HashMap<>();
    for (Candidate candidate : same) {
      Path path = candidate.data().file().path();
      Object key = keyByPath.computeIfAbsent(path, DuplicateSearch::fileKey);
      beginsByFile.computeIfAbsent(key, _ -> new HashSet<>()).add(candidate.data().range().begin());
    }
    return beginsByFile.values().stream().mapToInt(Set::size).sum();
  }

  private static Object fileKey(Path path) {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      return Optional.ofNullable(key).orElse(path.toRealPath());
    } catch (IOException e) {
      // A file that was renamed or deleted in the meantime counts as a separate file.
      return path;
    }
  }

  private Filling filling(TensorData tensor) throws IOException {
    ByteSource file = tensor.file();
    long end = tensor.range().end();
    byte[] expected = {};
    for (long at = tensor.range().begin(); at < end; at += BLOCK_BYTES) {
      cancellation.check();
      byte[] block = new byte[(int) Math.min(BLOCK_BYTES, end - at)];
      file.read(at, ByteBuffer.wrap(block));
      if (expected.length == 0) {
        expected = repeated(block, tensor.info().dtype());
      }
      if (Arrays.mismatch(block, 0, block.length, expected, 0, block.length) >= 0) {
        return Filling.VALUES;
      }
    }
    return Arrays.equals(expected, new byte[expected.length]) ? Filling.ZEROS : Filling.CONSTANT;
  }

  private static byte[] repeated(byte[] block, Dtype dtype) {
    int first = block[0] & 0xff;
    // The smallest unit of whole bytes that contains whole elements.
    byte[] unit =
        switch (dtype.bits()) {
          case 4 -> new byte[] {(byte) ((first & 0xf) * 0x11)};
          case 6 -> {
            int four = (first & 0x3f) * 0x41041;
            yield new byte[] {(byte) four, (byte) (four >> 8), (byte) (four >> 16)};
          }
          default -> Arrays.copyOf(block, Math.min(block.length, dtype.bits() / 8));
        };
    byte[] repeated = new byte[block.length];
    for (int i = 0; i < repeated.length; i++) {
      repeated[i] = unit[i % unit.length];
    }
    return repeated;
  }
}
