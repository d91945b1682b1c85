package io.github.tensorloupe.export;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/// An open checkpoint whose tensors a test exports into the folder of the checkpoint.
record ExportScene(Path folder, Checkpoint checkpoint) implements AutoCloseable {

  static ExportScene of(Path folder, TensorFiles tensors) throws IOException {
    return open(folder, tensors.write(folder.resolve("source.safetensors")));
  }

  static ExportScene of(Path folder, Dtype dtype, byte[] bytes, long... shape) throws IOException {
    return of(folder, new TensorFiles().tensor("t", dtype, bytes, shape));
  }

  static ExportScene open(Path folder, Path path) throws IOException {
    return new ExportScene(folder, Checkpoint.open(path, Cancellation.NEVER, Progress.NONE));
  }

  TensorRef tensor(String name) {
    return checkpoint.tensor(name).orElseThrow();
  }

  List<Path> sources() {
    return checkpoint.files().stream().map(file -> file.path()).toList();
  }

  ExportResult write(String name, ExportOptions options, String out) throws IOException {
    return new TensorExport(FileOperations.ofThisComputer())
        .write(
            List.of(tensor(name)),
            options,
            folder.resolve(out),
            sources(),
            Cancellation.NEVER,
            Progress.NONE);
  }

  ExportResult write(String name, ExportFormat format, String out) throws IOException {
    return write(name, ExportOptions.of(format), out);
  }

  ExportResult writeSubset(List<TensorRef> tensors, ExportOptions options, String out)
      throws IOException {
    return new TensorExport(FileOperations.ofThisComputer())
        .write(tensors, options, folder.resolve(out), sources(), Cancellation.NEVER, Progress.NONE);
  }

  @Override
  public void close() throws IOException {
    checkpoint.close();
  }
}
