package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;

/// A file in its own folder for tests of saves.
final class SavedFile {

  private final Path folder;
  private final Path path;

  /// Writes a file with one tensor of random bytes, and with a long metadata entry.
  SavedFile(Path folder) throws IOException {
    this(folder, 20_000);
  }

  SavedFile(Path folder, int dataLength) throws IOException {
    this.folder = folder;
    byte[] data = new byte[dataLength];
    new Random(3).nextBytes(data);
    this.path =
        new TensorFiles()
            .tensor("t", Dtype.U8, data, dataLength)
            .metadata("format", "pt")
            .metadata("note", "n".repeat(2000))
            .write(folder.resolve("model.safetensors"));
  }

  /// Returns default options with another minimum size for saves in place.
  static SaveOptions inPlaceFrom(long byteCount) {
    return options(byteCount, 0);
  }

  /// Returns default options with a number of bytes that must be free in the new header.
  static SaveOptions withRoom(int byteCount) {
    return options(SaveOptions.DEFAULT.inPlaceFromBytes(), byteCount);
  }

  private static SaveOptions options(long inPlaceFromBytes, int requiredRoom) {
    SaveOptions defaults = SaveOptions.DEFAULT;
    return new SaveOptions(
        defaults.strategy(),
        inPlaceFromBytes,
        defaults.reservedBytes(),
        requiredRoom,
        defaults.alignment(),
        defaults.permissions(),
        defaults.comparesData());
  }

  Path path() {
    return path;
  }

  byte[] bytes() throws IOException {
    return Files.readAllBytes(path);
  }

  /// Returns the sorted names of all files in the folder.
  List<String> names() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.map(each -> each.getFileName().toString()).sorted().toList();
    }
  }

  void assertAlone() throws IOException {
    assertThat(names()).containsExactly("model.safetensors");
  }

  /// Returns the metadata with one entry added or replaced.
  Metadata with(String key, String value) throws IOException {
    Map<String, String> entries = new LinkedHashMap<>(metadata().entries());
    entries.put(key, value);
    return Metadata.of(entries);
  }

  Metadata metadata() throws IOException {
    try (TensorFile file = TensorFile.open(path)) {
      assertThat(file.reading().loadError()).isEmpty();
      return file.header().metadata().orElse(Metadata.EMPTY);
    }
  }

  SavePlan plan(FileOperations operations, Metadata metadata, SaveOptions options)
      throws IOException {
    return plan(operations, path, metadata, options);
  }

  static SavePlan plan(FileOperations operations, Path file, Metadata metadata, SaveOptions options)
      throws IOException {
    try (TensorFile open = TensorFile.open(file)) {
      return new Saver(operations).plan(open, metadata, options);
    }
  }

  /// Saves with the file systems of this computer.
  SaveOutcome save(Metadata metadata, SaveOptions options) throws IOException {
    FileOperations operations = FileOperations.ofThisComputer();
    return new Saver(operations)
        .save(plan(operations, metadata, options), Cancellation.NEVER, Progress.NONE);
  }
}
