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

/// A pickle of a file. Its values need up to several times the memory of its bytes.
///
/// @param name the name of the entry in an archive; otherwise the number of the pickle, from 1
public record FilePickle(String name, PickleReading reading) {

  private static final int HEAD_BYTES = 4096;

  /// The number of pickles before the data of storages.
  private static final int LEGACY_COUNT = 5;

  /// Returns true if files of this kind usually contain pickles.
  public static boolean isIn(FileKind kind) {
    return switch (kind) {
      case PYTORCH_ZIP, PYTORCH_LEGACY, PICKLE, ZIP -> true;
      default -> false;
    };
  }

  /// Interprets the pickles of an open file again. The values remain valid while it is open.
  ///
  /// @return the pickles in the order of the file; an unreadable one is omitted
  /// @throws CancellationException if cancelled
  public static List<FilePickle> read(TensorFile file, Cancellation cancellation)
      throws IOException {
    ByteSource bytes = file.bytes();
    byte[] head = bytes.read(0, (int) Math.min(HEAD_BYTES, bytes.length()));
    Optional<ZipDirectory> directory = ZipDirectory.read(bytes, head, cancellation);
    return directory.isPresent()
        ? read(ZipArchive.open(directory.get(), cancellation), cancellation)
        : read(bytes, file.kind() == FileKind.PYTORCH_LEGACY, cancellation);
  }

  private static List<FilePickle> read(ZipArchive archive, Cancellation cancellation)
      throws IOException {
    List<FilePickle> pickles = new ArrayList<>();
    List<Finding> unused = new ArrayList<>();
    ArchivePickles reader = new ArchivePickles(archive, unused, cancellation);
    for (ArchiveEntry entry : archive.entries()) {
      if (ArchivePickles.isPickle(entry)) {
        reader
            .read(entry, new TorchLoader(false))
            .ifPresent(reading -> pickles.add(new FilePickle(entry.name(), reading)));
      }
    }
    return pickles;
  }

  private static List<FilePickle> read(ByteSource file, boolean isLegacy, Cancellation cancellation)
      throws IOException {
    List<FilePickle> pickles = new ArrayList<>();
    PickleLoader loader = isLegacy ? new TorchLoader(true) : PickleLoader.UNKNOWN;
    int count = isLegacy ? LEGACY_COUNT : 1;
    for (long position = 0; pickles.size() < count && position < file.length(); ) {
      PickleReading reading =
          PickleReading.read(PickleBytes.of(file, position, file.length()), loader, cancellation);
      pickles.add(new FilePickle(String.valueOf(pickles.size() + 1), reading));
      if (reading.root().isEmpty()) {
        break;
      }
      position += reading.end();
    }
    return pickles;
  }
}
