package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The committed icons that `mvn -Picons process-resources` generates.
class IconFilesTest {

  private static final Path FOLDER = Path.of("../../icons");
  private static final List<Integer> SIZES = List.of(16, 24, 32, 48, 64, 128, 256, 512);

  @ParameterizedTest
  @ValueSource(strings = {"tensorloupe", "safetensors"})
  void thereIsAPictureOfEverySize(String name) throws IOException {
    for (int size : SIZES) {
      BufferedImage picture = ImageIO.read(file(name + "-" + size + ".png").toFile());

      assertThat(picture.getWidth()).isEqualTo(size);
      assertThat(picture.getHeight()).isEqualTo(size);
      assertThat(picture.getRGB(0, size - 1) >>> 24).as("alpha of a corner").isLessThan(255);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"tensorloupe", "safetensors"})
  void icoHoldsThePicturesUpTo256(String name) throws IOException {
    ByteBuffer ico = bytes(name + ".ico").order(ByteOrder.LITTLE_ENDIAN);
    List<byte[]> pictures = new ArrayList<>();
    for (int entry = 0; entry < ico.getShort(4); entry++) {
      byte[] png = new byte[ico.getInt(6 + 16 * entry + 8)];
      ico.get(ico.getInt(6 + 16 * entry + 12), png);
      pictures.add(png);
    }

    assertThat(pictures)
        .containsExactlyElementsOf(pngs(name, SIZES.stream().filter(size -> size <= 256)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"tensorloupe", "safetensors"})
  void icnsHoldsPicturesUpTo1024(String name) throws IOException {
    ByteBuffer icns = bytes(name + ".icns");
    assertThat(icns.getInt(4)).isEqualTo(icns.capacity());
    List<String> types = new ArrayList<>();
    for (int begin = 8; begin < icns.capacity(); begin += icns.getInt(begin + 4)) {
      byte[] type = new byte[4];
      icns.get(begin, type);
      types.add(new String(type, StandardCharsets.US_ASCII) + " " + icns.getInt(begin + 8 + 16));
    }

    assertThat(types)
        .containsExactly(
            "icp4 16",
            "icp5 32",
            "ic07 128",
            "ic08 256",
            "ic09 512",
            "ic10 1024",
            "ic11 32",
            "ic12 64",
            "ic13 256",
            "ic14 512");
  }

  @Test
  void thereIsOneSourceForTheProgramAndOneForItsFiles() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(file -> file.endsWith(".svg"))
          .containsExactlyInAnyOrder("tensorloupe.svg", "safetensors.svg");
    }
  }

  private static Path file(String name) {
    return FOLDER.resolve(name);
  }

  private static ByteBuffer bytes(String name) throws IOException {
    return ByteBuffer.wrap(Files.readAllBytes(file(name)));
  }

  private static List<byte[]> pngs(String name, Stream<Integer> sizes) throws IOException {
    List<byte[]> pngs = new ArrayList<>();
    for (int size : sizes.toList()) {
      pngs.add(Files.readAllBytes(file(name + "-" + size + ".png")));
    }
    return pngs;
  }
}
