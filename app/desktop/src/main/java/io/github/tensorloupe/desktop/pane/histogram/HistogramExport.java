package io.github.tensorloupe.desktop.pane.histogram;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.PngWriter;
import io.github.tensorloupe.export.TextWriter;
import io.github.tensorloupe.format.DisplayText;
import java.nio.file.Path;

/// Writes the chart into files in the background. Belongs to the FX thread.
final class HistogramExport {

  /// The pixels of a picture.
  ///
  /// @param argb row by row from the top, not premultiplied
  /// @param width in pixels, at least 1
  /// @param height in pixels, at least 1
  record Pixels(int[] argb, int width, int height) {}

  @FunctionalInterface
  private interface Writing {
    void run() throws IOException;
  }

  private static final int NAME_LIMIT = 80;

  private final Selection selection;
  private final Jobs jobs;
  private final ObjectProperty<Optional<Feedback>> notice;
  private final Messages messages;

  HistogramExport(
      Selection selection,
      Jobs jobs,
      ObjectProperty<Optional<Feedback>> notice,
      Messages messages) {
    this.selection = selection;
    this.jobs = jobs;
    this.notice = notice;
    this.messages = messages;
  }

  /// The file name to begin with: the end of the name of what is shown, without what file systems
  /// do not take.
  ///
  /// @param name of what is shown
  /// @param extension without a dot
  static String suggestedName(String name, String extension) {
    String plain = name.replaceAll("[^\\p{Alnum}._-]+", "_").replaceAll("^[._-]+", "");
    String end = plain.substring(Math.max(0, plain.length() - NAME_LIMIT));
    return (end.isEmpty() ? "histogram" : end + ".histogram") + "." + extension;
  }

  /// Writes a text.
  ///
  /// @param file replaced where it exists: the user has confirmed it
  void saveText(Path file, String text) {
    List<Path> open = selection.openFiles();
    save(file, () -> TextWriter.write(file, text, true, open));
  }

  /// Writes a picture as PNG.
  ///
  /// @param file a PNG file that exists is replaced: the user has confirmed it
  void savePng(Path file, Pixels pixels) {
    List<Path> open = selection.openFiles();
    save(file, () -> PngWriter.write(file, pixels.argb(), pixels.width(), pixels.height(), open));
  }

  private void save(Path file, Writing writing) {
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    jobs.startToEnd(
            messages.text("histogram.job.save", name),
            (_, _) -> {
              writing.run();
              return file;
            },
            saved ->
                tell(
                    messages.text(
                        "histogram.saved", DisplayText.of(saved.toAbsolutePath().toString()))),
            failure ->
                warn(
                    messages.text(
                        "histogram.not-saved", messages.sentence(Failures.sentence(failure))),
                    failure))
        .writing(() -> Optional.of(file))
        .unstoppable();
  }

  /// Reports that something was copied to the clipboard.
  void tellCopied() {
    tell(messages.text("histogram.copied"));
  }

  private void tell(String sentence) {
    notice.set(Optional.of(Feedback.done(sentence)));
  }

  private void warn(String sentence, Throwable cause) {
    notice.set(Optional.of(Feedback.failed(sentence, cause)));
  }
}
