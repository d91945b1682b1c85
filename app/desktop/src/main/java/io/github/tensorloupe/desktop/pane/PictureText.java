package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;

/// Describes pictures in metadata values, which are too long to show.
public final class PictureText {

  private static final Pattern PICTURE = Pattern.compile("data:image/([a-z0-9.+-]{1,20});base64,");

  private PictureText() {}

  /// Returns the format and the size of a value that is a picture, or empty for another value.
  public static Optional<String> of(String value, Messages messages) {
    Matcher picture = PICTURE.matcher(value);
    return picture.lookingAt()
        ? Optional.of(
            messages.text(
                "metadata.value.picture",
                picture.group(1).toUpperCase(Locale.ROOT),
                messages.bytes(value.length())))
        : Optional.empty();
  }

  public static boolean isPicture(String value) {
    return PICTURE.matcher(value).lookingAt();
  }
}
