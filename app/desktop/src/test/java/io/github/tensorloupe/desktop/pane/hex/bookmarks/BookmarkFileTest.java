package io.github.tensorloupe.desktop.pane.hex.bookmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.desktop.pane.hex.bookmarks.BookmarkFile.Bookmark;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.testing.TensorFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BookmarkFileTest {

  @TempDir Path folder;

  private Folders folders;
  private Path path;

  @BeforeEach
  void write() throws IOException {
    Path config = Files.createDirectories(folder.resolve("config"));
    folders = new Folders(Map.of("XDG_CONFIG_HOME", config.toString()), new Properties());
    path = new TensorFiles().floats("t", 1, 2, 3, 4).write(folder.resolve("a.safetensors"));
  }

  private Path storedFile() {
    return folder.resolve("config/tensorloupe/bookmarks.json");
  }

  private List<Bookmark> marks(Path of) throws IOException {
    try (TensorFile file = TensorFile.open(of)) {
      return new BookmarkFile(folders).of(file);
    }
  }

  private List<Bookmark> add(Path to, long... offsets) throws IOException {
    try (TensorFile file = TensorFile.open(to)) {
      return new BookmarkFile(folders)
          .change(
              file,
              before -> {
                List<Bookmark> all = new ArrayList<>(before);
                LongStream.of(offsets).forEach(at -> all.add(new Bookmark(at, "note " + at)));
                return all;
              });
    }
  }

  private static long dataStart(Path of) throws IOException {
    try (TensorFile file = TensorFile.open(of)) {
      return file.reading().dataStart().orElseThrow();
    }
  }

  @Test
  void marksSurviveARestartInTheOrderOfTheFile() throws IOException {
    add(path, 20);
    add(path, 3, 20);

    assertThat(marks(path)).containsExactly(new Bookmark(3, "note 3"), new Bookmark(20, "note 20"));
  }

  @Test
  void anotherFileAtThePathHasNone() throws IOException {
    add(path, 3);
    new TensorFiles().floats("other", 1, 2, 3, 4, 5).write(path);

    assertThat(marks(path)).isEmpty();
  }

  @Test
  void aFileThatWasMovedKeepsItsMarks() throws IOException {
    add(path, 3);
    Path moved = Files.move(path, folder.resolve("b.safetensors"));

    assertThat(marks(moved)).hasSize(1);
    assertThat(add(moved, 5)).hasSize(2);
  }

  @Test
  void marksInTheDataMoveWithThemWhenTheHeaderGrows() throws IOException {
    long before = dataStart(path);
    add(path, 9, before + 4);
    new TensorFiles().floats("t_with_a_much_longer_name", 1, 2, 3, 4).write(path);

    assertThat(marks(path))
        .extracting(Bookmark::byteOffset)
        .containsExactly(9L, dataStart(path) + 4);
    assertThat(dataStart(path)).isGreaterThan(before);
  }

  @Test
  void removingTheLastMarkForgetsTheFile() throws IOException {
    add(path, 3);
    try (TensorFile file = TensorFile.open(path)) {
      new BookmarkFile(folders).change(file, _ -> List.of());
    }

    assertThat(marks(path)).isEmpty();
    assertThat(storedFile()).content().doesNotContain("a.safetensors");
  }

  @Test
  void thereIsABoundOnNotesAndOnMarks() throws IOException {
    assertThat(new Bookmark(0, "x".repeat(9999)).note()).hasSize(BookmarkFile.MAX_NOTE_CHARACTERS);

    String cut = "x".repeat(BookmarkFile.MAX_NOTE_CHARACTERS - 1);
    try (TensorFile file = TensorFile.open(path)) {
      new BookmarkFile(folders).change(file, _ -> List.of(new Bookmark(3, cut + "😀")));
    }
    assertThat(marks(path)).as("no half of a character").containsExactly(new Bookmark(3, cut));

    Path large = new TensorFiles().floats("t", new float[2000]).write(folder.resolve("l"));
    assertThat(add(large, LongStream.range(0, 3000).toArray())).hasSize(BookmarkFile.MAX_MARKS);
  }

  @Test
  void damagedFileIsReportedAndSetAside() throws IOException {
    add(path, 3);
    Files.writeString(storedFile(), "no JSON");

    assertThatThrownBy(() -> marks(path)).hasMessageContaining("The bookmarks in");
    assertThat(add(path, 5)).hasSize(1);
    assertThat(storedFile().resolveSibling("bookmarks.json.damaged")).hasContent("no JSON");
  }

  @Test
  void whatIsNoMarkIsLeftOut() throws IOException {
    add(path, 3);
    Files.writeString(
        storedFile(),
        Files.readString(storedFile()).replace("\"offset\" : 3", "\"offset\" : 99999999"));

    assertThat(marks(path)).isEmpty();
  }

  @Test
  void marksWithInvalidNumbersAreOmitted() throws IOException {
    add(path, 3);
    String whole = Files.readString(storedFile());
    String data = "\"data\"\\s*:\\s*" + dataStart(path);
    String offset = "\"offset\"\\s*:\\s*" + 3;
    assertThat(whole).containsPattern(data).containsPattern(offset);

    Files.writeString(storedFile(), whole.replaceFirst(data, "\"data\":-9223372036854775808"));
    assertThat(marks(path)).isEmpty();
    String last = whole.replaceFirst(offset, "\"offset\":9223372036854775807");
    Files.writeString(storedFile(), last);
    assertThat(marks(path)).isEmpty();
    Files.writeString(storedFile(), last.replaceFirst(data, "\"data\":0"));
    assertThat(marks(path)).isEmpty();
  }

  @Test
  void withoutAFolderTheyLastAsLongAsTheProgram() throws IOException {
    BookmarkFile here = new BookmarkFile(new Folders(Map.of(), new Properties()));
    try (TensorFile file = TensorFile.open(path)) {
      here.change(file, _ -> List.of(new Bookmark(1, "")));

      assertThat(here.of(file)).hasSize(1);
    }
  }
}
