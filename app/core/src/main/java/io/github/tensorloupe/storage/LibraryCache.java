package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.library.HeaderMemory;
import io.github.tensorloupe.work.IoConsumer;

/// Keeps what the library has learned of files from one run to the next: one file in the folder for
/// what can be found out again. Blocks the calling thread. Where it cannot be read or written, the
/// library learns it again.
public final class LibraryCache implements HeaderMemory.Store {

  private static final String NAME = "library.bin";
  private static final byte[] MAGIC = "TLmodels".getBytes(StandardCharsets.US_ASCII);

  /// To be raised whenever the format changes, or other facts are found for the same files.
  private static final int VERSION = 2;

  private static final int BUFFER_BYTES = 1 << 16;

  private final Folders folders;

  public LibraryCache(Folders folders) {
    this.folders = folders;
  }

  @Override
  public void read(IoConsumer<DataInputStream> reading) {
    Optional<Path> file = folders.cache().map(folder -> folder.resolve(NAME));
    if (file.isEmpty() || !Files.isRegularFile(file.get())) {
      return;
    }
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                new GZIPInputStream(Files.newInputStream(file.get()), BUFFER_BYTES),
                BUFFER_BYTES))) {
      if (Arrays.equals(in.readNBytes(MAGIC.length), MAGIC) && in.readInt() == VERSION) {
        reading.accept(in);
      }
    } catch (IOException | IllegalArgumentException | DateTimeException e) {
      // It is damaged, and will be written anew.
    }
  }

  @Override
  public void write(IoConsumer<DataOutputStream> writing) {
    Optional<Path> folder = folders.cache();
    if (folder.isEmpty()) {
      return;
    }
    try {
      Files.createDirectories(folder.get());
      WholeFile.write(
          folder.get().resolve(NAME),
          false,
          file -> {
            try (DataOutputStream out =
                new DataOutputStream(
                    new BufferedOutputStream(new GZIPOutputStream(file), BUFFER_BYTES))) {
              out.write(MAGIC);
              out.writeInt(VERSION);
              writing.accept(out);
            }
          });
    } catch (IOException e) {
      // The next run looks at the files themselves.
    }
  }
}
