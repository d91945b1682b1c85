package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Replaceable;
import io.github.tensorloupe.integrity.manifest.Manifest;
import io.github.tensorloupe.integrity.manifest.ManifestText;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;
import io.github.tensorloupe.work.IoFunction;
import java.awt.image.BufferedImage;
import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes texts, manifests, pictures and other content.
public final class FileExport {

  private static final int BUFFER_BYTES = 1 << 16;

  private FileExport() {}

  /// Validates a path before the content is computed. Writing to the target fails if the file at
  /// the path has changed since.
  ///
  /// @throws IOException if the path cannot be written
  public static ExportTarget check(Path file, boolean replaces, Collection<Path> sources)
      throws IOException {
    return ExportTarget.of(file, Replaceable.of(replaces), sources);
  }

  /// Writes a text as UTF-8.
  ///
  /// @param cancellation checked before the rename
  /// @return a warning about the written file, or empty
  public static Optional<Sentence> writeText(
      ExportTarget target, String text, Cancellation cancellation) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return write(target, cancellation, draft -> draft.write(ByteBuffer.wrap(bytes)));
  }

  /// Writes lines as UTF-8, each followed by a line feed.
  ///
  /// @param cancellation checked before each line
  /// @return a warning about the written file, or empty
  public static Optional<Sentence> writeLines(
      ExportTarget target, Stream<String> lines, Cancellation cancellation) throws IOException {
    IoConsumer<Draft> content =
        draft -> {
          OutputStream out = new BufferedOutputStream(draft.stream(), BUFFER_BYTES);
          for (Iterator<String> each = lines.iterator(); each.hasNext(); ) {
            cancellation.check();
            out.write((each.next() + '\n').getBytes(StandardCharsets.UTF_8));
          }
          out.flush();
        };
    return write(target, cancellation, content);
  }

  /// Writes a manifest.
  ///
  /// @param cancellation checked before the rename
  /// @throws IOException if a file was read through a link that the target does not permit, or if
  ///   writing fails
  public static ExportResult writeManifest(
      FileOperations files, Manifest manifest, ExportTarget target, Cancellation cancellation)
      throws IOException {
    target.requireTrusted(manifest.files().stream().flatMap(file -> file.open().stream()).toList());
    IoFunction<Draft, ExportResult> writing =
        draft -> {
          OutputStream out = new BufferedOutputStream(draft.stream(), BUFFER_BYTES);
          ManifestText.write(manifest, out);
          out.flush();
          return draft.exported("text", List.of());
        };
    return ExportResult.of(Draft.write(files, target, cancellation, writing));
  }

  /// Validates the path of a picture, like [#check].
  ///
  /// @throws IOException if the path cannot be written or is not the path of a PNG file
  public static ExportTarget checkPicture(Path file, Collection<Path> sources) throws IOException {
    return ExportTarget.of(file, Replaceable.PICTURES, sources);
  }

  /// Writes a picture as PNG.
  ///
  /// @param argb see [#picture]
  /// @param cancellation checked before the rename
  /// @return a warning about the written file, or empty
  public static Optional<Sentence> writePicture(
      ExportTarget target, int[] argb, int width, int height, Cancellation cancellation)
      throws IOException {
    BufferedImage picture = picture(argb, width, height);
    return write(target, cancellation, draft -> writePicture(picture, draft));
  }

  /// @param argb the pixels in row-major order from the top, `0xAARRGGBB`, not premultiplied
  static BufferedImage picture(int[] argb, int width, int height) {
    if (argb.length != Math.multiplyExact(width, height)) {
      throw new IllegalArgumentException(
          "%d pixels do not match a picture of %d × %d".formatted(argb.length, width, height));
    }
    BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    picture.setRGB(0, 0, width, height, argb, 0, width);
    return picture;
  }

  /// Writes a file atomically. See [Draft#write] for parameters and exceptions.
  ///
  /// @return a warning about the written file, or empty
  public static Optional<Sentence> write(
      ExportTarget target, Cancellation cancellation, IoConsumer<Draft> content)
      throws IOException {
    FileOperations files = FileOperations.ofThisComputer();
    return write(files, target, cancellation, target.replaces(), content);
  }

  /// @param isPrivate true if only the owner may read the draft
  static Optional<Sentence> write(
      FileOperations files,
      ExportTarget target,
      Cancellation cancellation,
      boolean isPrivate,
      IoConsumer<Draft> content)
      throws IOException {
    IoFunction<Draft, Optional<Void>> writing =
        draft -> {
          content.accept(draft);
          return Optional.empty();
        };
    Draft draft = Draft.create(files, target, cancellation, isPrivate);
    return DraftGroup.write(draft, cancellation, writing).warning();
  }

  static void writePicture(BufferedImage picture, Draft draft) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try (MemoryCacheImageOutputStream output = new MemoryCacheImageOutputStream(draft.stream())) {
      writer.setOutput(output);
      writer.write(picture);
    } catch (IIOException e) {
      // Unwraps the exception of the image writer, which has no details.
      throw e.getCause() instanceof IOException cause ? cause : e;
    } finally {
      writer.dispose();
    }
  }
}
