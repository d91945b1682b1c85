package io.github.tensorloupe.desktop.pane.hex.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.Damage;
import io.github.tensorloupe.testing.FuzzInput;
import io.github.tensorloupe.testing.FuzzTest;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;

/// Damaged bookmark files are reported, or read as bookmarks that are inside the file and can be
/// replaced.
class BookmarkFileFuzzTest extends FuzzTest {

  private byte[] whole;
  private Folders folders;
  private Path folder;
  private Path tensors;

  @Override
  protected int rounds() {
    return 200;
  }

  private void makeFiles() throws IOException {
    Path root = scratch();
    folders = new Folders(Map.of("XDG_CONFIG_HOME", root.toString()), new Properties());
    folder = Files.createDirectories(root.resolve("tensorloupe"));
    tensors = new TensorFiles().floats("t", 1, 2, 3, 4).write(root.resolve("a.safetensors"));
    mark(new Bookmark(3, "note"));
    whole = Files.readAllBytes(folder.resolve("bookmarks.json"));
  }

  private List<Bookmark> mark(Bookmark mark) throws IOException {
    try (TensorFile file = TensorFile.open(tensors)) {
      return new BookmarkFile(folders).change(file, _ -> List.of(mark));
    }
  }

  @Override
  protected void check(FuzzInput input) throws Exception {
    if (folders == null) {
      makeFiles();
    }
    byte[] text = input.nextInt(3) == 0 ? Damage.done(whole, 2, input) : Damage.json(whole, input);
    Files.write(folder.resolve("bookmarks.json"), text);
    try {
      checkBookmarks();
    } catch (SentenceException e) {
      assertThat(e.getMessage()).endsWith(".").hasLineCount(1);
    }
    deleteDamaged();
  }

  private void checkBookmarks() throws IOException {
    List<Bookmark> before;
    try (TensorFile file = TensorFile.open(tensors)) {
      before = new BookmarkFile(folders).of(file);
      assertThat(before).allMatch(mark -> mark.byteOffset() < file.bytes().length());
    }
    Bookmark mark = new Bookmark(5, "x");
    assertThat(mark(mark)).containsExactly(mark);
    try (TensorFile file = TensorFile.open(tensors)) {
      assertThat(new BookmarkFile(folders).of(file)).containsExactly(mark);
    }
  }

  private void deleteDamaged() throws IOException {
    try (var entries = Files.list(folder)) {
      for (Path entry : entries.filter(it -> it.toString().contains(".damaged")).toList()) {
        Files.delete(entry);
      }
    }
  }
}
