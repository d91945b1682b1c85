package io.github.tensorloupe.testing;

import java.io.IOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// A test that accepts any input and detects wrong results. The build checks some seeded inputs,
/// and inputs that failed before. [Fuzzer] runs the test with Jazzer to find more.
public abstract class FuzzTest {

  private Path scratch;

  /// Throws an exception if the result for an input is wrong.
  protected abstract void check(FuzzInput input) throws Exception;

  /// Returns the number of inputs that the build checks.
  protected abstract int rounds();

  /// Returns initial inputs for a fuzzer.
  protected List<byte[]> examples() throws Exception {
    return List.of();
  }

  /// Returns a folder of this test, which is empty unless a check left files in it.
  protected final Path scratch() throws IOException {
    if (scratch == null) {
      scratch = Files.createTempDirectory("fuzz");
      Path createdFolder = scratch;
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(createdFolder)));
    }
    return scratch;
  }

  /// Deletes a folder and its content.
  protected static void delete(Path folder) {
    try (Stream<Path> entries = Files.walk(folder)) {
      entries.sorted((a, b) -> b.compareTo(a)).forEach(entry -> entry.toFile().delete());
    } catch (IOException e) {
      // Ignored, because it is in the temporary folder.
    }
  }

  @Test
  void answersToSeededInputsAreRight() throws Exception {
    for (int seed = 0; seed < Rounds.of(rounds()); seed++) {
      checkNamed("seed " + seed, FuzzInput.ofSeed(seed));
    }
    for (byte[] example : examples()) {
      checkNamed("example", new FuzzInput(example));
    }
  }

  private void checkNamed(String name, FuzzInput input) throws Exception {
    try {
      check(input);
    } catch (Throwable e) {
      e.addSuppressed(new IllegalStateException(name));
      throw e;
    }
  }

  /// Inputs found by Jazzer are stored next to the class, in a folder with its simple name.
  @TestFactory
  Stream<DynamicTest> answersToWhatWasFoundAreRight() throws IOException, URISyntaxException {
    URL folder = getClass().getResource(getClass().getSimpleName());
    if (folder == null) {
      return Stream.empty();
    }
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(folder.toURI()))) {
      for (Path file : files.sorted().toList()) {
        FuzzInput input = new FuzzInput(Files.readAllBytes(file));
        tests.add(DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(input)));
      }
    }
    return tests.stream();
  }
}
