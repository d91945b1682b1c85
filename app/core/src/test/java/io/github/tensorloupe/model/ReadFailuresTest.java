package io.github.tensorloupe.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Severity;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ReadFailuresTest {

  private static final Path FILE = Path.of("dir", "m.safetensors");

  static Stream<Arguments> failures() {
    return Stream.of(
        Arguments.of(
            new NoSuchFileException(FILE.toString()),
            FindingCode.NOT_FOUND,
            "The file " + FILE + " does not exist."),
        Arguments.of(
            new AccessDeniedException(FILE.toString()),
            FindingCode.NO_PERMISSION,
            "You have no permission to read " + FILE + "."),
        Arguments.of(
            new FileChangedException(FILE, 4096, 1_234_567),
            FindingCode.FILE_CHANGED,
            FILE
                + " changed while it was open: byte 4,096 is missing; the file had 1,234,567 bytes"
                + " when it was opened."),
        Arguments.of(
            new FileClosedException(FILE, new IOException()),
            FindingCode.READ_FAILED,
            FILE + " was closed before it was read completely."),
        Arguments.of(
            new FileSystemException(FILE.toString(), null, "Input/output error"),
            FindingCode.READ_FAILED,
            FILE + " cannot be read: Input/output error."),
        Arguments.of(
            new FileSystemException(FILE.toString()),
            FindingCode.READ_FAILED,
            FILE + " cannot be read: FileSystemException."),
        Arguments.of(
            new FileSystemException(null),
            FindingCode.READ_FAILED,
            "the file cannot be read: FileSystemException."),
        Arguments.of(
            new NoSuchFileException("/a/b\uFFFD.safetensors"),
            FindingCode.NOT_FOUND,
            "/a/b\uFFFD.safetensors was not found: a file whose name is not UTF-8 cannot be passed"
                + " to a program. Open its folder instead."),
        Arguments.of(
            new SentenceException("The list cannot be read: It is gone."),
            FindingCode.READ_FAILED,
            "The list cannot be read: It is gone."),
        Arguments.of(
            new IOException("no luck"), FindingCode.READ_FAILED, "Reading failed: no luck."),
        Arguments.of(new EOFException(), FindingCode.READ_FAILED, "Reading failed: EOFException."));
  }

  @ParameterizedTest(name = "{1} {index}")
  @MethodSource("failures")
  void becomeSentences(IOException failure, FindingCode code, String sentence) {
    assertThat(ReadFailures.finding(failure).code()).isEqualTo(code);
    assertThat(ReadFailures.finding(failure).message()).isEqualTo(sentence);
    assertThat(ReadFailures.finding(failure).severity()).isEqualTo(Severity.ERROR);
  }

  @Test
  void lackOfMemorySaysHowMuchWasWantedAndWhatToDo() {
    assertThat(ReadFailures.finding(new NotEnoughMemoryException(FILE, 70_000_000)))
        .satisfies(
            finding -> {
              assertThat(finding.code()).isEqualTo(FindingCode.NOT_ENOUGH_MEMORY);
              assertThat(finding.message())
                  .startsWith(FILE + ": not enough memory to read 70,000,000 bytes at once.")
                  .endsWith("increase it with -Xmx.");
            });
  }

  @Test
  void namesCannotBreakTheSentence() {
    assertThat(ReadFailures.finding(new NoSuchFileException("a\n\u202eb")).message())
        .isEqualTo("The file a\\u{A}\\u{202E}b does not exist.");
  }
}
