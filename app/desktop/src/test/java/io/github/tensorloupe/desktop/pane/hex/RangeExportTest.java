package io.github.tensorloupe.desktop.pane.hex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.FileChangedException;
import io.github.tensorloupe.testing.FileInterference;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class RangeExportTest {

  private static final int LENGTH = 3_000_000;

  @TempDir Path folder;

  private final byte[] bytes = new byte[LENGTH];
  private FileBytes source;
  private Path target;

  @BeforeEach
  void open() throws IOException {
    new Random(1).nextBytes(bytes);
    source = FileBytes.open(Files.write(folder.resolve("source"), bytes));
    target = folder.resolve("range.bin");
  }

  @AfterEach
  void close() throws IOException {
    source.close();
  }

  private Stream<Path> others() throws IOException {
    return Files.list(folder).filter(path -> !path.equals(source.path()));
  }

  @Test
  void theRangeIsWrittenAndProgressReachesItsEnd() throws IOException {
    AtomicLong done = new AtomicLong();

    RangeActions.write(
        source,
        new ByteRange(5, LENGTH - 7),
        target,
        List.of(),
        Cancellation.NEVER,
        (at, _) -> done.set(at));

    assertThat(target).hasBinaryContent(Arrays.copyOfRange(bytes, 5, LENGTH - 7));
    assertThat(done).hasValue(LENGTH - 12);
    assertThat(others()).containsExactly(target);
  }

  @Test
  void existingFileIsReplacedOnlyByACompleteOne() throws IOException {
    Files.writeString(target, "before");
    AtomicInteger cancellationChecks = new AtomicInteger();

    assertThatThrownBy(
            () ->
                RangeActions.write(
                    source,
                    new ByteRange(0, LENGTH),
                    target,
                    List.of(),
                    () -> cancellationChecks.incrementAndGet() > 1,
                    Progress.NONE))
        .isInstanceOf(CancellationException.class);
    assertThat(target).hasContent("before");
    assertThat(others()).containsExactly(target);

    RangeActions.write(
        source, new ByteRange(0, 3), target, List.of(), Cancellation.NEVER, Progress.NONE);
    assertThat(target).hasBinaryContent(Arrays.copyOf(bytes, 3));
  }

  @Test
  void sourceThatShrinksLeavesNoFile() throws IOException {
    try (FileChannel channel = FileChannel.open(source.path(), StandardOpenOption.WRITE)) {
      channel.truncate(1000);
    }

    assertThatThrownBy(
            () ->
                RangeActions.write(
                    source,
                    new ByteRange(0, LENGTH),
                    target,
                    List.of(),
                    Cancellation.NEVER,
                    Progress.NONE))
        .isInstanceOf(FileChangedException.class);
    assertThat(others()).isEmpty();
  }

  @Test
  void aFolderThatIsNotThereIsNamed() {
    Path lost = folder.resolve("none/range.bin");

    assertThatThrownBy(
            () ->
                RangeActions.write(
                    source,
                    new ByteRange(0, 3),
                    lost,
                    List.of(),
                    Cancellation.NEVER,
                    Progress.NONE))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be written")
        .hasMessageContaining("none");
  }

  @Test
  void theSourceItselfIsNeverWrittenToWhateverItIsCalled() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), source.path());
    for (Path file : List.of(source.path(), link)) {
      assertThatThrownBy(
              () ->
                  RangeActions.write(
                      source,
                      new ByteRange(10, 20),
                      file,
                      List.of(),
                      Cancellation.NEVER,
                      Progress.NONE))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("the file that is being read");
    }

    assertThat(source.path()).hasBinaryContent(bytes);
  }

  @ParameterizedTest
  @EnumSource
  void noRangeIsWrittenOfAFileThatChanges(FileInterference meddling) throws IOException {
    assertThatThrownBy(
            () ->
                RangeActions.write(
                    source,
                    new ByteRange(0, LENGTH),
                    target,
                    List.of(),
                    Cancellation.NEVER,
                    (_, _) -> meddling.to(source.path())))
        .isInstanceOf(FileChangedException.class);
    assertThat(others()).isEmpty();
  }
}
