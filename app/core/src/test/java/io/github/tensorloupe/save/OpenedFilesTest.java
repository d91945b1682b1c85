package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.tensorloupe.model.FileStamp;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Files and links that are replaced between their examination and their use.
class OpenedFilesTest {

  private static final Path OWN = Path.of("own");
  private static final Path FOREIGN = Path.of("foreign");

  @TempDir Path folder;
  private Path link;

  @BeforeEach
  void namePath() {
    assumeThat(LinuxCalls.OF_THIS_SYSTEM).as("Linux").isPresent();
    link = folder.resolve("link");
  }

  private Path ownLink() throws IOException {
    return Files.createSymbolicLink(folder.resolve("ownLink"), OWN);
  }

  private Path foreignLink() throws IOException {
    Path foreign = Files.createSymbolicLink(folder.resolve("foreignLink"), FOREIGN);
    try {
      Files.setAttribute(foreign, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }
    return foreign;
  }

  private static void replace(Path from, Path to) throws IOException {
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /// Reads the link, which another one replaces after it was opened.
  private Path readReplaced(Path opened, Path next) throws IOException {
    replace(opened, link);
    LinuxCalls calls =
        new LinuxCalls() {
          @Override
          Path openHandle(Path file) throws IOException {
            Path handle = super.openHandle(file);
            replace(next, link);
            return handle;
          }
        };
    return TrustedPaths.readTrustedLink(link, link, Optional.of(calls));
  }

  @Test
  void targetOfALinkIsThatOfTheExaminedLink() throws IOException {
    assertThat(readReplaced(ownLink(), foreignLink())).isEqualTo(OWN);
  }

  @Test
  void ownerOfALinkIsThatOfTheOpenedLink() throws IOException {
    Path foreign = foreignLink();
    Path own = ownLink();

    assertThatThrownBy(() -> readReplaced(foreign, own))
        .hasMessageContaining("belongs to another user");
  }

  @Test
  void linkThatReplacesAnExaminedFileIsNotFollowed() throws IOException {
    Path secret = Files.writeString(folder.resolve("secret"), "secret");
    Path file = Files.writeString(folder.resolve("file"), "file");
    WatchedFiles files =
        new WatchedFiles() {
          @Override
          void before(Step step) throws IOException {
            replace(Files.createSymbolicLink(link, secret), file);
          }
        };

    assertThatThrownBy(() -> TrustedPaths.openToRead(files, file))
        .isInstanceOf(FileSystemException.class)
        .hasMessageContaining(TrustedPaths.NOT_REGULAR);
  }

  @Test
  void stampIsThatOfTheOpenFile() throws IOException {
    Path path = Files.writeString(folder.resolve("file"), "1234");
    FileStamp before = FileStamp.read(path);
    try (OpenFile file = FileOperations.ofThisComputer().openToWrite(path)) {
      replace(Files.writeString(folder.resolve("next"), "other"), path);
      assertThat(file.stamp()).isEqualTo(before).isNotEqualTo(FileStamp.read(path));

      Transfer.write(file, new byte[5], 0);
      assertThat(file.stamp().byteLength()).isEqualTo(5);
      assertThat(file.stamp()).isNotEqualTo(before);

      Files.delete(path);
      assertThat(file.stamp().fileKey()).isEqualTo(before.fileKey());
    }
  }

  @Test
  void otherNameOfTheTargetIsRefused() throws IOException {
    Path target = Files.createFile(folder.toRealPath().resolve("target"));
    // A link that leads to the target only while the files are compared has the same effect.
    Path other = Files.createLink(folder.toRealPath().resolve("other"), target);

    assertThatCode(() -> TrustedPaths.requireTrustedLinks(target, target))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> TrustedPaths.requireTrustedLinks(other, target))
        .isInstanceOf(NoSuchFileException.class);
  }
}
