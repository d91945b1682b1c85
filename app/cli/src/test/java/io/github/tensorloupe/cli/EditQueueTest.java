package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.cli.MetadataEditCommand.EditQueue;
import io.github.tensorloupe.text.Sentence;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class EditQueueTest {

  private final List<String> printed = new ArrayList<>();
  private final EditQueue queue =
      new EditQueue((location, report) -> printed.add(location.text() + ": " + report.message()));

  @Test
  void filesThatACancelledEditDoesNotReachAreReported() {
    queue.add(new Location("a", Path.of("a")));
    queue.add(new Location("b", Path.of("b")));

    queue.report(
        FileReport.withoutPlan(
            queue.files().getFirst(), Status.SAVED, Sentence.of("It is saved.")));
    ExitCode exitCode = queue.finish();

    assertThat(printed)
        .containsExactly(
            "a: It is saved.",
            "b: b was not processed before the command was canceled. Nothing was changed.");
    assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
  }
}
