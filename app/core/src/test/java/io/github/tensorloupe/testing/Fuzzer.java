package io.github.tensorloupe.testing;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;

/// What Jazzer calls: one [FuzzTest] with the inputs that it makes up.
public final class Fuzzer {

  private static FuzzTest test;

  private Fuzzer() {}

  /// Begins.
  ///
  /// @param arguments the class of the test
  public static void fuzzerInitialize(String[] arguments) throws Exception {
    test = test(arguments[0]);
  }

  /// Throws if the answer to an input is wrong.
  public static void fuzzerTestOneInput(byte[] bytes) throws Exception {
    test.check(new FuzzInput(bytes));
  }

  private static FuzzTest test(String name) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (FuzzTest) constructor.newInstance();
  }

  /// Writes the inputs to begin with.
  ///
  /// @param name the class of the test
  public static void writeExamples(String name, Path folder) throws Exception {
    Files.createDirectories(folder);
    int number = 0;
    for (byte[] example : test(name).examples()) {
      write(folder, number++, example);
    }
    for (int seed = 0; seed < 10; seed++) {
      write(folder, number++, new byte[] {(byte) seed, (byte) (seed * 37), (byte) (seed * 91), 2});
    }
  }

  private static void write(Path folder, int number, byte[] bytes) throws IOException {
    Files.write(folder.resolve("example-" + number), bytes);
  }
}
