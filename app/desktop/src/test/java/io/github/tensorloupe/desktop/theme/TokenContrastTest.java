package io.github.tensorloupe.desktop.theme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;
import io.github.tensorloupe.desktop.testing.Contrast;
import io.github.tensorloupe.desktop.testing.StageExtension;
import io.github.tensorloupe.desktop.testing.TestWindow;
import io.github.tensorloupe.storage.Accent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import javafx.scene.Scene;
import javafx.scene.layout.Pane;
import javafx.scene.layout.Region;
import javafx.scene.paint.Color;
import javafx.stage.Stage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.testfx.api.FxRobot;
import org.testfx.framework.junit5.Start;

/// The colors of custom drawing and of rarely shown nodes have enough contrast with each of their
/// backgrounds.
@ExtendWith(StageExtension.class)
class TokenContrastTest {

  private static final List<String> SURFACES =
      List.of("-tl-surface", "-tl-surface-raised", "-tl-surface-inset");
  private static final List<String> TENSOR_GROUNDS =
      List.of(
          "-tl-surface",
          "-tl-hex-tensor-0",
          "-tl-hex-tensor-1",
          "-tl-hex-tensor-2",
          "-tl-hex-tensor-3",
          "-tl-hex-tensor-4",
          "-tl-hex-zeros-ground");
  private static final List<String> MARKED_GROUNDS =
      List.of("-tl-hex-selected-ground", "-tl-hex-found-ground");
  private static final List<String> HEADER_INKS =
      List.of(
          "-tl-hex-header", "-tl-hex-header-key", "-tl-hex-header-text", "-tl-hex-header-number");
  private static final List<String> DTYPES =
      DtypeStyles.STYLE_CLASSES.stream().map(name -> "-tl-" + name).toList();

  private final Pane root = new Pane();
  private final Set<String> complaints = new TreeSet<>();
  private String look = "";
  private Scene scene;

  @Start
  void show(Stage stage) {
    TestWindow.show(stage, root, 300, 300);
    scene = stage.getScene();
  }

  @Test
  void inksHaveContrast(FxRobot robot) {
    inEveryLook(
        robot,
        () -> {
          texts(List.of("-tl-hex-byte", "-tl-hex-zero", "-tl-hex-text"), TENSOR_GROUNDS);
          texts(List.of("-tl-hex-byte", "-tl-hex-zero", "-tl-hex-text"), MARKED_GROUNDS);
          texts(HEADER_INKS, List.of("-tl-hex-header-ground"));
          texts(HEADER_INKS, MARKED_GROUNDS);
          texts(List.of("-tl-hex-offset", "-tl-chart-axis"), List.of("-tl-surface"));
          texts(List.of("-tl-hex-unclaimed"), List.of("-tl-hex-unclaimed-ground"));
          texts(List.of("-tl-hex-not-finite"), List.of("-tl-hex-not-finite-ground"));
          texts(List.of("-tl-hex-unclaimed", "-tl-hex-not-finite"), MARKED_GROUNDS);
          texts(List.of("-tl-hex-caret-text"), List.of("-tl-hex-caret-ground"));
        });
  }

  @Test
  void textsHaveContrast(FxRobot robot) {
    List<String> tones = List.of("-tl-danger", "-tl-warning", "-tl-success", "-tl-info");
    inEveryLook(
        robot,
        () -> {
          List<String> grounds =
              Stream.concat(SURFACES.stream(), Stream.of("-tl-accent-ground")).toList();
          texts(List.of("-tl-text", "-tl-text-muted", "-tl-text-subtle"), grounds);
          texts(List.of("-tl-accent-text"), grounds);
          texts(DTYPES, grounds);
          texts(tones, grounds);
          tones.forEach(
              tone ->
                  texts(List.of(tone, "-tl-text", "-tl-text-muted"), List.of(tone + "-ground")));
          texts(List.of("-tl-text-muted"), List.of("-tl-badge-ground"));
          texts(List.of("-color-fg-emphasis"), List.of("-tl-accent", "-color-accent-6"));
        });
  }

  @Test
  void marksHaveContrast(FxRobot robot) {
    inEveryLook(
        robot,
        () -> {
          List<String> marks =
              new ArrayList<>(
                  List.of(
                      "-tl-accent",
                      "-tl-chart-bar",
                      "-tl-chart-siblings",
                      "-tl-hex-found-line",
                      "-tl-map-header",
                      "-tl-map-warning",
                      "-tl-map-error",
                      "-tl-map-overlap",
                      "-tl-map-hole"));
          for (int series = 0; series < 6; series++) {
            marks.add("-tl-chart-series-" + series);
          }
          pairs(marks, List.of("-tl-surface"), Contrast.OF_MARKS);
        });
  }

  private void inEveryLook(FxRobot robot, Runnable check) {
    for (Theme theme : List.of(Theme.LIGHT, Theme.DARK)) {
      for (Accent accent : Accent.values()) {
        look = theme + " " + accent;
        robot.interact(
            () -> {
              Themes.apply(new Appearance(theme, accent, 13), scene);
              check.run();
            });
      }
    }
    assertThat(complaints).isEmpty();
  }

  private void texts(List<String> inks, List<String> grounds) {
    pairs(inks, grounds, Contrast.MIN_TEXT_RATIO);
  }

  private void pairs(List<String> inks, List<String> grounds, double minRatio) {
    Color surface = color("-tl-surface");
    for (String ground : grounds) {
      Color under = Contrast.over(color(ground), surface);
      for (String ink : inks) {
        double ratio = Contrast.ratio(color(ink), under);
        if (ratio < minRatio) {
          complaints.add("%s: %s on %s is %.2f".formatted(look, ink, ground, ratio));
        }
      }
    }
  }

  private Color color(String token) {
    Region region = new Region();
    region.setStyle("-fx-background-color: " + token + ";");
    root.getChildren().setAll(region);
    region.applyCss();
    return (Color) region.getBackground().getFills().getFirst().getFill();
  }
}
