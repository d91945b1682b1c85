package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.integrity.hash.FileHashes;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Finds expected hashes in the metadata of a file.
public final class MetadataHashes {

  private record Key(ExpectedHashSource kind, String key, Measure measure) {}

  private static final List<Key> KEYS =
      List.of(
          new Key(ExpectedHashSource.SSHS_MODEL_HASH, "sshs_model_hash", Measure.DATA_SHA256),
          new Key(
              ExpectedHashSource.MODELSPEC_HASH, "modelspec.hash_sha256", Measure.TENSORS_SHA256),
          new Key(ExpectedHashSource.SSHS_LEGACY_HASH, "sshs_legacy_hash", Measure.LEGACY_HASH));

  private MetadataHashes() {}

  static List<ExpectedHash> expectedHashes(TensorFile file) {
    if (file.foreign().isPresent()) {
      // These keys describe safetensors files.
      return List.of();
    }
    Map<String, String> entries = file.header().metadata().orElse(Metadata.EMPTY).entries();
    List<ExpectedHash> hashes = new ArrayList<>();
    for (Key key : KEYS) {
      String value = entries.getOrDefault(key.key(), "");
      if (!value.isBlank()) {
        hashes.add(new ExpectedHash(key.kind(), key.key(), key.measure(), Hex.normal(value), true));
      }
    }
    return hashes;
  }

  static boolean isOfNothing(ExpectedHash expectedHash, TensorFile file) {
    return expectedHash.expected().equals(FileHashes.EMPTY_SHA256)
        && (expectedHash.measure() == Measure.DATA_SHA256
            || expectedHash.measure() == Measure.TENSORS_SHA256)
        && file.dataLength().orElse(0) > 0;
  }

  /// Returns findings about hashes in the metadata that are hashes of empty input. Does not read
  /// the data buffer.
  public static List<Finding> findings(TensorFile file) {
    List<Finding> findings = new ArrayList<>();
    for (ExpectedHash each : expectedHashes(file)) {
      if (isOfNothing(each, file)) {
        Sentence sentence =
            Sentence.of(
                "The {0} in the metadata is the SHA-256 of empty input: the program that wrote it"
                    + " hashed nothing. It does not identify this file.",
                each.source());
        findings.add(Finding.of(FindingCode.HASH_OF_NOTHING, sentence));
      }
    }
    return findings;
  }
}
