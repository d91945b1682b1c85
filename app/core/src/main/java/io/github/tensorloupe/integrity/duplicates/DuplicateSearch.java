package io.github.tensorloupe.integrity.duplicates;

import module java.base;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.integrity.duplicates.DuplicateGroup.Filling;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Looks for tensors of the same bytes, whatever their dtype and shape, within and across files.
///
/// Only tensors of the same length are read: first a few bytes of each, then all bytes of those
/// whose few bytes are the same. Empty tensors and those whose bytes are not all there are left
/// out.
///
/// @param hashing does the reading
public record DuplicateSearch(ContentHashing hashing) {

  private record Candidate(TensorRef tensor, TensorData data) {

    long byteCount() {
      return data.range().byteCount();
    }
  }

  /// Compares the tensors of files. Blocks the calling thread.
  ///
  /// @param files open together
  /// @param cancellation asked before each block
  /// @param progress reported in bytes of the tensors that have to be told apart; those that need
  ///   not be read to the end count as read
  /// @throws IOException if a file is closed meanwhile, or changed since it was opened
  /// @throws java.util.concurrent.CancellationException if cancelled
  public Duplicates run(List<TensorFile> files, Cancellation cancellation, Progress progress)
      throws IOException {
    AtomicLong unreadable = new AtomicLong();
    List<List<Candidate>> ofOneLength = together(candidates(files), Candidate::byteCount);
    long total = byteCount(ofOneLength);
    progress.report(0, total);
    List<List<Candidate>> alike =
        told(ofOneLength, Extent::sample, unreadable, cancellation, Progress.NONE);
    // Where the sample was all there is, it need not be read again.
    List<List<Candidate>> equal =
        new ArrayList<>(alike.stream().filter(DuplicateSearch::isSmall).toList());
    List<List<Candidate>> large = alike.stream().filter(group -> !isSmall(group)).toList();
    long rest = byteCount(large);
    equal.addAll(
        told(
            large,
            Extent::of,
            unreadable,
            cancellation,
            (done, _) -> progress.report(total - rest + done, total)));
    List<DuplicateGroup> groups = groups(equal, unreadable, cancellation);
    progress.report(total, total);
    return new Duplicates(
        groups,
        files.stream().flatMap(file -> SharedName.in(file).stream()).toList(),
        unreadable.get());
  }

  private static boolean isSmall(List<Candidate> group) {
    return Extent.isSmall(group.getFirst().data());
  }

  private static long byteCount(List<List<Candidate>> groups) {
    return groups.stream().flatMap(List::stream).mapToLong(Candidate::byteCount).sum();
  }

  private static List<Candidate> candidates(List<TensorFile> files) {
    List<Candidate> candidates = new ArrayList<>();
    for (TensorFile file : files) {
      for (var info : file.header().tensors()) {
        TensorRef tensor = new TensorRef(file, info);
        tensor
            .data()
            .filter(data -> data.isComplete() && data.range().byteCount() > 0)
            .ifPresent(data -> candidates.add(new Candidate(tensor, data)));
      }
    }
    return candidates;
  }

  /// Groups of at least two that share a key, in the order of their first.
  private static <T> List<List<T>> together(List<T> things, Function<T, ?> key) {
    return grouped(things, key).stream().filter(group -> group.size() > 1).toList();
  }

  private static <T> Collection<List<T>> grouped(List<T> things, Function<T, ?> key) {
    return things.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.<T>toList()))
        .values();
  }

  private record Hashed(Candidate candidate, int group, ContentHash hash) {}

  /// Divides groups by the hash of a part of each tensor.
  private List<List<Candidate>> told(
      List<List<Candidate>> groups,
      Function<TensorData, Extent> part,
      AtomicLong unreadable,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<Candidate> all = groups.stream().flatMap(List::stream).toList();
    ContentHash[] hashes = new ContentHash[all.size()];
    hashing.run(
        all.stream().map(Candidate::data).map(part).toList(),
        new ContentHashing.Results() {
          @Override
          public void hashed(int index, ContentHash hash) {
            hashes[index] = hash;
          }

          @Override
          public void failed(int index, IOException failure) {
            unreadable.incrementAndGet();
          }
        },
        cancellation,
        progress);
    List<Hashed> hashed = new ArrayList<>();
    int next = 0;
    for (int group = 0; group < groups.size(); group++) {
      for (Candidate candidate : groups.get(group)) {
        if (hashes[next] != null) {
          hashed.add(new Hashed(candidate, group, hashes[next]));
        }
        next++;
      }
    }
    return together(hashed, each -> List.of(each.group(), each.hash())).stream()
        .map(same -> same.stream().map(Hashed::candidate).toList())
        .toList();
  }

  private static List<DuplicateGroup> groups(
      List<List<Candidate>> equal, AtomicLong unreadable, Cancellation cancellation) {
    Map<Path, Object> keyByPath = new HashMap<>();
    List<DuplicateGroup> groups = new ArrayList<>();
    for (List<Candidate> same : equal) {
      filling(same, cancellation)
          .ifPresentOrElse(
              filling ->
                  groups.add(
                      new DuplicateGroup(
                          same.stream().map(Candidate::tensor).toList(),
                          same.getFirst().byteCount(),
                          filling,
                          placeCount(same, keyByPath))),
              () -> unreadable.addAndGet(same.size()));
    }
    groups.sort(
        Comparator.comparingLong(DuplicateGroup::wastedBytes)
            .thenComparingLong(DuplicateGroup::byteCount)
            .reversed());
    return groups;
  }

  /// The filling that they share; for tensors of several dtypes, whether it is constant for all of
  /// them.
  private static Optional<Filling> filling(List<Candidate> same, Cancellation cancellation) {
    Filling filling = Filling.ZEROS;
    try {
      for (List<Candidate> ofOneDtype : grouped(same, each -> each.tensor().info().dtype())) {
        TensorData data = ofOneDtype.getFirst().data();
        Filling one = Fillings.of(data, cancellation);
        data.file().requireUnchanged();
        filling = one.compareTo(filling) < 0 ? one : filling;
      }
      return Optional.of(filling);
    } catch (IOException e) {
      // They were read a moment ago; whatever it is, nothing is known of them any more.
      return Optional.empty();
    }
  }

  /// In how many places on the disk the bytes of tensors are: a file may be open under two names.
  private static int placeCount(List<Candidate> same, Map<Path, Object> keyByPath) {
    return (int)
        same.stream()
            .map(Candidate::data)
            .map(
                data ->
                    List.of(
                        keyByPath.computeIfAbsent(data.file().path(), DuplicateSearch::fileKey),
                        data.range()))
            .distinct()
            .count();
  }

  private static Object fileKey(Path path) {
    try {
      Object key = Files.readAttributes(path, BasicFileAttributes.class).fileKey();
      return Optional.ofNullable(key).orElse(path.toRealPath());
    } catch (IOException e) {
      // It has been renamed or deleted meanwhile: then it is taken for a file of its own.
      return path;
    }
  }

  /// Tells constant tensors from others. Reads until two values differ, and all of a constant one.
  private static final class Fillings {

    /// A multiple of 24, so that a block ends between two elements whatever their width.
    private static final int BLOCK_BYTES = 24 * 1024;

    private Fillings() {}

    static Filling of(TensorData tensor, Cancellation cancellation) throws IOException {
      FileBytes file = tensor.file();
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

    /// The first element over and over, as many bytes as the block has.
    private static byte[] repeated(byte[] block, Dtype dtype) {
      byte[] unit = unit(block, dtype);
      byte[] repeated = new byte[block.length];
      for (int i = 0; i < repeated.length; i++) {
        repeated[i] = unit[i % unit.length];
      }
      return repeated;
    }

    /// The bytes after which a constant tensor begins anew; of narrow elements as many of the first
    /// one as fill whole bytes.
    private static byte[] unit(byte[] block, Dtype dtype) {
      int first = block[0] & 0xff;
      return switch (dtype.bits()) {
        case 4 -> new byte[] {(byte) ((first & 0xf) * 0x11)};
        case 6 -> {
          int four = (first & 0x3f) * 0x41041;
          yield new byte[] {(byte) four, (byte) (four >> 8), (byte) (four >> 16)};
        }
        default -> Arrays.copyOf(block, Math.min(block.length, dtype.bits() / 8));
      };
    }
  }
}
