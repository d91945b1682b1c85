package io.github.tensorloupe.desktop.pane.save;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome;
import io.github.tensorloupe.desktop.pane.save.SaveRun.FileOutcome.Result;
import io.github.tensorloupe.desktop.text.Messages;
import org.junit.jupiter.api.Test;

class FileOutcomeTest {

  private static final Path FILE = Path.of("a.safetensors");

  private static String summary(FileOutcome... outcomes) {
    return FileOutcome.summary(List.of(outcomes), Messages.english());
  }

  private static FileOutcome outcome(Result result) {
    return new FileOutcome(FILE, FILE, result, "It is so.", Optional.empty());
  }

  @Test
  void summaryOfWrittenFilesSaysThatTensorsAreUnchanged() {
    assertThat(summary(outcome(Result.SAVED))).isEqualTo("It is so. The tensors are unchanged.");
    assertThat(summary(outcome(Result.SAVED), outcome(Result.UNCHANGED)))
        .isEqualTo("2 files saved. The tensors are unchanged.");
  }

  @Test
  void summaryOfUnwrittenFilesDoesNotMentionTensors() {
    assertThat(summary(outcome(Result.UNCHANGED))).isEqualTo("It is so.");
  }
}
