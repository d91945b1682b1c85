package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.model.SentenceException;
import java.awt.image.AreaAveragingScaleFilter;
import java.awt.image.BufferedImage;
import java.awt.image.FilteredImageSource;
import java.awt.image.ImageProducer;
import java.awt.image.PixelGrabber;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageReadParam;
import javax.imageio.ImageReader;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageInputStream;
import javax.imageio.stream.MemoryCacheImageInputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;

/// The pixels of a picture file, for writing a smaller file. Other contents of the file, such as
/// location and camera, are dropped.
///
/// @param width the width of the original picture, in pixels
/// @param height the height of the original picture, in pixels
record ScaledPicture(int width, int height, BufferedImage image) {

  /// Maximum side of a scaled picture, in pixels.
  static final int MAX_SIDE = 1024;

  /// Larger pictures are refused, because reading them takes minutes.
  private static final long MAX_PIXELS = 200_000_000;

  private static final float JPEG_QUALITY = 0.87f;
  private static final int WHITE = 255;
  private static final int ARGB = BufferedImage.TYPE_INT_ARGB;
  private static final short JPEG_START = (short) 0xFFD8;
  private static final int EXIF_MARKER = 0xE1;

  /// `Exif`.
  private static final int EXIF_NAME = 0x45786966;

  /// The number of bytes from a marker to the TIFF header.
  private static final int EXIF_HEAD = 10;

  private static final short LITTLE_ENDIAN = 0x4949;
  private static final int ORIENTATION_TAG = 0x0112;

  /// A file format for scaled pictures.
  enum Format {
    /// Small for photographs and paintings; transparent parts become white.
    JPEG,
    /// Preserves every pixel and transparency.
    PNG
  }

  /// Reads a picture, subsampling a large one.
  ///
  /// @param file a PNG, JPEG, GIF or BMP; if it contains several pictures, the first is read
  /// @throws IOException if the format is not supported, or the picture is too large or damaged
  static ScaledPicture read(byte[] file) throws IOException {
    try (ImageInputStream in = new MemoryCacheImageInputStream(new ByteArrayInputStream(file))) {
      Iterator<ImageReader> readers = ImageIO.getImageReaders(in);
      if (!readers.hasNext()) {
        throw new SentenceException("Pictures of this format cannot be scaled down.");
      }
      ImageReader reader = readers.next();
      try {
        reader.setInput(in, true, true);
        return read(reader).upright(orientation(file));
      } finally {
        reader.dispose();
      }
    } catch (IOException | RuntimeException e) {
      // The readers throw various exceptions for damaged files.
      throw e instanceof SentenceException sentenceException
          ? sentenceException
          : new SentenceException("The picture cannot be decoded.");
    }
  }

  private static ScaledPicture read(ImageReader reader) throws IOException {
    int width = reader.getWidth(0);
    int height = reader.getHeight(0);
    if ((long) width * height > MAX_PIXELS) {
      throw new SentenceException("The picture has too many pixels.");
    }
    int step = Math.max(1, Math.max(width, height) / (2 * MAX_SIDE));
    ImageReadParam some = reader.getDefaultReadParam();
    some.setSourceSubsampling(step, step, 0, 0);
    return new ScaledPicture(width, height, reader.read(0, some));
  }

  /// Returns the EXIF orientation of a photograph: 1 means upright, 2 to 8 mean mirrored, rotated
  /// or both. Returns 1 if the file does not specify it.
  static int orientation(byte[] file) {
    ByteBuffer bytes = ByteBuffer.wrap(file);
    try {
      int at = 2;
      while (bytes.getShort(0) == JPEG_START && bytes.get(at) == (byte) 0xFF) {
        int marker = bytes.get(at + 1) & 0xFF;
        if (marker == EXIF_MARKER && bytes.getInt(at + 4) == EXIF_NAME) {
          return orientation(bytes, at + EXIF_HEAD);
        }
        at += 2 + (bytes.getShort(at + 2) & 0xFFFF);
      }
    } catch (IndexOutOfBoundsException e) {
      // The data is truncated.
    }
    return 1;
  }

  /// @param tiff the index of the TIFF header, the base of the offsets in it
  private static int orientation(ByteBuffer bytes, int tiff) {
    boolean isLittle = bytes.getShort(tiff) == LITTLE_ENDIAN;
    bytes.order(isLittle ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN);
    int directory = tiff + bytes.getInt(tiff + 4);
    int entries = bytes.getShort(directory) & 0xFFFF;
    for (int i = 0; i < entries; i++) {
      int entry = directory + 2 + 12 * i;
      if ((bytes.getShort(entry) & 0xFFFF) == ORIENTATION_TAG) {
        int value = bytes.getShort(entry + 8);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
    return 1;
  }

  private ScaledPicture upright(int orientation) {
    if (orientation == 1) {
      return this;
    }
    boolean swapsSides = orientation >= 5;
    boolean flipsX = orientation == 2 || orientation == 3 || orientation >= 7;
    boolean flipsY = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
    int w = image.getWidth();
    int h = image.getHeight();
    BufferedImage upright = new BufferedImage(swapsSides ? h : w, swapsSides ? w : h, ARGB);
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        int toX = flipsX ? w - 1 - x : x;
        int toY = flipsY ? h - 1 - y : y;
        upright.setRGB(swapsSides ? toY : toX, swapsSides ? toX : toY, image.getRGB(x, y));
      }
    }
    return new ScaledPicture(swapsSides ? height : width, swapsSides ? width : height, upright);
  }

  /// Encodes the picture as a file, no larger than the original.
  ///
  /// @param longerSide the longer side in pixels, from 1 to [#MAX_SIDE]
  byte[] file(int longerSide, Format format) throws IOException {
    BufferedImage scaled =
        scaled(
            Math.min(widthIn(longerSide), image.getWidth()),
            Math.min(heightIn(longerSide), image.getHeight()),
            format);
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName(Messages.word(format)).next();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      ImageWriteParam param = writer.getDefaultWriteParam();
      if (format == Format.JPEG) {
        param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        param.setCompressionQuality(JPEG_QUALITY);
      }
      writer.write(null, new IIOImage(scaled, null, null), param);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  /// Returns the width of the scaled picture, in pixels.
  int widthIn(int longerSide) {
    return within(width, longerSide);
  }

  /// Returns the height of the scaled picture, in pixels.
  int heightIn(int longerSide) {
    return within(height, longerSide);
  }

  private int within(int side, int longerSide) {
    double scale = Math.min(1, (double) longerSide / Math.max(width, height));
    return (int) Math.max(1, Math.round(side * scale));
  }

  /// Each new pixel is the average of the area that it covers, weighted by opacity.
  private BufferedImage scaled(int newWidth, int newHeight, Format format) throws IOException {
    int[] argb = new int[newWidth * newHeight];
    ImageProducer source =
        new FilteredImageSource(
            image.getSource(), new AreaAveragingScaleFilter(newWidth, newHeight));
    try {
      new PixelGrabber(source, 0, 0, newWidth, newHeight, argb, 0, newWidth).grabPixels();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException();
    }
    boolean isOpaque =
        format == Format.JPEG || Arrays.stream(argb).allMatch(each -> each >>> 24 == 255);
    if (isOpaque) {
      Arrays.setAll(argb, i -> onWhite(argb[i]));
    }
    BufferedImage scaled =
        new BufferedImage(newWidth, newHeight, isOpaque ? BufferedImage.TYPE_INT_RGB : ARGB);
    scaled.setRGB(0, 0, newWidth, newHeight, argb, 0, newWidth);
    return scaled;
  }

  private static int onWhite(int argb) {
    int alpha = argb >>> 24;
    int result = 0xFF;
    for (int shift = 16; shift >= 0; shift -= 8) {
      int color = argb >>> shift & 0xFF;
      result = result << 8 | (color * alpha + WHITE * (255 - alpha) + 127) / 255;
    }
    return result;
  }
}
