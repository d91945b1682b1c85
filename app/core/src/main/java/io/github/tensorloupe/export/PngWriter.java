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

  /// A picture in memory.
  ///
  /// @param argb one pixel each, row by row from the top, `0xAARRGGBB`, not premultiplied; not
  ///   changed
  /// @param width in pixels, at least 1
  /// @param height in pixels, at least 1
  record Picture(int[] argb, int width, int height) {

    Picture {
      if (width < 1 || height < 1 || argb.length != Math.multiplyExact(width, height)) {
        throw new IllegalArgumentException(
            "%d pixels are no picture of %d × %d".formatted(argb.length, width, height));
      }
    }
  }

  /// Finds out whether a picture could be written to a place, before it is drawn; parameters and
  /// failures as for [#write].
  public static void check(Path file, Collection<Path> sources) throws IOException {
    ExportTarget.of(file, Giving.PICTURES, sources);
  }

  /// Writes a picture; a PNG file that is there is replaced. Parameters as for [Picture].
  ///
  /// @param file in a folder that is there
  /// @throws IOException if the file cannot be written, or there is one that is no PNG file
  public static void write(Path file, int[] argb, int width, int height, Collection<Path> sources)
      throws IOException {
    Picture picture = new Picture(argb, width, height);
    write(picture, ExportTarget.of(file, Giving.PICTURES, sources), Cancellation.NEVER);
  }

  /// Writes a file of a picture.
  static void write(Picture picture, ExportTarget target, Cancellation cancellation)
      throws IOException {
    Draft.write(
        FileOperations.ofThisComputer(),
        target,
        cancellation,
        draft -> {
          write(picture, draft);
          return target;
        });
  }

  /// Adds a picture to a file.
  static void write(Picture picture, Draft draft) throws IOException {
    BufferedImage image =
        new BufferedImage(picture.width(), picture.height(), BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, picture.width(), picture.height(), picture.argb(), 0, picture.width());
    ImageWriter writer = ImageIO.getImageWritersByFormatName("png").next();
    try (MemoryCacheImageOutputStream output = new MemoryCacheImageOutputStream(draft.stream())) {
      writer.setOutput(output);
      writer.write(image);
    } catch (IIOException e) {
      // It says no more than that there was an error.
      throw e.getCause() instanceof IOException cause ? cause : e;
    } finally {
      writer.dispose();
    }
  }
}
