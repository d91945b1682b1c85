package io.github.tensorloupe.desktop.pane.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.pane.save.FileOutcome.Result;
import io.github.tensorloupe.desktop.text.Messages;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class SavedWordsTest {

  private static final Path FILE = Path.of("a.safetensors");

  private static String told(FileOutcome... outcomes) {
    return SavedWords.of(List.of(outcomes), Messages.english());
  }

  private static FileOutcome outcome(Result result) {
    return new FileOutcome(FILE, FILE, result, "It is so.");
  }

  @Test
  void whatIsWrittenSaysThatTheTensorsStay() {
    assertThat(told(outcome(Result.SAVED))).isEqualTo("It is so. The tensors are unchanged.");
    assertThat(told(outcome(Result.SAVED), outcome(Result.UNCHANGED)))
        .isEqualTo("2 files are saved. The tensors are unchanged.");
  }

  @Test
  void whereNothingWasWrittenNothingIsSaidOfTensors() {
    assertThat(told(outcome(Result.UNCHANGED))).isEqualTo("It is so.");
  }
}
