package io.github.tensorloupe.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class TrashTest {

  @TempDir Path folder;

  private Path home() {
    return folder.resolve("data", "Trash");
  }

  private Trash trash(FileOperations files) {
    String data = folder.resolve("data").toString();
    return new Trash(files, new Folders(Map.of("XDG_DATA_HOME", data), new Properties()));
  }

  private Trash trash() {
    return trash(FileOperations.ofThisComputer());
  }

  @Test
  void theInfoFileContainsTheEncodedPathAndTheDate() throws IOException {
    Path file = Files.writeString(folder.resolve("ä b%.json"), "content");

    trash().move(file);

    assertThat(file).doesNotExist();
    assertThat(home().resolve("files", "ä b%.json")).hasContent("content");
    String path = folder.toRealPath().toUri().getRawPath() + "%C3%A4%20b%25.json";
    List<String> lines = Files.readAllLines(home().resolve("info", "ä b%.json.trashinfo"));
    assertThat(lines.subList(0, 2)).containsExactly("[Trash Info]", "Path=" + path);
    assertThat(lines.get(2)).matches("DeletionDate=\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d");
  }

  @Test
  void namesInTheTrashAreNeverReplaced() throws IOException {
    Path file = folder.resolve("a.json");
    for (String content : List.of("first", "second")) {
      trash().move(Files.writeString(file, content));
    }
    // A file without an info file, left by another program.
    Files.writeString(home().resolve("files", "a.json.3"), "other");
    trash().move(Files.writeString(file, "third"));

    assertThat(home().resolve("files", "a.json")).hasContent("first");
    assertThat(home().resolve("files", "a.json.2")).hasContent("second");
    assertThat(home().resolve("files", "a.json.3")).hasContent("other");
    assertThat(home().resolve("files", "a.json.4")).hasContent("third");
    assertThat(home().resolve("info", "a.json.trashinfo")).exists();
    assertThat(home().resolve("info", "a.json.3.trashinfo")).doesNotExist();
  }

  @Test
  void aFailureLeavesTheFileAndNoInfoFile() throws IOException {
    Path file = Files.writeString(folder.resolve("a.json"), "content");
    FileOperations readOnly =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, arguments, call) -> {
              if (name.equals("renameNoReplace")) {
                throw new AccessDeniedException(folder.toString());
              }
              return call.run();
            });

    assertThatThrownBy(() -> trash(readOnly).move(file)).isInstanceOf(AccessDeniedException.class);

    assertThat(file).hasContent("content");
    assertThat(home().resolve("info")).isEmptyDirectory();
  }

  @Test
  void aFileOnAnotherFileSystemStaysThere() throws IOException {
    Path top = Path.of("/dev/shm");
    assumeThat(Files.isWritable(top)).isTrue();
    assumeThat(Files.getFileStore(top)).isNotEqualTo(Files.getFileStore(folder));
    Path file = Files.createTempFile(top, "tensorloupe", ".json");

    trash().move(file);

    assertThat(file).doesNotExist();
    Path trash = top.resolve(".Trash-" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
    Path info = trash.resolve("info", file.getFileName() + ".trashinfo");
    assertThat(info).content().contains("\nPath=" + file.getFileName() + "\n");
    assertThat(home()).doesNotExist();
    Files.delete(trash.resolve("files", file.getFileName().toString()));
    Files.delete(info);
    try (Stream<Path> others = Files.list(info.getParent())) {
      if (others.findAny().isEmpty()) {
        for (Path each : List.of(info.getParent(), trash.resolve("files"), trash)) {
          Files.delete(each);
        }
      }
    }
  }
}
