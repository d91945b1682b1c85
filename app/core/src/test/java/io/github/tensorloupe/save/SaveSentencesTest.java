package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SaveSentencesTest {

  @TempDir Path folder;

  @Test
  void onlyAFileThatExistsIsReportedAsUnchanged() throws IOException {
    Path file = folder.resolve("a.safetensors");
    Sentence reason = Sentence.of("the disk is full");

    assertThat(SaveSentences.unchanged(file, reason)).hasMessageEndingWith("the disk is full.");
    Files.createFile(file);
    assertThat(SaveSentences.unchanged(file, reason))
        .hasMessageEndingWith("the disk is full. The file on disk is unchanged.");
  }
}
