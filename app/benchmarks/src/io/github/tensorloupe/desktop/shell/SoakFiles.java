package io.github.tensorloupe.desktop.shell;

import io.github.tensorloupe.benchmark.SparseModel;
import io.github.tensorloupe.demo.DemoCheckpoints;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/// The files that a [RandomUser] plays with: a model with many tensors, the samples of the program,
/// and files that are none.
///
/// @param folder holds nothing else
/// @param tensors how many the model has
record SoakFiles(Path folder, int tensors) {

  /// Wider ones are for fewer tensors: a save copies the file.
  private static final long WIDTHS = 150_000;

  /// The model first.
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

  /// The folder for what the program writes.
  Path written() {
    return folder.resolve("out");
  }

  /// Makes all of them anew, as they were in the beginning.
  void restore() throws IOException {
    if (Files.exists(folder)) {
      SparseModel.deleteFolder(folder);
    }
    Files.createDirectories(written());
    Path in = Files.createDirectory(folder.resolve("in"));
    SparseModel.write(
        all().getFirst(), SparseModel.layersFor(tensors), Math.clamp(WIDTHS / tensors, 16, 256));
    DemoCheckpoints.write(in);
    Files.createFile(in.resolve("empty.safetensors"));
    Files.writeString(in.resolve("page.safetensors"), "<!DOCTYPE html><html></html>");
  }
}
