package io.github.tensorloupe.desktop.pane.heatmap;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.pane.HeatMapBudget;
import io.github.tensorloupe.desktop.selection.PairSelection;
import io.github.tensorloupe.desktop.selection.Selection;
import io.github.tensorloupe.desktop.testing.OpenPairs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The heat maps of both sides of a comparison.
class HeatMapSidesTest {

  private static final int SIDE = 300;

  @TempDir Path folder;

  private final OpenPairs files = new OpenPairs();
  private HeatMapViewModel a;
  private HeatMapViewModel b;
  private HeatMapViewModel delta;

  @BeforeEach
  void open() throws IOException {
    PairSelection selection = files.open(folder, constant(1), constant(3));
    a = model(selection.a(), 30);
    b = model(selection.b(), 30);
    delta = model(selection.delta(), 32);
    files.select("m");
  }

  private static TensorFiles constant(float value) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * SIDE * SIDE).order(ByteOrder.LITTLE_ENDIAN);
    while (bytes.hasRemaining()) {
      bytes.putFloat(value);
    }
    return new TensorFiles().tensor("m", Dtype.F32, bytes.array(), SIDE, SIDE);
  }

  private static HeatMapViewModel model(Selection selection, int room) {
    HeatMapViewModel model =
        new HeatMapViewModel(
            selection,
            new Jobs(Runnable::run, Runnable::run),
            new HeatMapBudget(1 << 20),
            Messages.english());
    model.active.set(true);
    model.setRoom(room, room);
    return model;
  }

  @AfterEach
  void close() throws IOException {
    files.close();
  }

  private static HeatPicture picture(HeatMapViewModel model) {
    return model.pictureProperty().get().orElseThrow();
  }

  @Test
  void bothSidesHaveOneScaleAndTheDifferenceItsOwn() {
    assertThat(picture(a).limit()).isEqualTo(3);
    assertThat(picture(b).limit()).isEqualTo(3);
    assertThat(picture(delta).limit()).isEqualTo(2);
  }

  @Test
  void zoomingAndMovingOnePictureDoesSoWithTheOthers() {
    b.zoom(2, 15, 15);
    b.pan(3, 5);
    assertThat(picture(a).frame()).isEqualTo(picture(b).frame());
    assertThat(picture(delta).frame().grid()).isEqualTo(picture(b).frame().grid());
    assertThat(picture(delta).frame().firstRow()).isEqualTo(picture(b).frame().firstRow());
    assertThat(picture(delta).frame().firstColumn()).isEqualTo(picture(b).frame().firstColumn());
    delta.fit();
    assertThat(picture(a).frame().firstRow()).isZero();
    assertThat(picture(a).frame().lastRow()).isEqualTo(SIDE - 1);
  }
}
