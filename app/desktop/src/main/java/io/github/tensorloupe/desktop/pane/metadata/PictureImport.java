package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.metadata.ScaledPicture.Format;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// A picture from a file before it becomes a value: scaled down to the chosen size, or the
/// unchanged bytes. Belongs to the FX thread; files are read and pictures computed in the
/// background.
final class PictureImport {

  /// Larger values are refused, because every program that opens the file reads the whole header.
  static final int MAX_PICTURE_BYTES = 2_000_000;

  /// A picture of the size that ModelSpec recommends is smaller.
  static final int DEFAULT_PICTURE_BYTES = 100_000;

  /// Maximum number of bytes that are read from a file.
  private static final int MAX_FILE_BYTES = 100_000_000;

  /// The available sizes, in pixels of the longer side; 0 uses the file unchanged.
  static final List<Integer> SIDES = List.of(0, 1024, 512, 256);

  private static final int DEFAULT_SIDE = 256;

  /// A picture file.
  ///
  /// @param uri its bytes as a data URI; empty if they are not a picture or too large
  /// @param pixels empty if it cannot be scaled down
  record Source(
      String key,
      String name,
      int byteCount,
      Optional<String> uri,
      Optional<ScaledPicture> pixels) {

    private int longerSide() {
      return pixels.map(each -> Math.max(each.width(), each.height())).orElse(0);
    }

    /// Returns whether a size is available for this picture.
    boolean allows(int side) {
      return side == 0
          ? uri.isPresent()
          : pixels.isPresent() && side <= Math.max(DEFAULT_SIDE, longerSide());
    }

    private int defaultSide() {
      boolean isSmall = byteCount <= DEFAULT_PICTURE_BYTES && longerSide() <= DEFAULT_SIDE;
      return uri.isPresent() && (isSmall || pixels.isEmpty()) ? 0 : DEFAULT_SIDE;
    }
  }

  /// The value that results from importing a picture.
  ///
  /// @param side the chosen size; 0 for the unchanged file
  /// @param format the format of a scaled picture
  /// @param width in pixels; 0 if unknown
  /// @param byteCount the size of the value in the header
  record Offer(
      Source source, int side, Format format, String uri, int width, int height, int byteCount) {}

  private final EntryEditing editing;
  private final Messages messages;
  private final Consumer<Feedback> onFeedback;
  private final JobSlot<Optional<Offer>> reading;

  /// The picture to import; empty if none was read.
  final ObjectProperty<Optional<Offer>> offer = new SimpleObjectProperty<>(Optional.empty());

  PictureImport(EntryEditing editing, Jobs jobs, Messages messages, Consumer<Feedback> onFeedback) {
    this.editing = editing;
    this.messages = messages;
    this.onFeedback = onFeedback;
    this.reading = new JobSlot<>(jobs);
  }

  /// Reads a picture for the value of a key, initially in the default size.
  void read(String key, Path file) {
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    offer.set(Optional.empty());
    reading.start(
        messages.text("metadata.job.picture"),
        (_, _) -> {
          Source source = source(key, name, file);
          return Optional.of(offer(source, source.defaultSide(), Format.JPEG));
        },
        offer::set,
        failure -> reportFailure(name, failure));
  }

  /// @throws SentenceException if it can be imported neither unchanged nor scaled
  private Source source(String key, String name, Path file) throws IOException {
    byte[] bytes;
    try (InputStream stream = Files.newInputStream(file)) {
      bytes = stream.readNBytes(MAX_FILE_BYTES + 1);
    }
    if (bytes.length > MAX_FILE_BYTES) {
      throw tooLarge(MAX_FILE_BYTES);
    }
    Optional<String> uri = EmbeddedImage.dataUri(bytes);
    Optional<ScaledPicture> pixels = pixels(bytes);
    if (uri.isEmpty() && pixels.isEmpty()) {
      throw new SentenceException(messages.text("metadata.picture.unknown"));
    }
    boolean fits = bytes.length <= MAX_PICTURE_BYTES;
    if (!fits && pixels.isEmpty()) {
      throw tooLarge(MAX_PICTURE_BYTES);
    }
    return new Source(key, name, bytes.length, uri.filter(_ -> fits), pixels);
  }

  private SentenceException tooLarge(int maxBytes) {
    String limit = messages.exactBytes(maxBytes);
    return new SentenceException(messages.text("metadata.picture.too-large", limit));
  }

  private static Optional<ScaledPicture> pixels(byte[] bytes) {
    try {
      return Optional.of(ScaledPicture.read(bytes));
    } catch (IOException e) {
      // Its bytes may still be used unchanged.
      return Optional.empty();
    }
  }

  private static Offer offer(Source source, int side, Format format) throws IOException {
    if (side == 0) {
      int width = source.pixels.map(ScaledPicture::width).orElse(0);
      int height = source.pixels.map(ScaledPicture::height).orElse(0);
      String uri = source.uri.orElseThrow();
      return new Offer(source, side, format, uri, width, height, uri.length());
    }
    ScaledPicture pixels = source.pixels.orElseThrow();
    String uri = EmbeddedImage.dataUri(pixels.file(side, format)).orElseThrow();
    return new Offer(
        source, side, format, uri, pixels.widthIn(side), pixels.heightIn(side), uri.length());
  }

  void choose(int side, Format format) {
    offer
        .get()
        .filter(now -> now.side != side || now.format != format)
        .map(Offer::source)
        .filter(source -> source.allows(side))
        .ifPresent(
            source ->
                reading.start(
                    messages.text("metadata.job.picture"),
                    (_, _) -> Optional.of(offer(source, side, format)),
                    offer::set,
                    failure -> reportFailure(source.name, failure)));
  }

  /// Sets the picture as the value of its key, adding the entry if it is missing.
  void take() {
    Optional<Offer> current = offer.get();
    cancel();
    current.ifPresent(accepted -> editing.set(accepted.source.key, Optional.of(accepted.uri)));
  }

  void cancel() {
    reading.clear();
    offer.set(Optional.empty());
  }

  private void reportFailure(String name, Throwable failure) {
    Sentence why = Failures.sentence(failure);
    String sentence = messages.text("metadata.picture.failed", name, messages.sentence(why));
    onFeedback.accept(
        failure instanceof SentenceException
            ? Feedback.refused(sentence)
            : Feedback.failed(sentence, failure));
  }
}
