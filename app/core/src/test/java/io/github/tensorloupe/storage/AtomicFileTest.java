package io.github.tensorloupe.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {

  @TempDir private Path folder;

  @Test
  void newDraftsAreRecognizedWhenTheyAreOld() {
    Path draft = AtomicFile.newDraft(Path.of("folder"));

    assertThat(AtomicFile.isAbandonedDraft(draft, FileTime.fromMillis(0))).isTrue();
  }

  @Test
  void onlyDraftsOfKilledProgramsAreDeleted() throws IOException {
    Path killed = Files.createFile(folder.resolve(".tensorloupe-draft-00000000000000ab.part"));
    Path ofUser = Files.createFile(folder.resolve("draft2.part"));
    Path ofUserToo = Files.createDirectory(folder.resolve("draftbad.part"));
    Path similar = folder.resolve(".tensorloupe-draft-00000000000000cd.part");
    Files.createDirectory(similar);
    for (Path path : new Path[] {killed, ofUser, ofUserToo, similar}) {
      Files.setLastModifiedTime(path, FileTime.fromMillis(0));
    }
    Path file = folder.resolve("settings.json");

    AtomicFile.write(file, true, output -> output.write('x'));

    assertThat(file).hasContent("x");
    assertThat(folder.toFile().list())
        .containsExactlyInAnyOrder(
            "settings.json", "draft2.part", "draftbad.part", similar.getFileName().toString());
  }
}
