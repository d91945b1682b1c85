package io.github.tensorloupe.foreign.numpy;

import io.github.tensorloupe.foreign.zip.ZipBuilder;
import io.github.tensorloupe.testing.ForeignFuzzTest;
import io.github.tensorloupe.testing.FuzzInput;

class NumpyFuzzTest extends ForeignFuzzTest {

  NumpyFuzzTest() {
    super(".npz");
  }

  private static byte[] archive(boolean is64) {
    byte[] data = new byte[24];
    ZipBuilder zip = new ZipBuilder();
    zip.is64 = is64;
    zip.store("a.npy", NumpyFormatTest.npy(NumpyFormatTest.header("<f4", false, "(2, 3)"), data));
    zip.deflate("b.npy", NumpyFormatTest.npy(NumpyFormatTest.header(">i2", true, "(4, 3)"), data));
    zip.deflate("c.npy", NumpyFormatTest.npy(NumpyFormatTest.header("|O", false, "()"), data))
            .flags =
        8;
    zip.store("d.pkl", data);
    return zip.bytes();
  }

  @Override
  protected int rounds() {
    return 400;
  }

  @Override
  protected byte[] valid(FuzzInput input) {
    return switch (input.nextInt(3)) {
      case 0 -> archive(false);
      case 1 -> archive(true);
      default -> NumpyFormatTest.npy(NumpyFormatTest.header("<f8", true, "(1, 3)"), new byte[24]);
    };
  }
}
