package io.github.tensorloupe.desktop.pane.metadata;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.github.tensorloupe.identify.ImageSize;
import java.util.Optional;
import java.util.Set;

/// Which formats of pictures are put into metadata.
final class PictureFormat {

  private static final Set<String> WANTED = Set.of("png", "jpeg", "gif");

  private PictureFormat() {}

  /// The subtype of the media type: `png`, `jpeg`, `gif` or `webp`; empty for anything else.
  static Optional<String> of(byte[] bytes) {
    if (bytes.length >= 12
        && new String(bytes, 0, 4, ISO_8859_1).equals("RIFF")
        && new String(bytes, 8, 4, ISO_8859_1).equals("WEBP")) {
      return Optional.of("webp");
    }
    return ImageSize.of(bytes).map(ImageSize::format).filter(WANTED::contains);
  }
}
