package io.github.tensorloupe.desktop.pane.activity;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.desktop.error.Failure;
import io.github.tensorloupe.desktop.job.Job.EndedJob;
import io.github.tensorloupe.desktop.job.Job.JobOutcome;
import io.github.tensorloupe.desktop.text.Language;
import io.github.tensorloupe.desktop.text.Messages;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JobNoticesTest {

  private final List<String> notices = new ArrayList<>();

  private final JobNotices.Board board =
      new JobNotices.Board() {
        @Override
        public void done(String title, String sentence, EndedJob job) {
          notices.add(title + ": " + sentence);
        }

        @Override
        public void failed(String title, Failure failure) {
          notices.add(title + " failed: " + failure.sentence());
        }
      };

  private void end(boolean focused, JobOutcome outcome, Duration took) {
    new JobNotices(board, () -> focused, Messages.english())
        .report(
            new EndedJob(
                "Hashing", Optional.empty(), outcome, took, Instant.EPOCH, Optional.empty()));
  }

  @Test
  void longJobsAreReportedWithTheirResult() {
    end(true, new JobOutcome.Done("3 files match."), Duration.ofSeconds(5));
    end(true, new JobOutcome.Failed(new IOException("no disk")), Duration.ofSeconds(6));

    assertThat(notices)
        .containsExactly("Hashing: 3 files match.", "Hashing failed: Reading failed: no disk.");
  }

  @Test
  void resultIsReportedInTheLanguageOfTheWindow() {
    EndedJob job =
        new EndedJob(
            "Hashen",
            Optional.empty(),
            new JobOutcome.Failed(new OutOfMemoryError()),
            Duration.ZERO,
            Instant.EPOCH,
            Optional.empty());

    assertThat(JobNotices.sentence(job, Messages.of(Language.GERMAN)))
        .startsWith("Dafür reicht der Speicher nicht");
  }

  @Test
  void shortJobsAreReportedOnlyInOtherPlaces() {
    end(true, new JobOutcome.Done("3 files match."), Duration.ofSeconds(1));
    assertThat(notices).isEmpty();

    end(false, new JobOutcome.Done("3 files match."), Duration.ofSeconds(1));
    assertThat(notices).hasSize(1);
  }

  @Test
  void jobsWithoutMessageOrTargetAreNotReported() {
    end(true, new JobOutcome.Done(""), Duration.ofMinutes(1));

    assertThat(notices).isEmpty();
  }

  @Test
  void jobsStoppedByTheUserAreNotReported() {
    end(false, new JobOutcome.Cancelled(), Duration.ofMinutes(1));

    assertThat(notices).isEmpty();
  }
}
