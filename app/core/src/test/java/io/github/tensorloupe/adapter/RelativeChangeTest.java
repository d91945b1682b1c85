package io.github.tensorloupe.adapter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Compares the relative change with an explicitly computed changed weight.
class RelativeChangeTest {

  private static final int ROWS = 6;
  private static final int INPUTS = 5;
  private static final int KERNEL = 4;

  @TempDir Path folder;
  private final Random random = new Random(7);
  private final TensorFiles files = new TensorFiles();
  private final TensorFiles base = new TensorFiles();

  /// Returns an element of the changed weight.
  @FunctionalInterface
  private interface Changed {
    double at(int row, int column);
  }

  private double[] values(TensorFiles to, String name, long... shape) {
    int count = 1;
    for (long length : shape) {
      count *= (int) length;
    }
    double[] values = random.doubles(count, -1, 1).toArray();
    ByteBuffer bytes = ByteBuffer.allocate(8 * count).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putDouble(value);
    }
    to.tensor(name, Dtype.F64, bytes.array(), shape);
    return values;
  }

  private void check(double[] weight, Changed changed) throws IOException {
    double difference = 0;
    double all = 0;
    int columns = weight.length / ROWS;
    for (int row = 0; row < ROWS; row++) {
      for (int column = 0; column < columns; column++) {
        double value = weight[row * columns + column];
        difference += Math.pow(changed.at(row, column) - value, 2);
        all += value * value;
      }
    }
    try (TensorFile adapter = TensorFile.open(files.write(folder.resolve("a.safetensors")));
        TensorFile file = TensorFile.open(base.write(folder.resolve("b.safetensors")))) {
      TensorRef tensor = new TensorRef(file, file.header().tensors().getFirst());
      MeasuredModule module =
          new AdapterScan(1)
              .modules(
                  Adapter.of(adapter),
                  Optional.of(new BaseNames(BaseTensor.of(List.of(tensor)))),
                  Cancellation.NEVER,
                  Progress.NONE)
              .getFirst();
      assertThat(module.fit().orElseThrow().relativeChange())
          .isCloseTo(Math.sqrt(difference / all), within(1e-12));
    }
  }

  /// A row of the base is read individually if several rows need more memory than allowed.
  @Test
  void rowsOfTheBaseAreReadWithinTheirLimit() throws IOException {
    int columns = 1 << 16;
    values(files, "m.lora_A.weight", 1, columns);
    values(files, "m.lora_B.weight", 8, 1);
    base.tensor("m.weight", Dtype.F8_E4M3, new byte[8 * columns], 8, columns);
    AtomicInteger maxReadLength = new AtomicInteger();
    try (TensorFile adapter = TensorFile.open(files.write(folder.resolve("a.safetensors")));
        TensorFile file = TensorFile.open(base.write(folder.resolve("b.safetensors")))) {
      ByteSource bytes =
          Intercepted.calls(
              ByteSource.class,
              file.bytes(),
              (_, arguments, call) -> {
                if (arguments != null && arguments[arguments.length - 1] instanceof ByteBuffer it) {
                  maxReadLength.accumulateAndGet(it.remaining(), Math::max);
                }
                return call.run();
              });
      TensorFile counted = TensorFile.of(bytes, file.reading());
      TensorRef tensor = new TensorRef(counted, file.header().tensors().getFirst());
      new AdapterScan(1)
          .modules(
              Adapter.of(adapter),
              Optional.of(new BaseNames(BaseTensor.of(List.of(tensor)))),
              Cancellation.NEVER,
              Progress.NONE);
    }

    assertThat(maxReadLength.get()).isEqualTo(2 * columns);
  }

  /// Checks a linear or convolutional DoRA: m ∘ N/‖N‖ along an axis.
  private void checkMagnitudes(boolean isByInput, long... kernel) throws IOException {
    int count = kernel.length == 0 ? 1 : KERNEL;
    int columns = INPUTS * count;
    double[] down = values(files, "m.lora_down.weight", shape(3, INPUTS, kernel));
    double[] up = values(files, "m.lora_up.weight", ROWS, 3);
    double[] magnitudes =
        isByInput
            ? values(files, "m.dora_scale", 1, INPUTS)
            : values(files, "m.dora_scale", ROWS, 1);
    double[] weight = values(base, "m.weight", shape(ROWS, INPUTS, kernel));
    double[] sums = new double[weight.length];
    double[] squares = new double[isByInput ? INPUTS : ROWS];
    for (int i = 0; i < sums.length; i++) {
      int row = i / columns;
      int column = i % columns;
      sums[i] = weight[i];
      for (int k = 0; k < 3; k++) {
        sums[i] += up[row * 3 + k] * down[k * columns + column];
      }
      squares[isByInput ? column / count : row] += sums[i] * sums[i];
    }
    check(
        weight,
        (row, column) -> {
          int at = isByInput ? column / count : row;
          return magnitudes[at] * sums[row * columns + column] / Math.sqrt(squares[at]);
        });
  }

  private static long[] shape(long first, long second, long... kernel) {
    return kernel.length == 0
        ? new long[] {first, second}
        : new long[] {first, second, kernel[0], kernel[1]};
  }

  @Test
  void magnitudesOfOutputs() throws IOException {
    checkMagnitudes(false);
  }

  @Test
  void magnitudesOfInputs() throws IOException {
    checkMagnitudes(true);
  }

  @Test
  void magnitudesOfOutputsOfAConvolution() throws IOException {
    checkMagnitudes(false, 2, 2);
  }

  @Test
  void magnitudesOfInputsOfAConvolution() throws IOException {
    checkMagnitudes(true, 2, 2);
  }

  @Test
  void outputsThatAreScaled() throws IOException {
    double[] vector = values(files, "m.ia3_l", ROWS, 1);
    double[] weight = values(base, "m.weight", ROWS, INPUTS);

    check(weight, (row, column) -> weight[row * INPUTS + column] * vector[row]);
  }

  @Test
  void inputsThatAreScaled() throws IOException {
    double[] vector = values(files, "m.ia3_l", 1, INPUTS);
    double[] weight = values(base, "m.weight", ROWS, INPUTS);

    check(weight, (row, column) -> weight[row * INPUTS + column] * vector[column]);
  }

  @Test
  void inputsOfAConvolutionThatAreScaledByMoreThanOne() throws IOException {
    double[] vector = values(files, "m.weight", INPUTS);
    files.tensor("m.on_input", Dtype.U8, new byte[] {1});
    double[] weight = values(base, "m.weight", ROWS, INPUTS, 2, 2);

    check(
        weight,
        (row, column) -> weight[row * INPUTS * KERNEL + column] * (1 + vector[column / KERNEL]));
  }
}
