package io.github.tensorloupe.identify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/// A picture that a metadata value holds as base64 text, not yet decoded.
///
/// @param dataUri the picture as a `data:` URI; its bytes begin like a picture and may be broken
///   behind that
/// @param longerSide width or height in pixels, whichever is larger
public record EmbeddedImage(String dataUri, int longerSide) {

  /// Longer values are ignored.
  public static final int MAX_CHARACTERS = 8 << 20;

  /// Pictures with a longer side are ignored: a small file may declare a picture that fills the
  /// memory.
  public static final int MAX_SIDE_PIXELS = 4096;

  /// Keys whose values are pictures even without a `data:` prefix.
  public static final Set<String> IMAGE_KEYS =
      Set.of("modelspec.thumbnail", "modelspec.preview_image");

  /// The key of a list of pictures, of which the first counts.
  private static final String COVER_IMAGES = "ssmd_cover_images";

  private static final Set<String> IMPORTED_FORMATS = Set.of("png", "jpeg", "gif");
  private static final String URI_START = "data:image/";

  /// The picture of a file: the first in its metadata that can be shown.
  ///
  /// @param metadata the entries of one or more files
  public static Optional<EmbeddedImage> first(Map<String, String> metadata) {
    return Stream.of("modelspec.thumbnail", "modelspec.preview_image", COVER_IMAGES)
        .filter(metadata::containsKey)
        .flatMap(key -> of(key, metadata.get(key)).stream())
        .findFirst();
  }

  /// The picture in a value, where there is one of a format and a size that can be shown.
  public static Optional<EmbeddedImage> of(String key, String value) {
    if (value.length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    String text = value.strip();
    boolean mayBeImage =
        text.startsWith(URI_START) || key.equals(COVER_IMAGES) || IMAGE_KEYS.contains(key);
    if (!mayBeImage) {
      return Optional.empty();
    }
    Stream<String> uris =
        text.startsWith("[") ? EmbeddedFacts.strings(text).stream() : Stream.of(text);
    return uris.findFirst().flatMap(EmbeddedImage::decode);
  }

  private static Optional<EmbeddedImage> decode(String uri) {
    String base64 = uri.startsWith("data:") ? uri.substring(uri.indexOf(',') + 1) : uri;
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      return ImageSize.of(bytes)
          .filter(size -> size.longerSide() <= MAX_SIDE_PIXELS)
          .map(size -> new EmbeddedImage(uri(size.format(), bytes), size.longerSide()));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The `data:` URI of a picture file, for use as a metadata value.
  ///
  /// @return empty where the bytes are no PNG, JPEG, GIF or WebP
  public static Optional<String> dataUri(byte[] file) {
    return formatOf(file).map(format -> uri(format, file));
  }

  private static Optional<String> formatOf(byte[] file) {
    if (file.length >= 12
        && new String(file, 0, 4, ISO_8859_1).equals("RIFF")
        && new String(file, 8, 4, ISO_8859_1).equals("WEBP")) {
      return Optional.of("webp");
    }
    return ImageSize.of(file).map(ImageSize::format).filter(IMPORTED_FORMATS::contains);
  }

  private static String uri(String format, byte[] bytes) {
    return URI_START + format + ";base64," + Base64.getEncoder().encodeToString(bytes);
  }
}
