package io.github.tensorloupe.testing;

import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.save.SaveException;
import io.github.tensorloupe.save.SaveOptions;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Saver;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.save.StrategyChoice;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/// Creates the files that an interrupted save leaves.
public final class InterruptedSaves {

  private static final int SECTOR_BYTES = 512;

  /// Long enough for a header of several sectors.
  private static final String LONG_VALUE = "v".repeat(5000);

  private final FileOperations operations;
  private final String host;
  private final long processId;
  private boolean isBroken;

  private InterruptedSaves(String host, long processId) {
    this.operations = FileOperations.ofThisComputer();
    this.host = host;
    this.processId = processId;
  }

  /// Writes a file with a header that is long enough for an interrupted save.
  public static Path file(Path path) throws IOException {
    return new TensorFiles().metadata("k", LONG_VALUE).floats("t", 1, 2, 3).write(path);
  }

  /// Leaves a file with half of the new header, and its journal.
  ///
  /// @param file a file created by [#file(Path)]
  public static void halfWritten(Path file) throws IOException {
    halfWrittenBy(file, ProcessHandle.current().pid());
  }

  /// Like [#halfWritten(Path)], but by another process of this computer.
  public static void halfWrittenBy(Path file, long processId) throws IOException {
    new InterruptedSaves(FileOperations.ofThisComputer().hostName(), processId).save(file);
  }

  /// Like [#halfWritten(Path)], but by a program on another computer.
  public static void halfWrittenElsewhere(Path file) throws IOException {
    new InterruptedSaves("another-host", 1).save(file);
  }

  /// Leaves the beginning of a rewrite next to the unchanged file.
  public static Path beginOfRewrite(Path file) throws IOException {
    return Files.write(
        file.resolveSibling("." + file.getFileName() + ".tensorloupe-new"), new byte[4]);
  }

  private void save(Path file) throws IOException {
    Saver saver = new Saver(failing(file.toRealPath()));
    SavePlan plan;
    try (TensorFile open = TensorFile.open(file)) {
      Metadata metadata = Metadata.of(Map.of("k", LONG_VALUE.replace('v', 'w')));
      plan = saver.plan(open, metadata, SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE));
    }
    if (plan.strategy() != Strategy.IN_PLACE || plan.obstacle().isPresent()) {
      throw new IllegalStateException("no save in place: " + plan.obstacles());
    }
    try {
      saver.save(plan, Cancellation.NEVER, Progress.NONE);
    } catch (SaveException e) {
      if (!e.fileIsUnchanged()) {
        return;
      }
      throw new IllegalStateException("the file is not half written", e);
    }
    throw new IllegalStateException("the save was not interrupted");
  }

  private FileOperations failing(Path file) {
    return Intercepted.calls(
        FileOperations.class,
        operations,
        (name, arguments, call) ->
            switch (name) {
              case "hostName" -> host;
              case "processId" -> processId;
              case "openToWrite" ->
                  arguments[0].equals(file)
                      ? failing((OpenFile) call.run())
                      : (OpenFile) call.run();
              default -> call.run();
            });
  }

  private OpenFile failing(OpenFile file) {
    return Intercepted.calls(
        OpenFile.class,
        file,
        (name, arguments, call) -> name.equals("write") ? writeHalf(arguments, file) : call.run());
  }

  private int writeHalf(Object[] arguments, OpenFile file) throws IOException {
    if (isBroken) {
      throw new IOException("the disk is gone");
    }
    ByteBuffer source = (ByteBuffer) arguments[0];
    long byteOffset = (long) arguments[1];
    if (byteOffset == 0) {
      return file.write(source, byteOffset);
    }
    isBroken = true;
    return file.write(
        source.slice(source.position(), (int) (2 * SECTOR_BYTES - byteOffset)), byteOffset);
  }
}
