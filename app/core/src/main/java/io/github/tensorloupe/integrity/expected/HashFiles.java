package io.github.tensorloupe.integrity.expected;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.SmallFiles;
import io.github.tensorloupe.text.Sentence;

/// Reads small files that contain expected hashes. Records files that cannot be read, and files
/// that may exist in an inaccessible folder.
final class HashFiles {

  /// A limit on the number of bytes for reading files again under other names, because many links
  /// can lead to one large file. Not thread-safe.
  static final class RereadLimit {

    static final long MAX_BYTES = 1 << 26;

    private final Set<Object> keys = new HashSet<>();
    private long byteCount;

    /// Returns true if the file has not been read before, or can be read again within the limit.
    ///
    /// @param stamp the stamp of the file, or empty if its attributes cannot be read
    boolean permits(Path file, Optional<FileStamp> stamp) {
      if (stamp.isEmpty() || keys.add(stamp.get().fileKey().orElse(file))) {
        return true;
      }
      byteCount += stamp.get().byteLength();
      return byteCount <= MAX_BYTES;
    }
  }

  private static final long MAX_JSON_BYTES = 4 << 20;
  private static final String HASH_NAME = "sha256";

  private final RereadLimit limit = new RereadLimit();
  private final Map<Path, Map<Path, Check>> unread = new TreeMap<>();

  /// Returns the JSON value in a file, or empty if the file does not exist or cannot be parsed. A
  /// malformed file is only recorded if it mentions hashes.
  Optional<JsonNode> json(Path checkpoint, ExpectedHashSource kind, Path file) {
    Optional<String> content =
        limit.permits(file, FileStamp.of(file))
            ? SmallFiles.unicodeText(file, MAX_JSON_BYTES)
            : Optional.empty();
    String text = content.orElse("");
    JsonNode json = LimitedJson.parse(text);
    if (!json.isMissingNode() && !LimitedJson.isExcessive(json)) {
      return Optional.of(json);
    }
    // UTF-16 without a byte order mark has null characters between the letters.
    String letters = text.replace("\0", "").toLowerCase(Locale.ROOT);
    if (content.isEmpty() || letters.contains(HASH_NAME)) {
      noteUnread(checkpoint, kind, file);
    }
    return Optional.empty();
  }

  /// Records a file that was not read, unless it does not exist.
  void noteUnread(Path checkpoint, ExpectedHashSource kind, Path file) {
    try {
      BasicFileAttributes found =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (found.isDirectory() || found.isSymbolicLink() && Files.isDirectory(file)) {
        return;
      }
    } catch (NoSuchFileException e) {
      return;
    } catch (IOException e) {
      // The file may exist in an inaccessible folder. In others, its name is invalid.
      if (Files.isExecutable(file.getParent())) {
        return;
      }
    }
    Sentence why =
        Sentence.of(
            "It was not read: it is too large, damaged, cannot be opened, or has too many names.");
    unread
        .computeIfAbsent(checkpoint, _ -> new LinkedHashMap<>())
        .put(file, Check.of(kind, file, Optional.empty(), Result.UNKNOWN, why));
  }

  Collection<Check> unread(Path checkpoint) {
    return unread.getOrDefault(checkpoint, Map.of()).values();
  }
}
