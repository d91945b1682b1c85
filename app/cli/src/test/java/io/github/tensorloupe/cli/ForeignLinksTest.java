package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Another user's link in a folder may lead to a file that this user cannot read. New files in the
/// folder must not contain its content.
@EnabledOnOs(OS.LINUX)
class ForeignLinksTest {

  @TempDir private Path folder;
  @TempDir private Path otherFolder;
  private Path link;

  @BeforeEach
  void writeFiles() throws IOException {
    Path secret =
        new TensorFiles()
            .floats("x", 1, 2)
            .metadata("k", "secret")
            .write(folder.resolve("m.safetensors"));
    link = Files.createDirectory(folder.resolve("set")).resolve("a.safetensors");
    Files.createSymbolicLink(link, secret);
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "compare --report OUT set m.safetensors",
        "export --tensor x --format npy --out OUT set",
        "export --tensor x --format safetensors --out OUT set/a.safetensors",
        "manifest write --out OUT set",
        "metadata export --to OUT set/a.safetensors",
        "metadata set --entry a=b --out OUT set/a.safetensors",
        "salvage --out OUT set/a.safetensors",
        "survey --out OUT set",
        "survey --out OUT set/a.safetensors",
      })
  void filesAreNotReadIntoNewFilesInTheFolderOfTheLink(String command) throws IOException {
    Path inFolder = folder.resolve("set/n");
    for (String out : new String[] {"set/n", "set/../set/n"}) {
      Ran ran = Ran.in(folder, command.replace("OUT", out).split(" "));
      assertThat(ran.exitCode()).isEqualTo(2);
      if (command.startsWith("survey")) {
        assertThat(inFolder).content().contains("belongs to another user").doesNotContain("\"x\"");
        Files.delete(inFolder);
      } else {
        assertThat(ran.err()).contains("a link in its path belongs to another user");
        assertThat(inFolder).doesNotExist();
      }
    }

    Path file = otherFolder.resolve("n");
    Ran elsewhere = Ran.in(folder, command.replace("OUT", file.toString()).split(" "));
    assertThat(elsewhere.err()).doesNotContain("another user");
    assertThat(file).exists();

    Files.setAttribute(link, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
    Ran.in(folder, command.replace("OUT", "set/n").split(" "));
    assertThat(inFolder).exists();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export --tensor x --format npy --out set/n set/link/m.safetensors",
        "metadata set --entry a=b --out set/n set/link/m.safetensors",
        "manifest write --out set/n set/link",
        "survey --out set/n set/link",
      })
  void filesOfALinkedFolderAreNotReadIntoNewFilesNextToTheLink(String command) throws IOException {
    Path folderLink = Files.createSymbolicLink(folder.resolve("set/link"), folder);
    Files.setAttribute(folderLink, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);

    Ran ran = Ran.in(folder, command.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    Path written = folder.resolve("set/n");
    if (Files.exists(written)) {
      assertThat(written).content().doesNotContain("\"x\"");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "export --tensor x --format npy --out link/n m.safetensors",
        "export --tensor x --tensor x --format npy --out link m.safetensors",
        "metadata set --entry a=b --out link/n m.safetensors",
        "metadata export --to link/n m.safetensors",
        "metadata set --entry a=b set",
      })
  void nothingIsWrittenThroughTheLink(String command) throws IOException {
    Path target = Files.createDirectory(folder.resolve("target"));
    Path folderLink = Files.createSymbolicLink(folder.resolve("link"), target);
    Files.setAttribute(folderLink, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    // The owner of the link may have no access to the folder that contains the target.
    Files.setAttribute(target, "unix:uid", 12345);
    Files.setAttribute(folder.resolve("m.safetensors"), "unix:uid", 12345);
    byte[] before = Files.readAllBytes(link);

    Ran ran = Ran.in(folder, command.split(" "));

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("a link in its path belongs to another user");
    assertThat(target).isEmptyDirectory();
    assertThat(link).hasBinaryContent(before);
  }

  @Test
  void metadataAreNotImportedFromTheTarget() throws IOException {
    Path map = Files.writeString(folder.resolve("map.json"), "{\"token\": \"secret\"}");
    Path mapLink = Files.createSymbolicLink(folder.resolve("set/map.json"), map);
    Files.setAttribute(mapLink, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    Path file = Files.copy(link, folder.resolve("set/own.safetensors"));
    byte[] before = Files.readAllBytes(file);
    String[] command = {"metadata", "import", "--from", "set/map.json", "set/own.safetensors"};

    Ran ran = Ran.in(folder, command);

    assertThat(ran.exitCode()).isEqualTo(2);
    assertThat(ran.err()).contains("a link in its path belongs to another user");
    assertThat(file).hasBinaryContent(before);

    Files.setAttribute(mapLink, "unix:uid", 0, LinkOption.NOFOLLOW_LINKS);
    assertThat(Ran.in(folder, command).exitCode()).isZero();
  }
}
