package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.export.ExportTarget.Giving;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.work.Cancellation;
import java.awt.image.BufferedImage;
import javax.imageio.IIOException;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes pictures as PNG files. Needs no display.
public final class PngWriter {

  private PngWriter() {}

  /// Finds out whether a picture could be written to a place, before it is drawn; parameters and
  /// failures as for [#write].
  public static void check(Path file, Collection<Path> sources) throws IOException {
    ExportTarget.of(file, Giving.PICTURES, sources);
  }

  /// Writes a picture; a PNG file that is there is replaced.
  ///
  /// @param file in a folder that is there
  /// @param argb as for [#picture]
  /// @throws IOException if the file cannot be written, or there is one that is no PNG file
  public static void write(Path file, int[] argb, int width, int height, Collection<Path> sources)
      throws IOException {
    BufferedImage picture = picture(argb, width, height);
    write(picture, ExportTarget.of(file, Giving.PICTURES, sources), Cancellation.NEVER);
  }

  /// @param argb one pixel each, row by row from the top, `0xAARRGGBB`, not premultiplied
  static BufferedImage picture(int[] argb, int width, int height) {
    if (argb.length != Math.multiplyExact(width, height)) {
      throw new IllegalArgumentException(
          "%d pixels are no picture of %d × %d".formatted(argb.length, width, height));
    }
    BufferedImage picture = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    picture.setRGB(0, 0, width, height, argb, 0, width);
    return picture;
  }

  /// Writes a file of a picture.
  static void write(BufferedImage picture, ExportTarget target, Cancellation cancellation)
      throws IOException {
    Draft.Writing<ExportTarget> writing =
        draft -> {
          write(picture, draft);
          return target;
        };
    Draft.write(FileOperations.ofThisComputer(), target, cancellation, writing);
  }

  /// Adds a picture to a file.
  static void write(BufferedImage picture, Draft draft) throws IOException {
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try (MemoryCacheImageOutputStream output = new MemoryCacheImageOutputStream(draft.stream())) {
      writer.setOutput(output);
      writer.write(picture);
    } catch (IIOException e) {
      // It says no more than that there was an error.
      throw e.getCause() instanceof IOException cause ? cause : e;
    } finally {
      writer.dispose();
    }
  }
}
