package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;

/// The small picture that a file may carry in its metadata.
public final class LibraryPicture {

  /// The picture of a longer text is no small one.
  private static final int MAX_TEXT_LENGTH = 4 << 20;

  private static final String KEY = "modelspec.thumbnail";
  private static final String SCHEME = "data:image/";
  private static final String ENCODING = ";base64";

  private LibraryPicture() {}

  /// Reads the picture of a file. Blocks the calling thread.
  ///
  /// @return the bytes of a picture in some format; empty where there is none, or it is damaged
  /// @throws IOException if the file cannot be read
  public static Optional<byte[]> of(Path file) throws IOException {
    try (TensorFile opened = TensorFile.open(file)) {
      return opened
          .header()
          .metadata()
          .flatMap(LibraryPicture::textIn)
          .flatMap(LibraryPicture::decoded);
    }
  }

  /// The picture as a URI of the scheme `data`.
  static Optional<String> textIn(Metadata metadata) {
    return Optional.ofNullable(metadata.entries().get(KEY))
        .filter(text -> text.startsWith(SCHEME) && text.length() <= MAX_TEXT_LENGTH);
  }

  private static Optional<byte[]> decoded(String text) {
    int comma = text.indexOf(',');
    if (comma < 0 || !text.substring(0, comma).endsWith(ENCODING)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getMimeDecoder().decode(text.substring(comma + 1)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }
}
