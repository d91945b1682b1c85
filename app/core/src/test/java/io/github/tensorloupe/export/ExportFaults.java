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

/// The disk as an export sees it, with steps that a test counts, stops at, or has fail.
///
/// @param steps the names of all steps taken so far
/// @param onStep is called before each of them
record ExportFaults(Path folder, List<String> steps, OnStep onStep) {

  /// What can fail. A draft that cannot be locked is written all the same.
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
  FileOperations files() {
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
      steps.add(name);
      onStep.before(steps.size() - 1, name);
    }
  }

  /// A disk that changes the last byte that is copied.
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

  /// What is in the folder, but for these.
  List<String> leftBesides(String... expected) {
    List<String> names =
        new ArrayList<>(List.of(Optional.ofNullable(folder.toFile().list()).orElseThrow()));
    names.removeAll(List.of(expected));
    return names;
  }
}
