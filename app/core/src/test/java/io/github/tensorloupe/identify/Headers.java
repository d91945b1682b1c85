package io.github.tensorloupe.identify;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.HeaderWriter;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.format.TensorSpec;
import io.github.tensorloupe.format.UnwritableHeaderException;
import io.github.tensorloupe.format.WrittenHeader;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/// Builds checkpoints with a given header, written as `name [shape] DTYPE; @key=value; …`. The data
/// buffer is a hole in a sparse file.
public final class Headers {

  private final List<TensorSpec> specs = new ArrayList<>();
  private final Map<String, String> metadata = new LinkedHashMap<>();

  private Headers() {}

  public static Headers of(String text) {
    Headers headers = new Headers();
    for (String item : text.split(";")) {
      headers.add(item.strip());
    }
    return headers;
  }

  Headers with(String key, String value) {
    metadata.put(key, value);
    return this;
  }

  private void add(String item) {
    if (item.startsWith("@")) {
      int equals = item.indexOf('=');
      metadata.put(item.substring(1, equals), item.substring(equals + 1));
      return;
    }
    String[] words = item.split(" ");
    Shape shape = words.length > 1 ? shape(words[1]) : Shape.of(8, 8);
    Dtype dtype = words.length > 2 ? Dtype.valueOf(words[2]) : Dtype.F16;
    specs.add(new TensorSpec(words[0], dtype, shape));
  }

  private static Shape shape(String text) {
    String inner = text.substring(1, text.length() - 1);
    return inner.isEmpty()
        ? Shape.SCALAR
        : Shape.of(List.of(inner.split(",")).stream().mapToLong(Long::parseLong).toArray());
  }

  Path write(Path file) throws IOException {
    WrittenHeader header = header();
    try (RandomAccessFile out = new RandomAccessFile(file.toFile(), "rw")) {
      out.write(header.bytes());
      long end =
          header.header().tensors().stream().mapToLong(tensor -> tensor.end()).max().orElse(0);
      out.setLength(header.bytes().length + end);
    }
    return file;
  }

  private WrittenHeader header() {
    try {
      return HeaderWriter.write(
          specs, metadata.isEmpty() ? Optional.empty() : Optional.of(Metadata.of(metadata)));
    } catch (UnwritableHeaderException e) {
      throw new IllegalStateException(e);
    }
  }

  /// Writes, opens and identifies the checkpoint.
  public Identity identify(Path folder) throws IOException {
    return opened(
        write(folder.resolve("a.safetensors")),
        part -> Identification.of(part, Cancellation.NEVER));
  }

  static <T> T opened(Path path, Function<CheckpointPart, T> use) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return use.apply(checkpoint.parts().getFirst());
    }
  }
}
