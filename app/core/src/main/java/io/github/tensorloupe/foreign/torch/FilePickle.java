package io.github.tensorloupe.foreign.torch;

import module java.base;

import io.github.tensorloupe.foreign.pickle.PickleBytes;
import io.github.tensorloupe.foreign.pickle.PickleLoader;
import io.github.tensorloupe.foreign.pickle.PickleReading;
import io.github.tensorloupe.foreign.zip.ArchiveEntry;
import io.github.tensorloupe.foreign.zip.ArchivePickles;
import io.github.tensorloupe.foreign.zip.ZipArchive;
import io.github.tensorloupe.foreign.zip.ZipDirectory;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoFunction;

/// A pickle of an open file. Its values need up to several times the memory of its bytes, so they
/// are not retained.
public final class FilePickle {

  private static final int HEAD_BYTES = 4096;

  /// The number of pickles before the data of storages.
  private static final int LEGACY_COUNT = 5;

  /// The index of the pickle of the tensors.
  private static final int LEGACY_TENSORS = 3;

  private final String name;
  private final long byteCount;
  private final IoFunction<Cancellation, PickleReading> reader;

  private FilePickle(String name, long byteCount, IoFunction<Cancellation, PickleReading> reader) {
    this.name = name;
    this.byteCount = byteCount;
    this.reader = reader;
  }

  /// Returns true if files of this kind usually contain pickles.
  public static boolean isIn(FileKind kind) {
    return switch (kind) {
      case PYTORCH_ZIP, PYTORCH_LEGACY, PICKLE, ZIP -> true;
      default -> false;
    };
  }

  /// Finds the pickles of an open file.
  ///
  /// @return the pickles, the longest first
  /// @throws CancellationException if cancelled
  public static List<FilePickle> list(TensorFile file, Cancellation cancellation)
      throws IOException {
    ByteSource bytes = file.bytes();
    byte[] head = bytes.read(0, (int) Math.min(HEAD_BYTES, bytes.length()));
    Optional<ZipDirectory> directory = ZipDirectory.read(bytes, head, cancellation);
    List<FilePickle> pickles =
        directory.isPresent()
            ? list(ZipArchive.open(directory.get(), cancellation))
            : file.kind() == FileKind.PYTORCH_LEGACY
                ? listLegacy(bytes, cancellation)
                : List.of(of(bytes, 0, 0));
    // The pickle of the tensors is usually the longest one.
    return pickles.stream().sorted(Comparator.comparingLong(each -> -each.byteCount)).toList();
  }

  private static List<FilePickle> list(ZipArchive archive) {
    List<FilePickle> pickles = new ArrayList<>();
    for (ArchiveEntry entry : archive.entries()) {
      if (ArchivePickles.isPickle(entry) && entry.isReadable()) {
        pickles.add(
            new FilePickle(
                entry.name(), entry.size(), cancellation -> read(archive, entry, cancellation)));
      }
    }
    return pickles;
  }

  private static PickleReading read(
      ZipArchive archive, ArchiveEntry entry, Cancellation cancellation) throws IOException {
    List<Finding> findings = new ArrayList<>();
    PickleLoader loader = TorchZip.isPickle(entry) ? new TorchLoader(false) : PickleLoader.UNKNOWN;
    return new ArchivePickles(archive, findings, cancellation)
        .read(entry, loader)
        .orElseGet(() -> PickleReading.unreadable(findings));
  }

  private static List<FilePickle> listLegacy(ByteSource file, Cancellation cancellation)
      throws IOException {
    List<FilePickle> pickles = new ArrayList<>();
    for (long begin = 0; pickles.size() < LEGACY_COUNT && begin < file.length(); ) {
      FilePickle pickle = of(file, begin, pickles.size());
      // The end of a pickle is known after it was interpreted.
      PickleReading reading = pickle.read(cancellation);
      pickles.add(new FilePickle(pickle.name, reading.end(), pickle.reader));
      begin = reading.root().isEmpty() ? file.length() : begin + reading.end();
    }
    return pickles;
  }

  private static FilePickle of(ByteSource file, long begin, int index) {
    return new FilePickle(
        String.valueOf(index + 1),
        file.length() - begin,
        cancellation ->
            PickleReading.read(
                PickleBytes.of(file, begin, file.length()),
                index == LEGACY_TENSORS ? new TorchLoader(true) : PickleLoader.UNKNOWN,
                cancellation));
  }

  /// Returns the name of the entry in an archive; otherwise the number of the pickle, from 1.
  public String name() {
    return name;
  }

  /// Interprets the pickle. The result remains valid while the file is open.
  ///
  /// @throws CancellationException if cancelled
  public PickleReading read(Cancellation cancellation) throws IOException {
    return reader.apply(cancellation);
  }
}
