package io.github.tensorloupe.desktop.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.session.WindowPlace;
import java.util.List;
import javafx.geometry.Rectangle2D;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowFitTest {

  private static final Rectangle2D LAPTOP = new Rectangle2D(0, 27, 1366, 741);
  private static final Rectangle2D RIGHT = new Rectangle2D(1366, 0, 1920, 1080);
  private static final Rectangle2D LEFT = new Rectangle2D(-1600, 0, 1600, 900);

  private static WindowPlace window(double x, double y, double width, double height) {
    return new WindowPlace(x, y, width, height, false, false);
  }

  @Test
  void aWindowThatFitsStaysWhereItIs() {
    WindowPlacement fit = new WindowPlacement(List.of(LAPTOP, RIGHT, LEFT));

    assertThat(fit.fit(window(100, 50, 800, 600))).isEqualTo(window(100, 50, 800, 600));
    assertThat(fit.fit(window(1400, 0, 1800, 1080))).isEqualTo(window(1400, 0, 1800, 1080));
    assertThat(fit.fit(window(-1500, 10, 800, 600))).isEqualTo(window(-1500, 10, 800, 600));
  }

  @ParameterizedTest
  @CsvSource({
    "0, 0, 4000, 3000",
    "1500, 100, 1200, 900",
    "-5000, -5000, 800, 600",
    "1300, 700, 800, 600",
    "-790, 100, 800, 600",
    "100, -590, 800, 600",
    "0, 0, 1, 1",
    "99999, 99999, 99999, 99999"
  })
  void wholeWindowIsVisibleOnASingleScreen(double x, double y, double width, double height) {
    WindowPlace place = new WindowPlacement(List.of(LAPTOP)).fit(window(x, y, width, height));

    assertThat(LAPTOP.contains(place.x(), place.y(), place.width(), place.height())).isTrue();
  }

  @Test
  void tinyWindowIsEnlarged() {
    assertThat(new WindowPlacement(List.of(LAPTOP)).fit(window(1365, 700, 1, 2)))
        .isEqualTo(window(886, 448, 480, 320));
    Rectangle2D tiny = new Rectangle2D(0, 0, 300, 200);
    assertThat(new WindowPlacement(List.of(tiny)).fit(window(5, 5, 100, 100)))
        .isEqualTo(window(0, 0, 300, 200));
  }

  @Test
  void windowIsPlacedOnTheScreenWithItsLargestPart() {
    WindowPlace place =
        new WindowPlacement(List.of(LAPTOP, RIGHT)).fit(window(1300, 100, 800, 600));

    assertThat(place).isEqualTo(window(1366, 100, 800, 600));
  }

  @Test
  void maximizedWindowStaysMaximized() {
    WindowPlace wanted = new WindowPlace(5000, 0, 4000, 700, true, false);

    WindowPlace place = new WindowPlacement(List.of(LAPTOP)).fit(wanted);

    assertThat(place.maximized()).isTrue();
    assertThat(place.fullScreen()).isFalse();
    assertThat(place.width()).isEqualTo(1366);
  }

  @Test
  void defaultWindowIsCenteredAndFitsTheScreen() {
    assertThat(new WindowPlacement(List.of(RIGHT)).defaultBounds())
        .isEqualTo(window(1686, 130, 1280, 820));
    assertThat(new WindowPlacement(List.of(LAPTOP)).defaultBounds())
        .isEqualTo(window(43, 27, 1280, 741));
  }

  @Test
  void secondWindowIsOffsetFromTheFirstIfItFits() {
    WindowPlacement fit = new WindowPlacement(List.of(LAPTOP));

    assertThat(fit.offsetFrom(window(0, 27, 800, 600))).isEqualTo(window(28, 55, 800, 600));
    assertThat(fit.offsetFrom(window(0, 27, 1366, 741))).isEqualTo(window(0, 27, 1366, 741));
  }
}
