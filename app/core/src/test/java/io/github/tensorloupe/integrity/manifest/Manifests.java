package io.github.tensorloupe.integrity.manifest;

import io.github.tensorloupe.integrity.manifest.ManifestReport.FileChange;
import io.github.tensorloupe.integrity.manifest.ManifestReport.TensorChange.Kind;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Creates manifests of checkpoints and compares checkpoints with them, for tests.
final class Manifests {

  static final Instant CREATED = Instant.parse("2026-01-02T03:04:05Z");

  private Manifests() {}

  /// Returns the manifest of a checkpoint after writing and reading it.
  static Manifest manifest(Path path) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return parse(text(new Manifest(CREATED, "a test", now(checkpoint).files())));
    }
  }

  static String text(Manifest manifest) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ManifestText.write(manifest, out);
    return out.toString(StandardCharsets.US_ASCII);
  }

  static Manifest parse(String text) throws IOException {
    return ManifestReader.parse(
        new InputStreamReader(
            new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8)),
            StandardCharsets.UTF_8));
  }

  static ManifestReport check(Manifest manifest, Path path) throws IOException {
    try (Checkpoint checkpoint = Checkpoint.open(path, Cancellation.NEVER, Progress.NONE)) {
      return ManifestReport.of(manifest, now(checkpoint), Cancellation.NEVER);
    }
  }

  private static Manifest now(Checkpoint checkpoint) throws IOException {
    return Manifest.of(
        checkpoint.path(), checkpoint.files(), "", 2, Cancellation.NEVER, Progress.NONE);
  }

  /// Returns the changes of tensors that are not equal, by name.
  static Map<String, Kind> differences(ManifestReport report) {
    Map<String, Kind> differences = new TreeMap<>();
    report.tensors().stream()
        .filter(tensor -> tensor.kind() != Kind.EQUAL)
        .forEach(tensor -> differences.put(tensor.name(), tensor.kind()));
    return differences;
  }

  static List<FileChange.Kind> files(ManifestReport report) {
    return report.files().stream().map(FileChange::kind).toList();
  }
}
