package io.github.tensorloupe.export;

import io.github.tensorloupe.model.WriteFailures;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Iterator;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriter;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// Writes pictures as PNG files. Needs no display.
public final class PngWriter {

  private PngWriter() {}

  /// Writes a picture; a file that is there is replaced once the new one is whole.
  ///
  /// @param file in a folder that is there
  /// @param argb one pixel each, row by row from the top, `0xAARRGGBB`, not premultiplied; not
  ///   changed
  /// @param width in pixels, at least 1
  /// @param height in pixels, at least 1
  /// @throws IOException if the file cannot be written; the message is a sentence
  public static void write(Path file, int[] argb, int width, int height) throws IOException {
    if (width < 1 || height < 1 || argb.length != Math.multiplyExact(width, height)) {
      throw new IllegalArgumentException(
          "%d pixels are no picture of %d × %d".formatted(argb.length, width, height));
    }
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_ARGB);
    image.setRGB(0, 0, width, height, argb, 0, width);
    try {
      replace(file, image);
    } catch (IOException e) {
      throw WriteFailures.sentence(file.toString(), e);
    }
  }

  private static void replace(Path file, BufferedImage image) throws IOException {
    if (Files.isDirectory(file)) {
      throw new IOException("it is a folder");
    }
    // Not a file made as temporary: nobody else could read it.
    Path draft =
        file.resolveSibling(".%s.%x.part".formatted(file.getFileName(), System.nanoTime()));
    try {
      encode(image, draft);
      Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(draft);
    }
  }

  private static void encode(BufferedImage image, Path target) throws IOException {
    Iterator<ImageWriter> writers = ImageIO.getImageWritersByFormatName("png");
    ImageWriter writer = writers.next();
    try (OutputStream stream = Files.newOutputStream(target, StandardOpenOption.CREATE_NEW);
        MemoryCacheImageOutputStream output = new MemoryCacheImageOutputStream(stream)) {
      writer.setOutput(output);
      writer.write(image);
    } finally {
      writer.dispose();
    }
  }
}
