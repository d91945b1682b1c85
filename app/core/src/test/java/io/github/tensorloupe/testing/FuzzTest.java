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

/// Something that takes any input, and knows which answers are wrong. The build tries a few inputs
/// that follow from seeds, and those that were found to be answered wrongly once; [Fuzzer] lets
/// Jazzer look for more.
public abstract class FuzzTest {

  private Path scratch;

  /// Throws where the answer to an input is wrong.
  protected abstract void check(FuzzInput input) throws Exception;

  /// How many inputs the build tries.
  protected abstract int rounds();

  /// Inputs that a fuzzer begins with.
  protected List<byte[]> examples() throws Exception {
    return List.of();
  }

  /// A folder of this test, empty unless a check has left something in it.
  protected final Path scratch() throws IOException {
    if (scratch == null) {
      scratch = Files.createTempDirectory("fuzz");
      Path made = scratch;
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(made)));
    }
    return scratch;
  }

  /// Deletes what is in a folder, and the folder.
  protected static void delete(Path folder) {
    try (Stream<Path> entries = Files.walk(folder)) {
      entries.sorted((a, b) -> b.compareTo(a)).forEach(entry -> entry.toFile().delete());
    } catch (IOException e) {
      // It is in the temporary folder.
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

  /// Inputs that Jazzer found lie beside the class, in a folder of its name.
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
