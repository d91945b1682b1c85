package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.analysis.heatmap.ColorLimit;
import io.github.tensorloupe.analysis.heatmap.Pooling;
import io.github.tensorloupe.analysis.slice.TensorSlice;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.testing.CodeBytes;
import io.github.tensorloupe.testing.ProjectFolders;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HeatMapPngTest {

  private static final HeatPalette COLORS = HeatPalette.LIGHT;

  @TempDir private Path folder;

  @FunctionalInterface
  private interface Use {
    void of(TensorSlice slice) throws IOException;
  }

  private void with(Dtype dtype, byte[] bytes, long rows, long columns, Use use)
      throws IOException {
    Path path =
        new TensorFiles().tensor("t", dtype, bytes, rows, columns).write(folder.resolve("t.st"));
    try (Checkpoint open = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      use.of(TensorSlice.of(open.tensor("t").orElseThrow().data().orElseThrow()));
    }
  }

  private BufferedImage written(TensorSlice slice, Pooling pooling, int maxSide)
      throws IOException {
    Path out = folder.resolve("t.png");
    new HeatMapPng(slice, pooling, ColorLimit.DEFAULT_PERCENTILE, maxSide)
        .write(out, List.of(), Cancellation.NEVER, Progress.NONE);
    return ImageIO.read(out.toFile());
  }

  @Test
  void aSmallMatrixHasAPixelForEachElement() throws IOException {
    byte[] bytes = CodeBytes.of(Dtype.BF16, 0, 0x3f80, 0xbf80, 0x3f00, 0xbf00, 0);
    with(
        Dtype.BF16,
        bytes,
        2,
        3,
        slice -> {
          BufferedImage image = written(slice, Pooling.EXTREME, 100);
          assertThat(image.getRGB(0, 0, 3, 2, null, 0, 3))
              .containsExactly(
                  COLORS.diverging().get(2),
                  COLORS.diverging().get(4),
                  COLORS.diverging().get(0),
                  COLORS.diverging().get(3),
                  COLORS.diverging().get(1),
                  COLORS.diverging().get(2));
        });
  }

  @Test
  void unsignedNumbersHaveAScaleFromZeroOn() throws IOException {
    with(
        Dtype.U8,
        new byte[] {0, 2, 6, 0},
        2,
        2,
        slice -> {
          BufferedImage image = written(slice, Pooling.EXTREME, 2);
          assertThat(image.getRGB(0, 0)).isEqualTo(COLORS.sequential().getFirst());
          assertThat(image.getRGB(1, 0)).isEqualTo(COLORS.sequential().get(2));
          assertThat(image.getRGB(0, 1)).isEqualTo(COLORS.sequential().getLast());
        });
  }

  @Test
  void largeMatrixIsPooledAndASingleNanIsVisible() throws IOException {
    int side = 2000;
    byte[] bytes = new byte[2 * side * side];
    bytes[2 * (1001 * side + 1503)] = (byte) 0xc0;
    bytes[2 * (1001 * side + 1503) + 1] = 0x7f;
    with(
        Dtype.BF16,
        bytes,
        side,
        side,
        slice -> {
          BufferedImage image = written(slice, Pooling.MEAN, 100);
          assertThat(image.getWidth()).isEqualTo(100);
          int nans = 0;
          for (int rgb : image.getRGB(0, 0, 100, 100, null, 0, 100)) {
            nans += rgb == COLORS.nan() ? 1 : 0;
          }
          assertThat(nans).isEqualTo(9);
          assertThat(image.getRGB(75, 50)).isEqualTo(COLORS.nan());
          assertThat(image.getRGB(73, 50)).isEqualTo(COLORS.edge());
        });
  }

  @Test
  void aPictureThatWasCancelledIsNotWritten() throws IOException {
    with(
        Dtype.U8,
        new byte[4],
        2,
        2,
        slice -> {
          Path out = folder.resolve("none.png");
          assertThatThrownBy(
                  () ->
                      new HeatMapPng(slice, Pooling.MEAN, ColorLimit.DEFAULT_PERCENTILE, 9)
                          .write(out, List.of(), () -> true, Progress.NONE))
              .isInstanceOf(CancellationException.class);
          assertThat(Files.exists(out)).isFalse();
        });
  }

  @Test
  void aPictureNeverReplacesTheFileThatItIsOf() throws IOException {
    with(
        Dtype.U8,
        new byte[4],
        2,
        2,
        slice -> {
          Path source = slice.data().file().path();
          byte[] before = Files.readAllBytes(source);
          assertThatThrownBy(
                  () ->
                      new HeatMapPng(slice, Pooling.MEAN, ColorLimit.DEFAULT_PERCENTILE, 9)
                          .write(source, List.of(), Cancellation.NEVER, Progress.NONE))
              .hasMessageContaining("the file that is being read");
          assertThat(source).hasBinaryContent(before);
        });
  }

  @Test
  void anEmptyTensorHasNoPicture() throws IOException {
    with(
        Dtype.U8,
        new byte[0],
        0,
        2,
        slice ->
            assertThatThrownBy(() -> written(slice, Pooling.MEAN, 9))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("empty"));
  }

  @Test
  void filesHaveTheColoursOfTheLightTheme() {
    List<Integer> ramp = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      ramp.add(token("heat-" + i));
    }
    assertThat(COLORS.sequential()).isEqualTo(ramp);
    assertThat(COLORS.diverging())
        .containsExactly(
            token("heat-negative"),
            token("heat-half-negative"),
            token("heat-middle"),
            token("heat-half-positive"),
            token("heat-positive"));
    assertThat(COLORS.nan()).isEqualTo(token("heat-nan"));
    assertThat(COLORS.infinite()).isEqualTo(token("heat-infinite"));
    assertThat(COLORS.edge()).isEqualTo(token("heat-edge"));
  }

  private static int token(String name) {
    Matcher value = Pattern.compile("-tl-" + name + ": #([0-9a-f]{6});").matcher(lightTheme());
    assertThat(value.find()).as(name).isTrue();
    return 0xff << 24 | Integer.parseInt(value.group(1), 16);
  }

  private static String lightTheme() {
    try {
      return Files.readString(ProjectFolders.desktopResources().resolve("theme/tokens-light.css"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
