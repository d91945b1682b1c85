package io.github.tensorloupe.desktop.pane.metadata;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import java.awt.image.BufferedImage;
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
public record ScaledPicture(int width, int height, Pixels pixels) {

  /// Maximum side of a scaled picture, in pixels.
  public static final int MAX_SIDE = 1024;

  /// Larger pictures are refused, because reading them takes minutes.
  private static final long MAX_PIXELS = 200_000_000;

  private static final float JPEG_QUALITY = 0.87f;
  private static final int WHITE = 255;
  private static final short JPEG_START = (short) 0xFFD8;
  private static final int EXIF_MARKER = 0xE1;

  /// `Exif`.
  private static final int EXIF_NAME = 0x45786966;

  /// The number of bytes from a marker to the TIFF header.
  private static final int EXIF_HEAD = 10;

  private static final short LITTLE_ENDIAN = 0x4949;
  private static final int ORIENTATION_TAG = 0x0112;

  /// A file format for scaled pictures.
  public enum Format {
    /// Small for photographs and paintings; transparent parts become white.
    JPEG,
    /// Preserves every pixel and transparency.
    PNG
  }

  /// Pixels in rows from the top.
  ///
  /// @param argb `0xAARRGGBB`, not premultiplied
  public record Pixels(int[] argb, int width, int height) {}

  /// Reads a picture, subsampling a large one.
  ///
  /// @param file a PNG, JPEG, GIF or BMP; if it contains several pictures, the first is read
  /// @throws IOException if the format is not supported, or the picture is too large or damaged
  public static ScaledPicture read(byte[] file) throws IOException {
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
    BufferedImage image = reader.read(0, some);
    int w = image.getWidth();
    int h = image.getHeight();
    return new ScaledPicture(width, height, new Pixels(image.getRGB(0, 0, w, h, null, 0, w), w, h));
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
    boolean turns = orientation >= 5;
    int w = turns ? pixels.height : pixels.width;
    int h = turns ? pixels.width : pixels.height;
    int[] argb = new int[w * h];
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        int across = turns ? y : x;
        int down = turns ? x : y;
        boolean flipsX = orientation == 2 || orientation == 3 || orientation >= 7;
        boolean flipsY =
            orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
        int fromX = flipsX ? pixels.width - 1 - across : across;
        int fromY = flipsY ? pixels.height - 1 - down : down;
        argb[y * w + x] = pixels.argb[fromY * pixels.width + fromX];
      }
    }
    return new ScaledPicture(
        turns ? height : width, turns ? width : height, new Pixels(argb, w, h));
  }

  /// Encodes the picture as a file, no larger than the original.
  ///
  /// @param longerSide the longer side in pixels, from 1 to [#MAX_SIDE]
  public byte[] file(int longerSide, Format format) throws IOException {
    Pixels small =
        shrunk(
            pixels,
            Math.min(widthIn(longerSide), pixels.width),
            Math.min(heightIn(longerSide), pixels.height));
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    String name = format.name().toLowerCase(Locale.ROOT);
    ImageWriter writer = ImageIO.getImageWritersByFormatName(name).next();
    try (MemoryCacheImageOutputStream out = new MemoryCacheImageOutputStream(bytes)) {
      writer.setOutput(out);
      ImageWriteParam param = writer.getDefaultWriteParam();
      if (format == Format.JPEG) {
        param.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
        param.setCompressionQuality(JPEG_QUALITY);
      }
      writer.write(null, new IIOImage(image(small, format), null, null), param);
    } finally {
      writer.dispose();
    }
    return bytes.toByteArray();
  }

  /// Returns the width of the scaled picture, in pixels.
  public int widthIn(int longerSide) {
    return within(width, longerSide);
  }

  /// Returns the height of the scaled picture, in pixels.
  public int heightIn(int longerSide) {
    return within(height, longerSide);
  }

  private int within(int side, int longerSide) {
    double scale = Math.min(1, (double) longerSide / Math.max(width, height));
    return (int) Math.max(1, Math.round(side * scale));
  }

  private static BufferedImage image(Pixels pixels, Format format) {
    boolean isOpaque =
        format == Format.JPEG || Arrays.stream(pixels.argb).allMatch(each -> each >>> 24 == 255);
    int type = isOpaque ? BufferedImage.TYPE_INT_RGB : BufferedImage.TYPE_INT_ARGB;
    int[] argb =
        isOpaque ? Arrays.stream(pixels.argb).map(ScaledPicture::onWhite).toArray() : pixels.argb;
    BufferedImage image = new BufferedImage(pixels.width, pixels.height, type);
    image.setRGB(0, 0, pixels.width, pixels.height, argb, 0, pixels.width);
    return image;
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

  /// Each new pixel is the average of the area that it covers, weighted by opacity.
  private static Pixels shrunk(Pixels from, int width, int height) {
    int[] argb = new int[width * height];
    double across = (double) from.width / width;
    double down = (double) from.height / height;
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        argb[y * width + x] = average(from, x * across, (x + 1) * across, y * down, (y + 1) * down);
      }
    }
    return new Pixels(argb, width, height);
  }

  private static int average(Pixels from, double left, double right, double top, double bottom) {
    double area = 0;
    double[] sums = new double[4];
    for (int y = (int) top; y < Math.min(from.height, Math.ceil(bottom - 1e-9)); y++) {
      double height = Math.min(bottom, y + 1) - Math.max(top, y);
      for (int x = (int) left; x < Math.min(from.width, Math.ceil(right - 1e-9)); x++) {
        double part = height * (Math.min(right, x + 1) - Math.max(left, x));
        int argb = from.argb[y * from.width + x];
        double opaque = part * (argb >>> 24);
        area += part;
        sums[0] += opaque;
        sums[1] += opaque * (argb >>> 16 & 0xFF);
        sums[2] += opaque * (argb >>> 8 & 0xFF);
        sums[3] += opaque * (argb & 0xFF);
      }
    }
    int result = (int) Math.round(sums[0] / area);
    for (int i = 1; i < 4; i++) {
      int color = sums[0] == 0 ? 0 : Math.clamp(Math.round(sums[i] / sums[0]), 0, 255);
      result = result << 8 | color;
    }
    return result;
  }
}
