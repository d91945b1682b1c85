package io.github.tensorloupe.identify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/// A picture that a metadata value holds as base64 text, not yet decoded.
///
/// @param dataUri the picture as a `data:` URI
/// @param longerSide width or height in pixels, whichever is larger
public record EmbeddedImage(String dataUri, int longerSide) {

  /// Longer values are ignored.
  public static final int MAX_CHARACTERS = 8_000_000;

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
  private static final String BASE64_MARK = ";base64,";

  /// The picture in a value, where there is one of a format and a size that can be shown.
  public static Optional<EmbeddedImage> of(String key, String value) {
    return value.length() > MAX_CHARACTERS
        ? Optional.empty()
        : base64(key, value.strip()).flatMap(EmbeddedImage::ofBase64);
  }

  private static Optional<String> base64(String key, String value) {
    if (key.equals(COVER_IMAGES)) {
      return EmbeddedFacts.strings(value).stream().findFirst();
    }
    if (value.startsWith(URI_START)) {
      int mark = value.indexOf(BASE64_MARK);
      return mark < 0
          ? Optional.empty()
          : Optional.of(value.substring(mark + BASE64_MARK.length()));
    }
    return IMAGE_KEYS.contains(key) ? Optional.of(value) : Optional.empty();
  }

  /// The `data:` URI of a picture file, for use as a metadata value.
  ///
  /// @return empty where the bytes are no PNG, JPEG, GIF or WebP
  public static Optional<String> dataUri(byte[] file) {
    return formatOf(file).map(format -> uri(format, Base64.getEncoder().encodeToString(file)));
  }

  private static Optional<String> formatOf(byte[] file) {
    if (file.length >= 12
        && new String(file, 0, 4, ISO_8859_1).equals("RIFF")
        && new String(file, 8, 4, ISO_8859_1).equals("WEBP")) {
      return Optional.of("webp");
    }
    return ImageSize.of(file).map(ImageSize::format).filter(IMPORTED_FORMATS::contains);
  }

  private static Optional<EmbeddedImage> ofBase64(String base64) {
    byte[] bytes;
    try {
      bytes = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
    return ImageSize.of(bytes)
        .filter(size -> size.longerSide() <= MAX_SIDE_PIXELS)
        .map(size -> new EmbeddedImage(uri(size.format(), base64), size.longerSide()));
  }

  private static String uri(String format, String base64) {
    return URI_START + format + BASE64_MARK + base64;
  }
}
