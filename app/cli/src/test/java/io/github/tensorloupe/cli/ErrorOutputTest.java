package io.github.tensorloupe.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.FileSystemException;
import org.junit.jupiter.api.Test;

class ErrorOutputTest {

  @Test
  void eachResourceThatRunsOutIsASentence() {
    assertThat(ErrorOutput.sentence(new OutOfMemoryError("Java heap space")))
        .isEqualTo("Not enough memory; increase the limit with -Xmx.");
    assertThat(ErrorOutput.sentence(new OutOfMemoryError("unable to create native thread: limit")))
        .startsWith("The system does not allow more threads");
    assertThat(
            ErrorOutput.sentence(
                new InternalError(
                    "Error loading java.security file",
                    new FileSystemException("java.security", null, "Too many open files"))))
        .isEqualTo("The program cannot continue: java.security: Too many open files.");
  }

  @Test
  void internalErrorIsReportedAsSuch() {
    assertThat(ErrorOutput.sentence(new AssertionError("three sides")))
        .isEqualTo("Internal error: java.lang.AssertionError: three sides.");
  }
}
