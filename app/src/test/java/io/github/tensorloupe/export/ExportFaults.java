package io.github.tensorloupe.export;

import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.testing.Intercepted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The disk as an export sees it, with steps that a test counts, stops at, or has fail.
///
/// @param steps the names of all steps taken so far
/// @param onStep is called before each of them
record ExportFaults(Path folder, List<String> steps, OnStep onStep) {

  /// What happens before a step.
  interface OnStep {
    /// @param index how many steps came before
    void before(int index, String name) throws IOException;
  }

  ExportFaults(Path folder) {
    this(folder, (_, _) -> {});
  }

  ExportFaults(Path folder, OnStep onStep) {
    this(folder, new ArrayList<>(), onStep);
  }

  /// The disk.
  ExportFiles files() {
    return Intercepted.calls(
        ExportFiles.class,
        ExportFiles.ofThisComputer(),
        (name, _, call) -> {
          step(name);
          Object result = call.run();
          return result instanceof ExportFiles.Output output ? watched(output) : result;
        });
  }

  private ExportFiles.Output watched(ExportFiles.Output output) {
    return Intercepted.calls(
        ExportFiles.Output.class,
        output,
        (name, _, call) -> {
          step(name);
          return call.run();
        });
  }

  private void step(String name) throws IOException {
    steps.add(name);
    onStep.before(steps.size() - 1, name);
  }

  /// A disk that changes the last byte that is copied.
  ExportFiles flippingABit() {
    return Intercepted.calls(
        ExportFiles.class,
        ExportFiles.ofThisComputer(),
        (name, arguments, call) ->
            name.equals("create")
                ? new Flipping((Path) arguments[0], (ExportFiles.Output) call.run())
                : call.run());
  }

  private record Flipping(Path file, ExportFiles.Output output) implements ExportFiles.Output {
    @Override
    public void write(ByteBuffer source, long byteOffset) throws IOException {
      output.write(source, byteOffset);
    }

    @Override
    public long copyFrom(FileBytes source, long sourceOffset, long byteCount, long byteOffset)
        throws IOException {
      long count = output.copyFrom(source, sourceOffset, byteCount, byteOffset);
      byte[] last = source.read(sourceOffset + count - 1, 1);
      last[0] ^= 1;
      try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
        channel.write(ByteBuffer.wrap(last), byteOffset + count - 1);
      }
      return count;
    }

    @Override
    public void force() throws IOException {
      output.force();
    }

    @Override
    public void close() throws IOException {
      output.close();
    }
  }

  /// What is in the folder, but for these.
  List<String> leftBesides(String... expected) {
    List<String> names =
        new ArrayList<>(List.of(Optional.ofNullable(folder.toFile().list()).orElseThrow()));
    names.removeAll(List.of(expected));
    return names;
  }
}
