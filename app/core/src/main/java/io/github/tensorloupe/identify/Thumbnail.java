package io.github.tensorloupe.identify;

import module java.base;

/// A picture that the metadata hold, not yet decoded. Immutable.
public final class Thumbnail {

  /// Pictures of more bytes are left alone.
  public static final int MAX_BYTES = 6 << 20;

  /// Pictures with a longer side are left alone: a small file may promise a picture that fills the
  /// memory.
  public static final int MAX_SIDE_PIXELS = 4096;

  private static final int MAX_CHARACTERS = MAX_BYTES / 3 * 4 + 100;

  private final Evidence.OfMetadata source;
  private final byte[] bytes;

  private Thumbnail(Evidence.OfMetadata source, byte[] bytes) {
    this.source = Objects.requireNonNull(source);
    this.bytes = bytes;
  }

  /// The first picture of a format and size that can be shown; empty where there is none.
  static Optional<Thumbnail> of(Subject subject) {
    return Stream.of("modelspec.thumbnail", "modelspec.preview_image", "ssmd_cover_images")
        .flatMap(key -> subject.entry(key).stream())
        .flatMap(entry -> decode(entry).stream())
        .findFirst();
  }

  private static Optional<Thumbnail> decode(Evidence.OfMetadata entry) {
    if (entry.value().length() > MAX_CHARACTERS) {
      return Optional.empty();
    }
    String value = entry.value().strip();
    List<String> texts = value.startsWith("[") ? EmbeddedFacts.strings(value) : List.of(value);
    if (texts.isEmpty()) {
      return Optional.empty();
    }
    String text = texts.getFirst();
    String base64 = text.startsWith("data:") ? text.substring(text.indexOf(',') + 1) : text;
    try {
      byte[] bytes = Base64.getMimeDecoder().decode(base64);
      return ImageSize.of(bytes)
          .filter(size -> size.longerSide() <= MAX_SIDE_PIXELS)
          .map(_ -> new Thumbnail(entry, bytes));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /// The entry that holds it.
  public Evidence.OfMetadata source() {
    return source;
  }

  /// The bytes of the picture file, as a copy; they begin like a picture and may be broken behind
  /// that.
  public byte[] bytes() {
    return Arrays.copyOf(bytes, bytes.length);
  }
}
