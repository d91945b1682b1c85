package io.github.tensorloupe.save;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.testing.SharedFolder;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/// Saves every file of the conformance suite that the reference library loads, if the suite is
/// available.
class ConformanceSaveTest {

  @TempDir Path folder;
  private final FileOperations operations = FileOperations.ofThisComputer();

  @TestFactory
  Stream<DynamicTest> keyIsSetAndUnsetAndNothingElseChanges() throws IOException {
    return loadableFiles()
        .map(file -> DynamicTest.dynamicTest(file.getFileName().toString(), () -> check(file)));
  }

  private static Stream<Path> loadableFiles() throws IOException {
    return Files.walk(SharedFolder.file("conformance/valid"))
        .filter(file -> file.toString().endsWith(".safetensors"))
        .sorted();
  }

  private void check(Path original) throws IOException {
    byte[] before = Files.readAllBytes(original);
    Path file = Files.write(folder.resolve("model.safetensors"), before);
    Header header = header(file);
    Metadata metadata = header.metadata().orElse(Metadata.EMPTY);
    assertThat(save(file, metadata, SaveOptions.DEFAULT).isSaved()).isFalse();
    assertThat(Files.readAllBytes(file)).isEqualTo(before);

    Map<String, String> more = new LinkedHashMap<>(metadata.entries());
    more.put("a key that no file has", "value");
    assertThat(save(file, Metadata.of(more), SaveOptions.DEFAULT).isSaved()).isTrue();
    assertThat(header(file).tensors()).isEqualTo(header.tensors());
    assertThat(header(file).metadata()).contains(Metadata.of(more));
    assertThat(data(Files.readAllBytes(file))).isEqualTo(data(before));

    save(file, metadata, SaveOptions.DEFAULT.withStrategy(StrategyChoice.IN_PLACE));
    assertThat(header(file)).isEqualTo(header);
    assertThat(data(Files.readAllBytes(file))).isEqualTo(data(before));
    assertThat(json(Files.readAllBytes(file))).isEqualTo(json(before));
    try (Stream<Path> entries = Files.list(folder)) {
      assertThat(entries).containsExactly(file);
    }
  }

  private static Header header(Path file) throws IOException {
    try (TensorFile open = TensorFile.open(file)) {
      assertThat(open.reading().loadError()).isEmpty();
      return open.header();
    }
  }

  private SaveOutcome save(Path file, Metadata metadata, SaveOptions options) throws IOException {
    SavePlan plan = SavedFile.plan(operations, file, metadata, options);
    return new Saver(operations).save(plan, Cancellation.NEVER, Progress.NONE);
  }

  private static int dataStart(byte[] file) {
    return 8 + (file[0] & 255 | (file[1] & 255) << 8 | (file[2] & 255) << 16 | file[3] << 24);
  }

  private static byte[] data(byte[] file) {
    return Arrays.copyOfRange(file, dataStart(file), file.length);
  }

  /// Returns the header without its padding.
  private static byte[] json(byte[] file) {
    int end = dataStart(file);
    while (file[end - 1] == ' ' || file[end - 1] >= '\t' && file[end - 1] <= '\r') {
      end--;
    }
    return Arrays.copyOfRange(file, 8, end);
  }
}
