package io.github.tensorloupe.identify;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import module java.base;

/// A picture that is embedded in a metadata value.
///
/// @param dataUri the picture as a `data:` URI; only its first bytes were checked, so the rest may
///   be malformed
/// @param longerSide the maximum of width and height in pixels
public record EmbeddedImage(String dataUri, int longerSide) {

  /// The maximum length of a value. Longer values are ignored.
  public static final int MAX_CHARACTERS = 8 << 20;

  /// The maximum width and height. Larger pictures are ignored, because a small file may declare a
  /// picture that does not fit into memory.
  public static final int MAX_SIDE_PIXELS = 4096;

  /// The keys whose values are pictures even without a `data:` prefix.
  public static final Set<String> IMAGE_KEYS =
      Set.of("modelspec.thumbnail", "modelspec.preview_image");

  /// Only the first picture of the list is used.
  private static final String COVER_IMAGES = "ssmd_cover_images";

  private static final Set<String> IMPORTED_FORMATS = Set.of("png", "jpeg", "gif");
  private static final String URI_START = "data:image/";

  /// Returns the first displayable picture in the metadata, if any.
  ///
  /// @param metadata the entries of one or more files
  public static Optional<EmbeddedImage> first(Map<String, String> metadata) {
    return Stream.of("modelspec.thumbnail", "modelspec.preview_image", COVER_IMAGES)
        .filter(metadata::containsKey)
        .flatMap(key -> of(key, metadata.get(key)).stream())
        .findFirst();
  }

  /// Returns the picture in a metadata value, or empty if its format or size is not supported.
  public static Optional<EmbeddedImage> of(String key, String value) {
    if (!mayBe(key, value)) {
      return Optional.empty();
    }
    String text = value.strip();
    List<String> uris = text.startsWith("[") ? EmbeddedFacts.strings(text) : List.of(text);
    return uris.stream().findFirst().flatMap(EmbeddedImage::decode);
  }

  /// Returns false if a metadata value is not a picture, without decoding it.
  public static boolean mayBe(String key, String value) {
    return value.length() <= MAX_CHARACTERS
        && (value.strip().startsWith(URI_START)
            || key.equals(COVER_IMAGES)
            || IMAGE_KEYS.contains(key));
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

  /// Returns the `data:` URI for the content of a picture file, or empty if the format is not PNG,
  /// JPEG, GIF or WebP.
  public static Optional<String> dataUri(byte[] file) {
    String start = new String(file, 0, Math.min(file.length, 12), ISO_8859_1);
    if (start.matches("(?s)RIFF.{4}WEBP")) {
      return Optional.of(uri("webp", file));
    }
    Optional<String> format = ImageSize.of(file).map(ImageSize::format);
    return format.filter(IMPORTED_FORMATS::contains).map(each -> uri(each, file));
  }

  private static String uri(String format, byte[] bytes) {
    return URI_START + format + ";base64," + Base64.getEncoder().encodeToString(bytes);
  }

  /// @param format the subtype of the media type: `png`, `jpeg`, `gif` or `bmp`
  record ImageSize(String format, int width, int height) {

    private static final long PNG_SIGNATURE = 0x89504E470D0A1A0AL;
    private static final int JPEG_MARKER = 0xFF;

    /// Parses the first bytes of a picture. Returns empty if the format is not supported or the
    /// size is not positive.
    public static Optional<ImageSize> of(byte[] bytes) {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      if (bytes.length >= 24 && buffer.getLong(0) == PNG_SIGNATURE) {
        return checked("png", buffer.getInt(16), buffer.getInt(20));
      }
      if (bytes.length >= 4 && (buffer.getShort(0) & 0xFFFF) == 0xFFD8) {
        return jpeg(buffer);
      }
      buffer.order(ByteOrder.LITTLE_ENDIAN);
      if (bytes.length >= 10 && bytes[0] == 'G' && bytes[1] == 'I' && bytes[2] == 'F') {
        return checked("gif", buffer.getShort(6) & 0xFFFF, buffer.getShort(8) & 0xFFFF);
      }
      if (bytes.length >= 26 && bytes[0] == 'B' && bytes[1] == 'M') {
        // A negative height indicates rows in top-down order.
        return checked("bmp", buffer.getInt(18), Math.abs(buffer.getInt(22)));
      }
      return Optional.empty();
    }

    private static Optional<ImageSize> jpeg(ByteBuffer buffer) {
      int at = 2;
      while (at + 9 <= buffer.limit() && (buffer.get(at) & 0xFF) == JPEG_MARKER) {
        int marker = buffer.get(at + 1) & 0xFF;
        boolean isTable = marker == 0xC4 || marker == 0xC8 || marker == 0xCC;
        if (marker >= 0xC0 && marker <= 0xCF && !isTable) {
          return checked(
              "jpeg", buffer.getShort(at + 7) & 0xFFFF, buffer.getShort(at + 5) & 0xFFFF);
        }
        at += marker == JPEG_MARKER ? 1 : 2 + (buffer.getShort(at + 2) & 0xFFFF);
      }
      return Optional.empty();
    }

    public int longerSide() {
      return Math.max(width, height);
    }

    private static Optional<ImageSize> checked(String format, int width, int height) {
      return width > 0 && height > 0
          ? Optional.of(new ImageSize(format, width, height))
          : Optional.empty();
    }
  }
}
