package io.github.tensorloupe.testing;

import java.io.IOException;
import java.lang.reflect.Constructor;
import java.nio.file.Files;
import java.nio.file.Path;

/// The entry point for Jazzer. Passes inputs to a [FuzzTest].
public final class Fuzzer {

  private static FuzzTest test;

  private Fuzzer() {}

  /// Called by Jazzer once, before the first input.
  ///
  /// @param arguments the class name of the test
  public static void fuzzerInitialize(String[] arguments) throws Exception {
    test = test(arguments[0]);
  }

  /// Throws an exception if the result for an input is wrong.
  public static void fuzzerTestOneInput(byte[] bytes) throws Exception {
    test.check(new FuzzInput(bytes));
  }

  private static FuzzTest test(String name) throws ReflectiveOperationException {
    Constructor<?> constructor = Class.forName(name).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (FuzzTest) constructor.newInstance();
  }

  /// Writes initial inputs.
  ///
  /// @param name the class name of the test
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
