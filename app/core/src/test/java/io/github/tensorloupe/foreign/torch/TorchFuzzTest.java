package io.github.tensorloupe.foreign.torch;

import static io.github.tensorloupe.testing.TorchFile.tuple;

import io.github.tensorloupe.testing.ForeignFuzzTest;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.TorchFile;
import java.io.IOException;

class TorchFuzzTest extends ForeignFuzzTest {

  TorchFuzzTest() {
    super(".pt");
  }

  @Override
  protected int rounds() {
    return 800;
  }

  @Override
  protected byte[] valid(FuzzInput input) throws IOException {
    TorchFile torch =
        switch (input.nextInt(4)) {
          case 0 -> new TorchFile().legacy();
          case 1 -> new TorchFile().deflated();
          case 2 -> new TorchFile().bigEndian();
          default -> new TorchFile();
        };
    return torch
        .floats("s", 4)
        .entry("w", torch.tensor("s", 4, 0, tuple(2, 2), tuple(1, 2)))
        .entry("v", torch.tensor("s", 4, 1, tuple(3), tuple(1)))
        .write();
  }
}
