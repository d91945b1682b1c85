package io.github.tensorloupe.foreign.hdf5;

import io.github.tensorloupe.testing.ForeignFuzzTest;
import io.github.tensorloupe.testing.FuzzInput;
import java.io.IOException;

class Hdf5FuzzTest extends ForeignFuzzTest {

  Hdf5FuzzTest() {
    super(".h5");
  }

  @Override
  protected int rounds() {
    return 200;
  }

  @Override
  protected byte[] valid(FuzzInput input) throws IOException {
    return Hdf5FormatTest.kinds();
  }
}
