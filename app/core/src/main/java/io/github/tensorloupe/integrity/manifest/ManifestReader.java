package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.NotEnoughMemoryException;
import io.github.tensorloupe.text.Sentence;

/// Reads manifests from files that anybody may have written.
public final class ManifestReader {

  private static final long MAX_BYTES = 1_000_000_000;
  private static final int BLOCK_BYTES = 1 << 16;

  private ManifestReader() {}

  /// Reads a manifest.
  ///
  /// @throws UnusableManifestException if the file is no manifest, or one of a later version
  /// @throws NotEnoughMemoryException if it needs more memory than there is
  /// @throws IOException if the file cannot be opened or read
  public static Manifest read(Path path) throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      if (file.length() > MAX_BYTES) {
        throw new UnusableManifestException(
            Sentence.of("A manifest of more than 1 GB is not read."));
      }
      // What is made of the text takes less room than the text itself.
      if (file.length() > Runtime.getRuntime().maxMemory() / 2) {
        throw new NotEnoughMemoryException(path, file.length());
      }
      return parse(file);
    }
  }

  private static Manifest parse(FileBytes file) throws IOException {
    InputStream bytes = new BufferedInputStream(stream(file), BLOCK_BYTES);
    try {
      return ManifestParser.parse(
          new InputStreamReader(bytes, StandardCharsets.UTF_8.newDecoder()));
    } catch (CharacterCodingException e) {
      throw new UnusableManifestException(Sentence.of("The manifest is not UTF-8 text."));
    } catch (OutOfMemoryError e) {
      throw new NotEnoughMemoryException(file.path(), file.length());
    }
  }

  private static InputStream stream(FileBytes file) {
    return new InputStream() {
      private long at;

      @Override
      public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
      }

      @Override
      public int read(byte[] target, int begin, int count) throws IOException {
        int some = (int) Math.min(count, file.length() - at);
        if (some <= 0 && count > 0) {
          return -1;
        }
        file.read(at, ByteBuffer.wrap(target, begin, some));
        at += some;
        return some;
      }
    };
  }
}
