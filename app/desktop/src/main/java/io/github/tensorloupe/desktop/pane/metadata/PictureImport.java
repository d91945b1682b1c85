package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.pane.metadata.ScaledPicture.Format;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;

/// A picture from a file before it becomes a value: made smaller as chosen, or its bytes as they
/// are. Belongs to the FX thread; files are read and pictures computed in the background.
final class PictureImport {

  /// Larger values are refused: every program that opens the file reads the whole header.
  static final int MAX_PICTURE_BYTES = 2_000_000;

  /// A picture of the size that ModelSpec wants is smaller.
  static final int USUAL_PICTURE_BYTES = 100_000;

  /// Larger files are not read.
  private static final int MAX_FILE_BYTES = 100_000_000;

  /// The sizes to choose from, in pixels of the longer side; 0 keeps the file.
  static final List<Integer> SIDES = List.of(0, 1024, 512, 256);

  private static final int USUAL_SIDE = 256;

  /// A picture file.
  ///
  /// @param uri its bytes as a value; empty where they are no picture or too many
  /// @param pixels empty where it cannot be made smaller
  record Source(
      String key,
      String name,
      int byteCount,
      Optional<String> uri,
      Optional<ScaledPicture> pixels) {

    private int longerSide() {
      return pixels.map(each -> Math.max(each.width(), each.height())).orElse(0);
    }

    /// True where a size can be chosen.
    boolean allows(int side) {
      return side == 0
          ? uri.isPresent()
          : pixels.isPresent() && side <= Math.max(USUAL_SIDE, longerSide());
    }

    private int usualSide() {
      boolean isSmall = byteCount <= USUAL_PICTURE_BYTES && longerSide() <= USUAL_SIDE;
      return uri.isPresent() && (isSmall || pixels.isEmpty()) ? 0 : USUAL_SIDE;
    }
  }

  /// A value that a picture would become.
  ///
  /// @param side as chosen, 0 for the file as it is
  /// @param format of a smaller picture
  /// @param width in pixels, 0 where it is not known
  /// @param byteCount of the value in the header
  record Offer(
      Source source, int side, Format format, String uri, int width, int height, int byteCount) {}

  private final EntryEditing editing;
  private final Messages messages;
  private final Consumer<Feedback> onFeedback;
  private final LatestJob reading;

  /// The picture that waits to be taken; empty where none was read.
  final ObjectProperty<Optional<Offer>> offer = new SimpleObjectProperty<>(Optional.empty());

  PictureImport(EntryEditing editing, Jobs jobs, Messages messages, Consumer<Feedback> onFeedback) {
    this.editing = editing;
    this.messages = messages;
    this.onFeedback = onFeedback;
    this.reading = new LatestJob(jobs);
  }

  /// Reads a picture that is to become the value of a key, in the usual size for now.
  void read(String key, Path file) {
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    offer.set(Optional.empty());
    reading.start(
        messages.text("metadata.job.picture"),
        (_, _) -> {
          Source source = source(key, name, file);
          return Optional.of(offer(source, source.usualSide(), Format.JPEG));
        },
        offer::set,
        failure -> tell(name, failure));
  }

  /// @throws SentenceException if it can be taken neither as it is nor smaller
  private Source source(String key, String name, Path file) throws IOException {
    byte[] bytes;
    try (InputStream stream = Files.newInputStream(file)) {
      bytes = stream.readNBytes(MAX_FILE_BYTES);
    }
    Optional<String> uri = EmbeddedImage.dataUri(bytes);
    Optional<ScaledPicture> pixels = pixels(bytes);
    if (uri.isEmpty() && pixels.isEmpty()) {
      throw new SentenceException(messages.text("metadata.picture.unknown"));
    }
    boolean fits = bytes.length <= MAX_PICTURE_BYTES;
    if (!fits && pixels.isEmpty()) {
      String limit = messages.exactBytes(MAX_PICTURE_BYTES);
      throw new SentenceException(messages.text("metadata.picture.too-large", limit));
    }
    return new Source(key, name, bytes.length, uri.filter(_ -> fits), pixels);
  }

  private static Optional<ScaledPicture> pixels(byte[] bytes) {
    try {
      return Optional.of(ScaledPicture.read(bytes));
    } catch (IOException e) {
      // Its bytes may be taken as they are all the same.
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
                    failure -> tell(source.name, failure)));
  }

  /// Gives the key the picture as its value; adds the entry where there is none.
  void take() {
    Optional<Offer> taken = offer.get();
    cancel();
    taken.ifPresent(made -> editing.set(made.source.key, Optional.of(made.uri)));
  }

  void cancel() {
    reading.cancel();
    offer.set(Optional.empty());
  }

  private void tell(String name, Throwable failure) {
    Sentence why = Failures.sentence(failure);
    String sentence = messages.text("metadata.picture.failed", name, messages.sentence(why));
    onFeedback.accept(
        failure instanceof SentenceException
            ? Feedback.refused(sentence)
            : Feedback.failed(sentence, failure));
  }
}
