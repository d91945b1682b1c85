package io.github.tensorloupe.foreign.flax;

import io.github.tensorloupe.testing.ForeignFuzzTest;
import io.github.tensorloupe.testing.FuzzInput;

class FlaxFuzzTest extends ForeignFuzzTest {

  FlaxFuzzTest() {
    super(".msgpack");
  }

  @Override
  protected int rounds() {
    return 400;
  }

  @Override
  protected byte[] valid(FuzzInput input) {
    return FlaxFormatTest.tree();
  }
}
