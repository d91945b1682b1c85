package io.github.tensorloupe.desktop.control.plot;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.control.canvas.CanvasPalette;
import io.github.tensorloupe.desktop.control.canvas.ColoredRegion;
import io.github.tensorloupe.desktop.control.plot.Plot.Ink;
import io.github.tensorloupe.desktop.control.plot.Plot.Stroke;
import io.github.tensorloupe.desktop.control.plot.Plot.Tick;
import io.github.tensorloupe.export.SvgPicture;
import java.util.List;
import javafx.geometry.Point2D;
import javafx.scene.paint.Color;
import org.junit.jupiter.api.Test;

class PlotTest {

  private static final PlotArea AREA = new PlotArea(50, 10, 200, 100, 1, 10);

  private final SvgPicture picture = new SvgPicture(300, 150, "test");
  private final Plot plot =
      new Plot.AsSvg(
          picture, new ColoredRegion(CanvasPalette.of("-tl-test-", List.of(Ink.values()))) {});

  @Test
  void everyTickHasAMarkAndLabelsDoNotOverlap() {
    plot.bottomAxis(
        AREA, List.of(new Tick(60, "1"), new Tick(65, "2"), new Tick(100, "3")), 0, 250);

    assertThat(picture.toString()).contains(">1<", ">3<").doesNotContain(">2<");
    // The marks and the line.
    assertThat(picture.toString().split("<rect")).hasSize(5);
  }

  @Test
  void labelAtTheEndMovesInwardOrIsOmitted() {
    plot.topAxis(AREA, List.of(new Tick(250, "1")), 0, 250);
    plot.topAxis(AREA, List.of(new Tick(250, "2000000000")), 0, 250);

    assertThat(picture.toString()).contains("<text x=\"246.5\"").doesNotContain("2000000000");
  }

  @Test
  void translucentColorsAreMixedWithTheGround() {
    Color ground = plot.color(Ink.GROUND);
    Color half = Color.color(0, 0, 0, 0.5);
    List<Point2D> points = List.of(new Point2D(0, 0), new Point2D(9, 9));

    plot.line(new Stroke(half, 1, List.of()), points);
    plot.line(new Stroke(Color.RED, 1, List.of(2.0, 3.0)), points);
    plot.line(new Stroke(Color.LIME, 1, List.of()), points.subList(0, 1));

    String mixed = "#" + ground.interpolate(Color.BLACK, 0.5).toString().substring(2, 8);
    assertThat(picture.toString())
        .contains("stroke=\"" + mixed + "\"")
        .contains("stroke=\"#ff0000\" stroke-width=\"1\" stroke-dasharray=\"2 3\"")
        .doesNotContain("#00ff00");
  }
}
