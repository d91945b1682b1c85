package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileIdentity;

/// The new and the old file of a rewrite, as recorded in its journal.
record RewrittenFiles(FileMark newFile, FileMark oldFile) {

  private static final String SEPARATOR = "\n";
  private static final Pattern DEVICE = Pattern.compile("^\\(dev=[0-9a-f]+,");

  /// The identity of a file involved in a rewrite. The file key alone is insufficient, because file
  /// systems reuse keys of deleted files, and other programs may overwrite files.
  ///
  /// @param key the file key, or an empty string if it is unknown or the file does not exist
  /// @param creationTime the creation time, which renaming may change on overlay file systems
  /// @param modified the modification time, or an empty string if the file is still being written
  /// @param headSha256 see [FileIdentity#headSha256]
  record FileMark(
      String key, String creationTime, String modified, long byteLength, String headSha256) {

    static final FileMark NONE = new FileMark("", "", "", 0, "");

    private static final int LINE_COUNT = 5;

    static FileMark of(
        Optional<?> key,
        FileTime creationTime,
        String modified,
        long byteLength,
        String headSha256) {
      String created = creationTime.toString();
      return key.map(
              each -> new FileMark(each.toString(), created, modified, byteLength, headSha256))
          .orElse(NONE);
    }

    boolean isKnown() {
      return !key.isEmpty();
    }

    /// Returns true if the path leads to this file.
    ///
    /// @param isUnchanged true to require its complete header and its modification time; otherwise,
    ///   its creation time suffices
    boolean isAt(FileOperations operations, Path path, boolean isUnchanged) throws IOException {
      try {
        BasicFileAttributes attributes = operations.attributes(path);
        boolean isModified =
            !modified.isEmpty() && !modified.equals(attributes.lastModifiedTime().toString());
        return hasKeyOf(attributes)
            && (isUnchanged
                ? !isModified && isLike(operations, path)
                : hasCreationTimeOf(attributes) || isLike(operations, path));
      } catch (NoSuchFileException e) {
        return false;
      }
    }

    /// Returns true if a file has the length and the header of this file. It can be another file:
    /// some file systems have other file keys after each mount.
    boolean isLike(FileOperations operations, Path path) throws IOException {
      try {
        FileIdentity identity = isKnown() ? operations.identity(path) : null;
        return identity != null
            && identity.byteLength() == byteLength
            && identity.headSha256().equals(headSha256);
      } catch (NoSuchFileException e) {
        return false;
      }
    }

    /// Compares file keys without the device number, which changes with each mount. All files of a
    /// rewrite are in one folder.
    private boolean hasKeyOf(BasicFileAttributes attributes) {
      return isKnown()
          && attributes.fileKey() != null
          && keyInFileSystem(attributes.fileKey().toString()).equals(keyInFileSystem(key));
    }

    private static String keyInFileSystem(String key) {
      return DEVICE.matcher(key).replaceFirst("");
    }

    private boolean hasCreationTimeOf(BasicFileAttributes attributes) {
      return attributes.creationTime().toString().equals(creationTime)
          // File systems without creation times report the modification time instead.
          || attributes.creationTime().equals(attributes.lastModifiedTime());
    }

    private Stream<String> lines() {
      return Stream.of(key, creationTime, modified, Long.toString(byteLength), headSha256);
    }

    private static FileMark of(List<String> lines) {
      long byteLength = Long.parseLong(lines.get(3));
      return new FileMark(lines.get(0), lines.get(1), lines.get(2), byteLength, lines.get(4));
    }
  }

  byte[] toBytes() {
    return Stream.concat(newFile.lines(), oldFile.lines())
        .collect(Collectors.joining(SEPARATOR))
        .getBytes(StandardCharsets.UTF_8);
  }

  /// Returns empty if the bytes are malformed.
  static Optional<RewrittenFiles> of(byte[] bytes) {
    List<String> lines = List.of(new String(bytes, StandardCharsets.UTF_8).split(SEPARATOR, -1));
    try {
      FileMark newFile = FileMark.of(lines);
      FileMark oldFile = FileMark.of(lines.subList(FileMark.LINE_COUNT, lines.size()));
      return Optional.of(new RewrittenFiles(newFile, oldFile));
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      return Optional.empty();
    }
  }

  /// Returns the condition of the file of an interrupted rewrite.
  SaveCondition condition(SaveArtifacts artifacts) throws IOException {
    FileOperations operations = artifacts.operations();
    Path target = artifacts.target();
    boolean isNewFile = !oldFile.isKnown();
    if (!newFile.isKnown()
        || oldFile.isAt(operations, target, false)
        || oldFile.isLike(operations, target)
            && !oldFile.isAt(operations, SaveNames.draft(target), false)
        || isNewFile && !operations.exists(target)) {
      return artifacts.untouched();
    }
    boolean isNew = newFile.isLike(operations, target);
    if (artifacts.hasDraft() && !isDeletable(operations, target)) {
      return SaveCondition.MOVED;
    }
    if (isNewFile && operations.attributes(target).size() == 0) {
      return SaveCondition.RESERVED;
    }
    return isNew ? SaveCondition.NEW : SaveCondition.REPLACED;
  }

  /// Returns true if the draft is the new file, or the unchanged old file after it was replaced.
  /// Any other file may be the user's only copy, or belong to another program.
  boolean isDeletable(FileOperations operations, Path target) throws IOException {
    Path draft = SaveNames.draft(target);
    return !newFile.isKnown()
        || newFile.isAt(operations, draft, false)
        || newFile.isAt(operations, target, true) && oldFile.isAt(operations, draft, true);
  }
}
