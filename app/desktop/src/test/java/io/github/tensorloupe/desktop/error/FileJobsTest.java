package io.github.tensorloupe.desktop.error;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.EndedJob.JobResult;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.Work;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.export.Draft;
import io.github.tensorloupe.export.ExportTarget;
import io.github.tensorloupe.export.FileExport;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.Intercepted;
import io.github.tensorloupe.text.Sentence;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.CancellationException;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileJobsTest {

  private static final Path FILE = Path.of("folder", "a.csv");
  private static final Sentence WARNING =
      Sentence.of("{0} is written, but {1}.", "a.csv", Sentence.of("its owner could not be kept"));

  @TempDir private Path folder;

  private final Messages messages = Messages.english();
  private final Queue<Runnable> waiting = new ArrayDeque<>();
  private final Jobs jobs = new Jobs(waiting::add, Runnable::run);
  private final List<Feedback> feedback = new ArrayList<>();

  private void write(Work<Optional<Sentence>> work) {
    new FileJobs(jobs, messages)
        .start("Saving", FILE, work, "Saved.", reason -> "Not saved: " + reason, feedback::add);
    waiting.remove().run();
  }

  private EndedJob ended() {
    return jobs.ended().getFirst();
  }

  @Test
  void writtenFileIsReported() {
    write((_, _) -> Optional.empty());

    assertThat(feedback).containsExactly(Feedback.done("Saved."));
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Done("Saved."));
    assertThat(ended().result()).contains(new JobResult.OnDisk(FILE));
  }

  @Test
  void warningIsAddedToTheFeedbackAndToTheJob() {
    String expected = "Saved. a.csv is written, but its owner could not be kept.";

    write((_, _) -> Optional.of(WARNING));

    assertThat(feedback).containsExactly(Feedback.done(expected));
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Done(expected));
  }

  @Test
  void failureIsReportedWithItsReason() {
    IOException cause = new IOException("no space");

    write(
        (_, _) -> {
          throw cause;
        });

    assertThat(feedback.getFirst().sentence()).startsWith("Not saved: ").contains("no space");
    assertThat(feedback.getFirst().failure()).isPresent();
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Failed(cause));
  }

  @Test
  void writtenFileIsNotReportedAsUnchangedAfterAFailure() throws IOException {
    FileOperations disk =
        Intercepted.calls(
            FileOperations.class,
            FileOperations.ofThisComputer(),
            (name, _, call) -> {
              if (name.equals("delete")) {
                throw new IOException("denied");
              }
              return call.run();
            });
    Path file = Files.writeString(folder.resolve("a.csv"), "old");
    ExportTarget target = FileExport.check(file, true, List.of());
    ByteBuffer content = ByteBuffer.wrap("new".getBytes(StandardCharsets.UTF_8));

    write(
        (cancellation, _) ->
            Draft.write(
                    disk,
                    target,
                    cancellation,
                    draft -> {
                      draft.write(content);
                      return true;
                    })
                .warning());

    assertThat(file).hasContent("new");
    assertThat(feedback.getFirst().sentence())
        .startsWith(file + " is written, but its draft ")
        .endsWith(" could not be deleted: denied.");
    assertThat(feedback.getFirst().failure().orElseThrow().disk())
        .isEqualTo(Failure.Disk.AS_STATED);
  }

  @Test
  void cancelledJobIsNotReportedAsAFailure() {
    write(
        (_, _) -> {
          throw new CancellationException();
        });

    assertThat(feedback)
        .containsExactly(Feedback.refused("Saving was canceled; a.csv was not written."));
    assertThat(ended().outcome()).isEqualTo(new JobOutcome.Cancelled());
  }

  @Test
  void longListOfWarningsIsCut() {
    List<Sentence> many = IntStream.range(0, 12).mapToObj(_ -> WARNING).toList();

    assertThat(messages.withWarnings("Saved.", many.subList(0, 3))).doesNotContain("more");
    assertThat(messages.withWarnings("Saved.", many.subList(0, 4)))
        .endsWith("kept. There is one more warning.");
    assertThat(messages.withWarnings("Saved.", many)).endsWith("There are 9 more warnings.");
  }
}
