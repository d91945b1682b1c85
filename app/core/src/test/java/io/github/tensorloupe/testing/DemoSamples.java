package io.github.tensorloupe.testing;

import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/// Writes the demo checkpoints. They are generated once per JVM, which takes much longer than
/// writing them.
public final class DemoSamples {

  private static final Map<Path, byte[]> CONTENTS = new TreeMap<>();

  private DemoSamples() {}

  /// @param folder created if missing
  public static void write(Path folder) throws IOException {
    if (CONTENTS.isEmpty()) {
      DemoCheckpoints.write(folder, Cancellation.NEVER);
      try (Stream<Path> all = Files.walk(folder)) {
        for (Path file : all.filter(Files::isRegularFile).toList()) {
          CONTENTS.put(folder.relativize(file), Files.readAllBytes(file));
        }
      }
      return;
    }
    for (Map.Entry<Path, byte[]> each : CONTENTS.entrySet()) {
      Path file = folder.resolve(each.getKey());
      Files.createDirectories(file.getParent());
      Files.write(file, each.getValue());
    }
  }
}
