package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.demo.DemoCheckpoints;
import io.github.tensorloupe.work.Cancellation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files that a [RandomUser] uses: a model with many tensors, the samples of the program, and
/// files of other types.
///
/// @param folder contains nothing else
/// @param tensors the number of tensors of the model
record SoakFiles(Path folder, int tensors) {

  /// Limits the width if there are many tensors, because a save copies the file.
  private static final long WIDTHS = 150_000;

  /// Returns the files; the model is the first one.
  List<Path> all() {
    return Stream.of(
            "model.safetensors",
            "healthy-sharded",
            "nan-and-inf.safetensors",
            "rich-metadata.safetensors",
            "truncated.safetensors",
            "empty.safetensors",
            "page.safetensors",
            "missing.safetensors",
            "")
        .map(folder.resolve("in")::resolve)
        .toList();
  }

  /// Returns the folder for the files that the program writes.
  Path written() {
    return folder.resolve("out");
  }

  /// Creates all files again with their initial content.
  void restore() throws IOException {
    if (Files.exists(folder)) {
      SparseModel.deleteFolder(folder);
    }
    Files.createDirectories(written());
    Path in = Files.createDirectory(folder.resolve("in"));
    SparseModel.write(
        all().getFirst(), SparseModel.layersFor(tensors), Math.clamp(WIDTHS / tensors, 16, 256));
    DemoCheckpoints.write(in, Cancellation.NEVER);
    Files.createFile(in.resolve("empty.safetensors"));
    Files.writeString(in.resolve("page.safetensors"), "<!DOCTYPE html><html></html>");
  }
}
