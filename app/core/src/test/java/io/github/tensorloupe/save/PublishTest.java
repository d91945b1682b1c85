package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Renames that must not replace an existing file.
class PublishTest {

  private static final int ROUNDS = 1000;

  @TempDir private Path folder;

  private interface PublishMethod {
    void publish(Path from, Path to) throws IOException;
  }

  private final List<PublishMethod> methods =
      List.of(new LocalFiles()::publish, LocalFiles::publishWithoutLink);

  @Test
  void fileGetsItsNewNameAndLosesTheOldOne() throws IOException {
    for (PublishMethod method : methods) {
      Path draft = Files.writeString(folder.resolve("draft"), "new");
      Path target = folder.resolve("target");

      method.publish(draft, target);

      assertThat(target).hasContent("new");
      assertThat(folder.toFile().list()).containsExactly("target");
      Files.delete(target);
    }
  }

  @Test
  void linkedFolderIsNotOpened() throws IOException {
    Path real = Files.createDirectory(folder.toRealPath().resolve("real"));
    Path link = Files.createSymbolicLink(folder.toRealPath().resolve("link"), real);
    FileOperations files = new LocalFiles();

    assertThatThrownBy(() -> files.pinResolved(link)).isInstanceOf(NoSuchFileException.class);
    files.pinResolved(real).close();
  }

  @Test
  void existingNameIsNotReplaced() throws IOException {
    Path draft = Files.writeString(folder.resolve("draft"), "new");
    Path file = Files.writeString(folder.resolve("file"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), folder.resolve("nowhere"));
    Path empty = Files.createDirectory(folder.resolve("empty"));

    for (PublishMethod method : methods) {
      for (Path target : List.of(file, link, empty)) {
        assertThatThrownBy(() -> method.publish(draft, target))
            .isInstanceOf(FileAlreadyExistsException.class);
      }
    }
    assertThat(file).hasContent("old");
    assertThat(link).isSymbolicLink();
    assertThat(empty).isEmptyDirectory();
    assertThat(draft).hasContent("new");
  }

  @Test
  void ofTwoProgramsThatWantANameExactlyOneGetsIt() throws Exception {
    CyclicBarrier start = new CyclicBarrier(2);
    try (ExecutorService pool = Executors.newFixedThreadPool(2)) {
      for (PublishMethod method : methods) {
        for (int round = 0; round < ROUNDS; round++) {
          Path target = folder.resolve("target");
          List<Future<Boolean>> both =
              pool.invokeAll(
                  List.of(
                      publishing(method, "a", target, start),
                      publishing(method, "b", target, start)));

          boolean first = both.get(0).get();
          assertThat(both.get(1).get()).isEqualTo(!first);
          assertThat(target).hasContent(first ? "a" : "b");
          Files.delete(target);
        }
      }
    }
  }

  private Callable<Boolean> publishing(
      PublishMethod method, String name, Path target, CyclicBarrier start) {
    return () -> {
      Path draft = Files.writeString(folder.resolve(name), name);
      start.await();
      try {
        method.publish(draft, target);
        return true;
      } catch (FileAlreadyExistsException e) {
        return false;
      }
    };
  }
}
