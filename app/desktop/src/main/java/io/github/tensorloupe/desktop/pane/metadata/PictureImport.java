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
import java.nio.file.Path;

/// A picture from a file before it becomes a value: scaled down to the chosen size, or the
/// unchanged bytes. Belongs to the FX thread; files are read and pictures computed in the
/// background.
final class PictureImport {

  /// Larger values are refused, because every program that opens the file reads the whole header.
  static final int MAX_PICTURE_BYTES = 2_000_000;

  /// A picture of the size that ModelSpec recommends is smaller.
  static final int DEFAULT_PICTURE_BYTES = 100_000;

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

    private Offer offer(int side, Format format) throws IOException {
      int width = pixels.map(each -> side == 0 ? each.width() : each.widthIn(side)).orElse(0);
      int height = pixels.map(each -> side == 0 ? each.height() : each.heightIn(side)).orElse(0);
      String value =
          side == 0
              ? uri.orElseThrow()
              : EmbeddedImage.dataUri(pixels.orElseThrow().file(side, format)).orElseThrow();
      return new Offer(this, side, format, value, width, height);
    }
  }

  /// The value that results from importing a picture.
  ///
  /// @param side the chosen size; 0 for the unchanged file
  /// @param format the format of a scaled picture
  /// @param uri the value
  /// @param width in pixels; 0 if unknown
  record Offer(Source source, int side, Format format, String uri, int width, int height) {}

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
    start(
        name,
        () -> {
          Source source = source(key, name, file);
          return source.offer(source.defaultSide(), Format.JPEG);
        });
  }

  private void start(String name, Callable<Offer> work) {
    reading.start(
        messages.text("metadata.job.picture"),
        (_, _) -> Optional.of(work.call()),
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

  void choose(int side, Format format) {
    Optional<Offer> current = offer.get();
    if (current.isPresent()
        && (current.get().side != side || current.get().format != format)
        && current.get().source.allows(side)) {
      Source source = current.get().source;
      start(source.name, () -> source.offer(side, format));
    }
  }

  /// Sets the picture as the value of its key, adding the entry if it is missing.
  void accept() {
    Optional<Offer> accepted = offer.get();
    cancel();
    accepted.ifPresent(each -> editing.set(each.source.key, Optional.of(each.uri)));
  }

  void cancel() {
    reading.clear();
    offer.set(Optional.empty());
  }

  private void reportFailure(String name, Throwable failure) {
    String reason = messages.sentence(Failures.sentence(failure));
    String sentence = messages.text("metadata.picture.failed", name, reason);
    onFeedback.accept(
        failure instanceof SentenceException
            ? Feedback.refused(sentence)
            : Feedback.failed(sentence, failure));
  }
}
