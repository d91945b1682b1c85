package io.github.tensorloupe.integrity.expected;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.integrity.expected.ExpectedHash.Measure;
import io.github.tensorloupe.model.PathText;

/// The notes that programs that manage image models keep in JSON beside a file:
/// `<name>.civitai.info`, `<name>.cm-info.json`, `<name>.metadata.json`, `<name>.json`. Only
/// SHA-256 hashes are taken.
final class Sidecars {

  private static final String FILE_SUFFIX = ".safetensors";
  private static final List<String> SUFFIXES =
      List.of(".civitai.info", ".cm-info.json", ".metadata.json", ".json", ".info");

  private Sidecars() {}

  /// The hashes that such notes have for a file.
  ///
  /// @param path absolute and normal
  static List<ExpectedHash> expectedHashes(Path path) {
    String name = path.getFileName().toString();
    if (!name.endsWith(FILE_SUFFIX)) {
      return List.of();
    }
    String stem = name.substring(0, name.length() - FILE_SUFFIX.length());
    List<ExpectedHash> expectedHashes = new ArrayList<>();
    for (String suffix : SUFFIXES) {
      Path sidecar = path.resolveSibling(stem + suffix);
      Set<String> hashes = new LinkedHashSet<>();
      SmallFiles.json(sidecar).ifPresent(json -> collect(json, name, hashes));
      for (String hash : hashes) {
        // Notes on a version with several files do not say which one this is.
        expectedHashes.add(
            new ExpectedHash(
                ExpectedHashSource.SIDECAR,
                PathText.of(sidecar),
                Measure.FILE_SHA256,
                hash,
                hashes.size() == 1));
      }
    }
    return expectedHashes;
  }

  private static void collect(JsonNode json, String name, Set<String> hashes) {
    addHash(json, hashes);
    JsonNode files = json.path("files");
    List<JsonNode> named = new ArrayList<>();
    files.forEach(
        file -> {
          if (file.path("name").asText().equals(name)) {
            named.add(file);
          }
        });
    (named.isEmpty() ? files : named).forEach(file -> addHash(file, hashes));
  }

  private static void addHash(JsonNode json, Set<String> hashes) {
    for (Map.Entry<String, JsonNode> member : json.properties()) {
      if (member.getKey().equalsIgnoreCase("sha256") && Hex.isSha256(member.getValue().asText())) {
        hashes.add(Hex.normal(member.getValue().asText()));
      } else if (member.getKey().equalsIgnoreCase("hashes") && member.getValue().isObject()) {
        addHash(member.getValue(), hashes);
      }
    }
  }
}
