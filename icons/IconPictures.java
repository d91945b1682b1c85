import com.github.weisj.jsvg.SVGDocument;
import com.github.weisj.jsvg.parser.LoaderContext;
import com.github.weisj.jsvg.parser.SVGLoader;
import com.github.weisj.jsvg.view.ViewBox;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.imageio.ImageIO;

/// Draws the pictures of the program and of its file type from their SVG sources: PNG in several
/// sizes, `.ico` for Windows and `.icns` for macOS.
///
/// A source has two groups: `full`, and `small` for sizes in which details would blur.
public final class IconPictures {

  private static final List<String> NAMES = List.of("tensorloupe", "safetensors");
  private static final List<Integer> SIZES = List.of(16, 24, 32, 48, 64, 128, 256, 512, 1024);

  /// Larger ones are in the `.icns` file alone.
  private static final int LARGEST_FILE = 512;

  private static final int LARGEST_IN_ICO = 256;
  private static final int LARGEST_SMALL = 32;

  /// A type of an `.icns` file that holds a PNG.
  private record IcnsType(String name, int size) {}

  /// Those from ic10 on are for screens of double density.
  private static final List<IcnsType> ICNS_TYPES =
      List.of(
          new IcnsType("icp4", 16),
          new IcnsType("icp5", 32),
          new IcnsType("ic07", 128),
          new IcnsType("ic08", 256),
          new IcnsType("ic09", 512),
          new IcnsType("ic10", 1024),
          new IcnsType("ic11", 32),
          new IcnsType("ic12", 64),
          new IcnsType("ic13", 256),
          new IcnsType("ic14", 512));

  private IconPictures() {}

  /// @param arguments the folder of the sources, which takes the pictures too
  public static void main(String[] arguments) throws IOException {
    System.setProperty("java.awt.headless", "true");
    Path folder = Path.of(arguments[0]);
    for (String name : NAMES) {
      String source = Files.readString(folder.resolve(name + ".svg"));
      SortedMap<Integer, byte[]> pictures = new TreeMap<>();
      for (int size : SIZES) {
        pictures.put(size, png(draw(source, size)));
        if (size <= LARGEST_FILE) {
          Files.write(folder.resolve(name + "-" + size + ".png"), pictures.get(size));
        }
      }
      Files.write(folder.resolve(name + ".ico"), ico(pictures.headMap(LARGEST_IN_ICO + 1)));
      Files.write(folder.resolve(name + ".icns"), icns(pictures));
    }
  }

  private static BufferedImage draw(String source, int size) {
    SVGDocument document = parse(size <= LARGEST_SMALL ? withSmallShown(source) : source);
    BufferedImage picture = new BufferedImage(size, size, BufferedImage.TYPE_INT_ARGB);
    Graphics2D graphics = picture.createGraphics();
    graphics.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    graphics.setRenderingHint(RenderingHints.KEY_RENDERING, RenderingHints.VALUE_RENDER_QUALITY);
    document.render(null, graphics, new ViewBox(size, size));
    graphics.dispose();
    return picture;
  }

  private static SVGDocument parse(String source) {
    return new SVGLoader()
        .load(
            new ByteArrayInputStream(source.getBytes(StandardCharsets.UTF_8)),
            null,
            LoaderContext.createDefault());
  }

  private static String withSmallShown(String source) {
    return replaced(
        replaced(source, "<g id=\"small\" display=\"none\"", "<g id=\"small\""),
        "<g id=\"full\"",
        "<g id=\"full\" display=\"none\"");
  }

  private static String replaced(String source, String old, String replacement) {
    if (!source.contains(old)) {
      throw new IllegalArgumentException("expected " + old + ", and found none");
    }
    return source.replace(old, replacement);
  }

  private static byte[] png(BufferedImage picture) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageIO.write(picture, "png", bytes);
    return bytes.toByteArray();
  }

  /// A head of 6 bytes, an entry of 16 for each picture, then the pictures.
  private static byte[] ico(SortedMap<Integer, byte[]> pictures) {
    int offset = 6 + 16 * pictures.size();
    int length = offset + pictures.values().stream().mapToInt(png -> png.length).sum();
    ByteBuffer file = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    file.putShort((short) 0).putShort((short) 1).putShort((short) pictures.size());
    for (int size : pictures.keySet()) {
      byte[] png = pictures.get(size);
      // A side of 256 is written as 0; then come palette, reserved, planes and bits of a pixel.
      file.put((byte) size).put((byte) size).putShort((short) 0);
      file.putShort((short) 1).putShort((short) 32).putInt(png.length).putInt(offset);
      offset += png.length;
    }
    pictures.values().forEach(file::put);
    return file.array();
  }

  /// Chunks of a type, their length with these 8 bytes, and the picture; all in one such chunk.
  private static byte[] icns(SortedMap<Integer, byte[]> pictures) {
    int length = 8;
    for (IcnsType type : ICNS_TYPES) {
      length += 8 + pictures.get(type.size()).length;
    }
    ByteBuffer file = ByteBuffer.allocate(length);
    file.put("icns".getBytes(StandardCharsets.US_ASCII)).putInt(length);
    for (IcnsType type : ICNS_TYPES) {
      byte[] png = pictures.get(type.size());
      file.put(type.name().getBytes(StandardCharsets.US_ASCII)).putInt(8 + png.length).put(png);
    }
    return file.array();
  }
}
