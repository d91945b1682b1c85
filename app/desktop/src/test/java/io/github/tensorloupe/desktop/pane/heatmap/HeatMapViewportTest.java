package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.analysis.heatmap.PixelArea;
import io.github.tensorloupe.analysis.heatmap.PixelGrid;
import io.github.tensorloupe.desktop.pane.heatmap.HeatMapViewport.Axis;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class HeatMapViewportTest {

  private static final int HEIGHT = 400;
  private static final int WIDTH = 600;

  private static HeatMapViewport fitting(long rows, long columns) {
    return HeatMapViewport.fitting(rows, columns, HEIGHT, WIDTH);
  }

  @Test
  void zoomStepsArePowersOfTwoAndIntermediateSizes() {
    List<Long> sizes = new ArrayList<>();
    for (long size = 1; size < 70; size = Axis.stepAbove(size)) {
      sizes.add(size);
    }

    assertThat(sizes).containsExactly(1L, 2L, 3L, 4L, 6L, 8L, 12L, 16L, 24L, 32L, 48L, 64L);
    assertThat(Axis.stepAbove(33)).isEqualTo(48);
    assertThat(Axis.stepBelow(33)).isEqualTo(32);
    assertThat(Axis.stepBelow(48)).isEqualTo(32);
    assertThat(Axis.stepBelow(1)).isEqualTo(1);
  }

  @Test
  void largeMatrixIsPooledUntilItFits() {
    HeatMapViewport viewport = fitting(16384, 16384);

    assertThat(viewport.grid()).isEqualTo(new PixelGrid(16384, 16384, 41, 41));
    assertThat(viewport.visible()).isEqualTo(new PixelArea(0, 0, 400, 400));
    assertThat(viewport.place().left()).isEqualTo(100);
  }

  @Test
  void aSmallMatrixIsMagnifiedByAWholeNumber() {
    assertThat(fitting(100, 90).place().cellWidth()).isEqualTo(4);
    assertThat(fitting(2, 2).place().cellHeight()).isEqualTo(Axis.MAX_MAGNIFICATION);
  }

  @Test
  void anOblongMatrixIsPooledAlongOneAxisOnly() {
    HeatMapViewport viewport = fitting(2, 16384);

    assertThat(viewport.rows().pooled()).isEqualTo(1);
    assertThat(viewport.rows().magnified()).isEqualTo(64);
    assertThat(viewport.columns().pooled()).isEqualTo(28);
    assertThat(fitting(16384, 3).columns().magnified()).isEqualTo(64);
  }

  @Test
  void contentAtThePointerDoesNotMoveWhenZooming() {
    Random random = new Random(5);
    for (int round = 0; round < 500; round++) {
      HeatMapViewport viewport =
          fitting(5000 + random.nextInt(5000), 5000 + random.nextInt(5000)).zoomed(4, 300, 200);
      double x = random.nextInt(WIDTH);
      double y = random.nextInt(HEIGHT);
      HeatMapViewport near = viewport.zoomed(1 + random.nextInt(9), x, y);

      assertThat(Math.abs(cellAt(near.rows(), y) - cellAt(viewport.rows(), y)))
          .isLessThanOrEqualTo(2 * viewport.rows().pooled());
      assertThat(Math.abs(cellAt(near.columns(), x) - cellAt(viewport.columns(), x)))
          .isLessThanOrEqualTo(2 * viewport.columns().pooled());
    }
  }

  private static long cellAt(Axis axis, double place) {
    return axis.pixelAt(place) * axis.pooled();
  }

  @Test
  void zoomingOutEndsWhenTheEntirePictureFits() {
    HeatMapViewport viewport = fitting(5000, 7000);

    assertThat(viewport.zoomed(9, 300, 200).zoomed(-40, 300, 200).grid())
        .isEqualTo(viewport.grid());
    assertThat(viewport.zoomed(90, 300, 200).columns().magnified())
        .isEqualTo(Axis.MAX_MAGNIFICATION);
  }

  @Test
  void scrollingEndsAtTheEdges() {
    HeatMapViewport near = fitting(5000, 5000).elementwise();

    assertThat(near.moved(-100_000, -100_000).visible().row()).isZero();
    HeatMapViewport end = near.moved(100_000, 100_000);
    assertThat(end.visible()).isEqualTo(new PixelArea(5000 - HEIGHT, 5000 - WIDTH, HEIGHT, WIDTH));
  }

  @Test
  void everyVisiblePixelIsInAVisibleTile() {
    Random random = new Random(6);
    for (int round = 0; round < 300; round++) {
      HeatMapViewport viewport =
          fitting(1 + random.nextInt(9000), 1 + random.nextInt(9000))
              .zoomed(random.nextInt(20), random.nextInt(WIDTH), random.nextInt(HEIGHT));
      PixelGrid grid = viewport.grid();
      PixelArea area = viewport.visible();
      List<PixelGrid.Tile> tiles = viewport.visibleTiles();

      assertThat(tiles)
          .doesNotHaveDuplicates()
          .contains(
              grid.tileOf(area.row(), area.column()),
              grid.tileOf(area.row() + area.height() - 1, area.column() + area.width() - 1))
          .allMatch(tile -> tile.row() * PixelGrid.TILE_PIXELS < grid.height());
    }
  }

  @Test
  void hiddenPixelIsCentered() {
    HeatMapViewport near = fitting(5000, 5000).elementwise().moved(-9000, -9000);
    HeatMapViewport shown = near.showing(3000, 10);

    assertThat(shown.rows().pixelAt(HEIGHT / 2.0)).isBetween(2999L, 3001L);
    assertThat(shown.columns()).isEqualTo(near.columns());
    assertThat(shown.showing(3001, 11)).isEqualTo(shown);
  }

  @Test
  void axisHasNoPixelOutsideTheImage() {
    HeatMapViewport viewport = fitting(100, 100);

    assertThat(viewport.columns().pixelAt(99)).isEqualTo(-1);
    assertThat(viewport.columns().pixelAt(100)).isZero();
    assertThat(viewport.columns().pixelAt(499.5)).isEqualTo(99);
    assertThat(viewport.columns().pixelAt(500)).isEqualTo(-1);
  }

  @Test
  void viewportHasNoPixelOutsideTheImage() {
    HeatMapViewport viewport = fitting(100, 90);
    double left = viewport.place().left();
    double top = viewport.place().top();

    assertThat(viewport.pixelAt(left + 1, top + 1)).contains(new HeatMapViewport.Pixel(0, 0));
    assertThat(viewport.pixelAt(left - 1, top + 1)).isEmpty();
    assertThat(viewport.pixelAt(left + 1, -1)).isEmpty();
    assertThat(viewport.pixelAt(left + 90 * 4 + 1, top + 1)).isEmpty();
  }
}
