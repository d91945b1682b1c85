package io.github.tensorloupe.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.github.tensorloupe.work.Cancellation;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class PictureExportTest {

  private static final int[] PIXELS = {
    0xffff0000, 0xff00ff00, 0xff0000ff, 0x80123456, 0x00000000, 0xffffffff
  };

  @TempDir Path folder;

  @Test
  void pixelsRoundTrip() throws IOException {
    Path file = folder.resolve("a.png");

    FileExport.writePicture(
        FileExport.checkPicture(file, List.of()), PIXELS, 3, 2, Cancellation.NEVER);

    BufferedImage image = ImageIO.read(file.toFile());
    assertThat(image.getWidth()).isEqualTo(3);
    assertThat(image.getHeight()).isEqualTo(2);
    assertThat(image.getRGB(0, 0, 3, 2, null, 0, 3)).isEqualTo(PIXELS);
  }

  @Test
  void pictureThatIsThereIsReplacedAndNothingElseIsLeft() throws IOException {
    Path file = folder.resolve("a.png");
    FileExport.writePicture(
        FileExport.checkPicture(file, List.of()), PIXELS, 3, 2, Cancellation.NEVER);

    FileExport.writePicture(
        FileExport.checkPicture(file, List.of()), PIXELS, 2, 3, Cancellation.NEVER);

    assertThat(ImageIO.read(file.toFile()).getWidth()).isEqualTo(2);
    assertThat(folder.toFile().list()).containsExactly("a.png");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void linksOfOtherUsersAreNotFollowed() throws IOException {
    Path picture = folder.resolve("a.png");
    FileExport.writePicture(
        FileExport.checkPicture(picture, List.of()), PIXELS, 3, 2, Cancellation.NEVER);
    byte[] before = Files.readAllBytes(picture);
    Path link = Files.createSymbolicLink(folder.resolve("link.png"), picture);
    try {
      Files.setAttribute(link, "unix:uid", 12345, LinkOption.NOFOLLOW_LINKS);
    } catch (FileSystemException e) {
      abort("only root can give a link to another user");
    }

    assertThatThrownBy(
            () ->
                FileExport.writePicture(
                    FileExport.checkPicture(link, List.of()), PIXELS, 2, 3, Cancellation.NEVER))
        .hasMessageContaining("belongs to another user");

    assertThat(picture).hasBinaryContent(before);
  }

  @Test
  void nothingButAPictureIsReplaced() throws IOException {
    Path file = Files.writeString(folder.resolve("a.png"), "no picture");

    assertThatThrownBy(
            () ->
                FileExport.writePicture(
                    FileExport.checkPicture(file, List.of()), PIXELS, 3, 2, Cancellation.NEVER))
        .hasMessageContaining("is not a PNG file");
    assertThat(file).hasContent("no picture");
  }

  @Test
  void failureIsASentenceAndLeavesNothing() throws IOException {
    Path occupied = Files.createDirectory(folder.resolve("a.png"));

    assertThatThrownBy(
            () ->
                FileExport.writePicture(
                    FileExport.checkPicture(occupied, List.of()), PIXELS, 3, 2, Cancellation.NEVER))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(occupied + " cannot be written: it is not a regular file");
    assertThat(folder.toFile().list()).containsExactly("a.png");
  }

  @Test
  void missingFolderIsASentence() {
    Path file = folder.resolve("gone/a.png");

    assertThatThrownBy(
            () ->
                FileExport.writePicture(
                    FileExport.checkPicture(file, List.of()), PIXELS, 3, 2, Cancellation.NEVER))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " cannot be written: ")
        .hasMessageEndingWith(".");
  }

  @Test
  void wrongNumberOfPixelsIsTheCallersMistake() {
    assertThatThrownBy(
            () ->
                FileExport.writePicture(
                    FileExport.checkPicture(folder.resolve("a.png"), List.of()),
                    PIXELS,
                    4,
                    2,
                    Cancellation.NEVER))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
