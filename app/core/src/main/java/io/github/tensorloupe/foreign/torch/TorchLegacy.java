package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleBytes;
import io.github.tensorloupe.foreign.pickle.PickleLoader;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.pickle.PickleText;
import io.github.tensorloupe.foreign.pickle.PickleValue;
import io.github.tensorloupe.foreign.pickle.PickleValue.BigInt;
import io.github.tensorloupe.foreign.pickle.PickleValue.Container;
import io.github.tensorloupe.foreign.pickle.PickleValue.Int;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Saturating;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.ForeignContent;
import io.github.tensorloupe.model.Pickle;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A file of PyTorch before version 1.6: five pickles, and the data of the storages.
final class TorchLegacy {

  private static final BigInteger MAGIC = new BigInteger("1950a86a20f9469cfc6c", 16);
  private static final int PROTOCOL = 1001;

  private final ByteSource file;
  private final Cancellation cancellation;
  private final List<Finding> findings = new ArrayList<>();
  private long position;

  private TorchLegacy(ByteSource file, Cancellation cancellation) {
    this.file = file;
    this.cancellation = cancellation;
  }

  /// Reads a file, or returns empty if it does not begin with a pickle. A pickle other than the
  /// magic number is only described.
  static Optional<ForeignContent> read(ByteSource file, byte[] head, Cancellation cancellation)
      throws IOException {
    OptionalInt protocol = Pickle.protocol(file, head);
    if (protocol.isEmpty() && (head.length == 0 || head[0] != (byte) 0x80 && head[0] != 'L')) {
      return Optional.empty();
    }
    TorchLegacy legacy = new TorchLegacy(file, cancellation);
    // Other values may precede the number, so that the pickle has any length.
    PickleReading first = legacy.nextReading(PickleLoader.UNKNOWN);
    if (first.root().isPresent()
        && first.root().get() instanceof BigInt(BigInteger number)
        && number.equals(MAGIC)) {
      return Optional.of(legacy.read());
    }
    return protocol.isPresent()
        ? PlainPickle.read(file, protocol.getAsInt(), first)
        : Optional.empty();
  }

  /// Reads the pickles after the magic number.
  private ForeignContent read() throws IOException {
    TorchLoader loader = new TorchLoader(true);
    Optional<PickleValue> protocol = next(PickleLoader.UNKNOWN);
    if (protocol.isPresent() && !protocol.get().equals(new Int(PROTOCOL))) {
      return malformed(Sentence.of("The second pickle is not the protocol version {0}.", PROTOCOL));
    }
    next(PickleLoader.UNKNOWN);
    Optional<PickleValue> value = next(loader);
    Optional<PickleValue> keys = next(PickleLoader.UNKNOWN);
    if (value.isEmpty() || keys.isEmpty()) {
      return ForeignContent.unparsed(FileKind.PYTORCH_LEGACY, findings);
    }
    if (!(keys.get() instanceof Container list)) {
      return malformed(Sentence.of("The last pickle is not the list of the storages."));
    }
    Map<String, StorageData> storages = new TreeMap<>();
    for (int i = 0; i < list.size(); i++) {
      cancellation.check();
      String key = list.get(i) instanceof PickleText text ? text.text() : "";
      TorchStorage storage = loader.storages.get(key);
      if (storage == null) {
        return malformed(
            Sentence.of(
                "The last pickle lists the storage \"{0}\", which is not used.",
                DisplayText.of(key)));
      }
      storages.put(key, data(storage));
    }
    return TorchFormat.content(
        FileKind.PYTORCH_LEGACY,
        value.get(),
        findings,
        cancellation,
        _ ->
            new TorchFormat.Storages(
                key -> Optional.ofNullable(storages.get(key)), ForeignContent.NO_DATA_CHECK));
  }

  private ForeignContent malformed(Sentence sentence) {
    findings.add(
        Finding.of(FindingCode.PICKLE_MALFORMED, sentence, new ByteRange(position, file.length())));
    return ForeignContent.unparsed(FileKind.PYTORCH_LEGACY, findings);
  }

  /// Reads the next pickle, or returns empty if it or a preceding pickle is malformed.
  private Optional<PickleValue> next(PickleLoader loader) throws IOException {
    return position < 0 ? Optional.empty() : nextReading(loader).root();
  }

  private PickleReading nextReading(PickleLoader loader) throws IOException {
    PickleReading reading =
        PickleReading.read(PickleBytes.of(file, position, file.length()), loader, cancellation);
    findings.addAll(reading.findings());
    position = reading.root().isEmpty() ? -1 : position + reading.end();
    return reading;
  }

  /// Reads the element count of the next storage, and skips its data.
  private StorageData data(TorchStorage storage) throws IOException {
    long begin = position + Long.BYTES;
    if (begin > file.length()) {
      return cut(storage.byteCount());
    }
    long count = file.readLittleEndian(position, Long.BYTES);
    long byteCount = Saturating.product(Saturating.ofUnsigned(count), storage.width());
    if (byteCount > file.length() - begin) {
      return cut(byteCount);
    }
    position = begin + byteCount;
    return new StorageData(
        byteCount,
        OptionalLong.of(begin),
        Optional.of((at, target) -> file.read(begin + at, target)),
        false,
        false);
  }

  private StorageData cut(long byteCount) {
    position = file.length();
    return new StorageData(byteCount, OptionalLong.empty(), Optional.empty(), true, false);
  }
}
