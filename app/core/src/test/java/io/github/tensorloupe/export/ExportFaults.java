package io.github.tensorloupe.export;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.OpenFile;
import io.github.tensorloupe.testing.Intercepted;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// A disk whose steps can be counted, or fail.
///
/// @param steps the names of all steps so far
/// @param onStep called before each step
public record ExportFaults(Path folder, List<String> steps, OnStep onStep) {

  /// The steps that can fail. Not locking: a draft that cannot be locked is still written.
  private static final Set<String> STEPS =
      Set.of(
          "create",
          "createShared",
          "write",
          "copyFrom",
          "read",
          "force",
          "copyAttributes",
          "publish",
          "rename",
          "exchange",
          "delete");

  /// A callback before each step.
  public interface OnStep {
    /// @param index the number of previous steps
    void before(int index, String name) throws IOException;
  }

  public ExportFaults(Path folder) {
    this(folder, (_, _) -> {});
  }

  public ExportFaults(Path folder, OnStep onStep) {
    this(folder, new ArrayList<>(), onStep);
  }

  public FileOperations files() {
    return Intercepted.calls(
        FileOperations.class,
        FileOperations.ofThisComputer(),
        (name, _, call) -> {
          step(name);
          Object result = call.run();
          return result instanceof OpenFile file ? watched(file) : result;
        });
  }

  private OpenFile watched(OpenFile output) {
    return Intercepted.calls(
        OpenFile.class,
        output,
        (name, _, call) -> {
          step(name);
          return call.run();
        });
  }

  private void step(String name) throws IOException {
    if (STEPS.contains(name)) {
      int index;
      synchronized (steps) {
        index = steps.size();
        steps.add(name);
      }
      onStep.before(index, name);
    }
  }

  /// Returns a disk that flips a bit in the last byte of each copy.
  FileOperations flippingABit() {
    return Intercepted.calls(
        FileOperations.class,
        FileOperations.ofThisComputer(),
        (_, _, call) -> {
          Object result = call.run();
          return result instanceof OpenFile file ? flipping(file) : result;
        });
  }

  private static OpenFile flipping(OpenFile output) {
    return Intercepted.calls(
        OpenFile.class,
        output,
        (name, arguments, call) -> {
          Object result = call.run();
          if (name.equals("copyFrom")) {
            long end = (long) arguments[3] + (long) result;
            ByteBuffer last = ByteBuffer.allocate(1);
            output.read(last, end - 1);
            last.put(0, (byte) (last.get(0) ^ 1));
            output.write(last.flip(), end - 1);
          }
          return result;
        });
  }

  /// Returns the names in the folder except the expected ones.
  List<String> unexpectedFiles(String... expected) {
    List<String> names =
        new ArrayList<>(List.of(Optional.ofNullable(folder.toFile().list()).orElseThrow()));
    names.removeAll(List.of(expected));
    return names;
  }
}
