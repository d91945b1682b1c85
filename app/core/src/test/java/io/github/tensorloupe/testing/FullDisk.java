package io.github.tensorloupe.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Mounts a small disk for each test and fills it on request. Tests are skipped if the system does
/// not permit mounting, which requires Linux and the superuser.
public final class FullDisk implements BeforeEachCallback, AfterEachCallback {

  private Path disk;

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    disk = Files.createTempDirectory("disk");
    assumeThat(run("mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", disk.toString()))
        .as("a disk can be mounted here")
        .isTrue();
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    run("umount", disk.toString());
    Files.delete(disk);
  }

  private static boolean run(String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command).start().waitFor() == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /// Returns environment variables that place the folders of the program on the disk.
  public Map<String, String> environment() {
    return Map.of(
        "XDG_CACHE_HOME", disk.resolve("cache").toString(),
        "XDG_CONFIG_HOME", disk.resolve("config").toString());
  }

  /// Returns the folder of the disk.
  public Path folder() {
    return disk;
  }

  /// Fills the disk completely.
  public void fill() throws IOException {
    try (OutputStream out = Files.newOutputStream(disk.resolve("filling"))) {
      while (true) {
        out.write(new byte[1024]);
      }
    } catch (IOException e) {
      assertThat(e).hasMessageContaining("space");
    }
  }

  /// Deletes the file written by [#fill].
  public void makeRoom() throws IOException {
    Files.delete(disk.resolve("filling"));
  }

  /// Returns the contents of all other files on the disk.
  public Map<Path, ByteBuffer> files() throws IOException {
    Map<Path, ByteBuffer> files = new TreeMap<>();
    try (Stream<Path> all = Files.walk(disk)) {
      for (Path each : all.filter(Files::isRegularFile).toList()) {
        if (!each.endsWith("filling")) {
          files.put(each, ByteBuffer.wrap(Files.readAllBytes(each)));
        }
      }
    }
    return files;
  }
}
