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

  private final EditQueue queue = new EditQueue();
  private final List<String> printed = new ArrayList<>();

  @Test
  void filesThatACancelledEditDoesNotReachAreReported() {
    queue.add(new Location("a", Path.of("a")));
    queue.add(new Location("b", Path.of("b")));

    ExitCode exitCode =
        queue.run(
            (files, onReport) ->
                onReport.accept(
                    FileReport.withoutPlan(
                        files.getFirst(), Status.SAVED, Sentence.of("It is saved."))),
            (location, report) -> printed.add(location.text() + ": " + report.message()));

    assertThat(printed)
        .containsExactly(
            "a: It is saved.",
            "b: b was not processed before the command was canceled. Nothing was changed.");
    assertThat(exitCode).isEqualTo(ExitCode.FAILURE);
  }
}
