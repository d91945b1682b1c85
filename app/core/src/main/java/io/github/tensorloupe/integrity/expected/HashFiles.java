package io.github.tensorloupe.integrity.expected;

import module com.fasterxml.jackson.databind;
import module java.base;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.Sentence;

/// Reads small files that contain expected hashes, and records those that exist but cannot be read.
final class HashFiles {

  private static final long MAX_JSON_BYTES = 4 << 20;
  private static final String BYTE_ORDER_MARK = "\ufeff";
  private static final String HASH_NAME = "sha256";

  /// The maximum number of bytes for reading files again that have several names.
  private static final long MAX_BYTES_OF_LINKS = 1 << 26;

  private static final ObjectMapper JSON =
      new ObjectMapper(
          JsonFactory.builder()
              .streamReadConstraints(
                  StreamReadConstraints.builder().maxTokenCount(SmallFiles.MAX_JSON_TOKENS).build())
              .build());

  /// The file keys of JSON files that have been read.
  private final Set<Object> readFiles = new HashSet<>();

  private long byteCountOfLinks;

  private final Map<Path, Map<Path, Check>> unread = new HashMap<>();

  /// Returns the text of a file, or empty if it does not exist or cannot be read.
  ///
  /// @param checkpoint the file whose hash is expected
  Optional<String> text(Path checkpoint, ExpectedHashSource kind, Path file, long maxBytes) {
    Optional<String> text = SmallFiles.text(file, maxBytes);
    if (text.isEmpty()) {
      noteUnread(checkpoint, kind, file);
    }
    return text;
  }

  /// Returns the JSON object in a file, or empty if it does not exist or cannot be read. Records
  /// malformed files only if they mention hashes.
  Optional<JsonNode> json(Path checkpoint, ExpectedHashSource kind, Path file) {
    Optional<FileStamp> stamp = FileStamp.of(file);
    if (stamp.isPresent() && !readFiles.add(stamp.get().fileKey().orElse(file))) {
      byteCountOfLinks += stamp.get().byteLength();
    }
    Optional<String> found =
        byteCountOfLinks <= MAX_BYTES_OF_LINKS
            ? SmallFiles.text(file, MAX_JSON_BYTES)
            : Optional.empty();
    String text = found.orElse("");
    try {
      JsonNode json = JSON.readTree(text.startsWith(BYTE_ORDER_MARK) ? text.substring(1) : text);
      if (!json.isMissingNode()) {
        return Optional.of(json);
      }
    } catch (JsonProcessingException e) {
      // Recorded as unread.
    }
    if (found.isEmpty() || text.toLowerCase(Locale.ROOT).contains(HASH_NAME)) {
      noteUnread(checkpoint, kind, file);
    }
    return Optional.empty();
  }

  /// Records that a file cannot be read, if it exists.
  void noteUnread(Path checkpoint, ExpectedHashSource kind, Path file) {
    if (Files.exists(file, LinkOption.NOFOLLOW_LINKS) && !Files.isDirectory(file)) {
      Sentence why = Sentence.of("It was not read: it is too large, damaged or cannot be opened.");
      unread
          .computeIfAbsent(checkpoint, _ -> new LinkedHashMap<>())
          .put(file, Check.of(kind, file, Optional.empty(), Result.UNKNOWN, why));
    }
  }

  /// Returns a check for each file that cannot be read.
  Collection<Check> unread(Path checkpoint) {
    return unread.getOrDefault(checkpoint, Map.of()).values();
  }
}
