package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;

/// Legacy hashes: the first 8 hex digits of the SHA-256 of the 64 KiB of a file that start at 1
/// MiB. If the file ends before 1 MiB, this is `e3b0c442`, the hash of empty input.
///
/// The Stable Diffusion web UI hashed the file as is. Trainers hash a hypothetical file: the one
/// that the reference library would write for the tensors with only the `ss_*` entries as metadata,
/// so that adding a title later does not change the hash. This class computes only the hashed bytes
/// of that file. Because the reference library writes metadata in random order, the hash is
/// undefined if there are several entries that extend into the hashed bytes. The hash also depends
/// on the order of tensors and the padding of the header, which this class computes according to
/// the current version of the library.
public final class LegacyHash {

  private static final int WINDOW_BEGIN = 0x100000;
  private static final int WINDOW_BYTES = 0x10000;
  private static final int BYTE_COUNT = 4;
  private static final String TRAINING_PREFIX = "ss_";

  /// Limits the memory. Headers from trainers are much smaller.
  private static final int MAX_HEADER_BYTES = 25_000_000;

  private LegacyHash() {}

  /// Returns the hash of the file as is, which old versions of the Stable Diffusion web UI display.
  /// Reads at most 64 KiB.
  public static String ofFile(ByteSource file) throws IOException {
    long begin = Math.min(WINDOW_BEGIN, file.length());
    int byteCount = (int) Math.min(WINDOW_BYTES, file.length() - begin);
    return hex(Sha256.digest().digest(file.read(begin, byteCount)));
  }

  /// Returns the hash that trainers store as `sshs_legacy_hash`. Reads at most 64 KiB.
  ///
  /// @return the hash, or empty if the reference library cannot read or rewrite the file, if the
  ///   hash depends on the order of the metadata, or if the header exceeds 25 MB
  public static Optional<String> ofTraining(TensorFile file) throws IOException {
    if (file.isRefused() || file.reading().headerLength().orElse(0) > MAX_HEADER_BYTES) {
      return Optional.empty();
    }
    Optional<Metadata> training = file.header().metadata().map(LegacyHash::trainingEntries);
    List<TensorSpec> specs =
        file.header().tensors().stream()
            .map(tensor -> new TensorSpec(tensor.name(), tensor.dtype(), tensor.shape()))
            .toList();
    try {
      boolean isOrderVisible =
          training.isPresent()
              && training.get().entries().size() > 1
              && HeaderWriter.write(List.of(), training).bytes().length > WINDOW_BEGIN;
      WrittenHeader written = HeaderWriter.write(specs, training);
      return isOrderVisible
          ? Optional.empty()
          : Optional.of(hex(Sha256.digest().digest(window(file, written))));
    } catch (UnwritableHeaderException e) {
      return Optional.empty();
    }
  }

  private static Metadata trainingEntries(Metadata metadata) {
    Map<String, String> entries = new LinkedHashMap<>(metadata.entries());
    entries.keySet().removeIf(key -> !key.startsWith(TRAINING_PREFIX));
    return Metadata.of(entries);
  }

  private static byte[] window(TensorFile file, WrittenHeader written) throws IOException {
    int headerEnd = written.bytes().length;
    long fileEnd = headerEnd + written.dataByteCount();
    int begin = (int) Math.min(WINDOW_BEGIN, fileEnd);
    int end = (int) Math.min(WINDOW_BEGIN + WINDOW_BYTES, fileEnd);
    ByteBuffer window = ByteBuffer.allocate(end - begin);
    if (begin < headerEnd) {
      window.put(written.bytes(), begin, Math.min(headerEnd, end) - begin);
    }
    Map<String, TensorInfo> stored = new HashMap<>();
    file.header().tensors().forEach(tensor -> stored.put(tensor.name(), tensor));
    long dataStart = file.reading().dataStart().orElseThrow();
    for (TensorInfo tensor : written.header().tensors()) {
      long tensorBegin = headerEnd + tensor.begin();
      long from = Math.max(tensorBegin, begin);
      long to = Math.min(headerEnd + tensor.end(), end);
      if (from < to) {
        long at = dataStart + stored.get(tensor.name()).begin() + from - tensorBegin;
        window.put(file.bytes().read(at, (int) (to - from)));
      }
    }
    return window.array();
  }

  private static String hex(byte[] hash) {
    return HexFormat.of().formatHex(hash, 0, BYTE_COUNT);
  }
}
