package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.edit.EmbeddedJson;
import io.github.tensorloupe.edit.JsonValue;
import io.github.tensorloupe.edit.JsonValue.JsonArray;
import io.github.tensorloupe.edit.JsonValue.JsonString;
import io.github.tensorloupe.identify.ImageSize;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A picture that a metadata value holds as base64 text. Not decoded.
///
/// @param dataUri the picture as a `data:` URI
/// @param longerSide its width or height in pixels, whichever is more
record EmbeddedImage(String dataUri, int longerSide) {

  /// Larger values are not looked at.
  static final int MAX_CHARACTERS = 8_000_000;

  /// Pictures with a longer side are not shown: a small file may promise a picture that fills the
  /// memory.
  static final int MAX_SIDE_PIXELS = 4096;

  /// Keys whose values are pictures also where they do not say so.
  static final Set<String> IMAGE_KEYS = Set.of("modelspec.thumbnail", "modelspec.preview_image");

  /// A list of pictures, of which the first is shown.
  private static final String COVER_IMAGES = "ssmd_cover_images";

  private static final String URI_START = "data:image/";
  private static final String BASE64_MARK = ";base64,";

  /// The picture in a value, where there is one of a format and a size that can be shown.
  static Optional<EmbeddedImage> of(String key, String value) {
    return value.length() > MAX_CHARACTERS
        ? Optional.empty()
        : base64(key, value.strip()).flatMap(EmbeddedImage::ofBase64);
  }

  private static Optional<String> base64(String key, String value) {
    if (key.equals(COVER_IMAGES)) {
      return EmbeddedJson.parse(value).flatMap(EmbeddedImage::firstOf);
    }
    if (value.startsWith(URI_START)) {
      int mark = value.indexOf(BASE64_MARK);
      return mark < 0
          ? Optional.empty()
          : Optional.of(value.substring(mark + BASE64_MARK.length()));
    }
    return IMAGE_KEYS.contains(key) ? Optional.of(value) : Optional.empty();
  }

  private static Optional<String> firstOf(JsonValue images) {
    return images instanceof JsonArray(List<JsonValue> elements)
            && !elements.isEmpty()
            && elements.getFirst() instanceof JsonString(String base64)
        ? Optional.of(base64)
        : Optional.empty();
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
