package io.github.tensorloupe.integrity.expected;

import module java.base;

/// The source of an expected hash. The kebab-case spelling is stable: scripts may depend on it.
public enum ExpectedHashSource {
  /// A cache of the Hugging Face Hub names each file by its hash.
  HUB_BLOB,
  /// A listing of the repository that the Hugging Face Hub gave with the download.
  HUB_TREE,
  /// The notes that the Hugging Face Hub gave with a file that was downloaded into a folder.
  HUB_DOWNLOAD,
  /// The text that Git keeps in place of the file.
  LFS_POINTER,
  /// Git LFS names the files that it keeps by their hash.
  LFS_OBJECT,
  /// A list of hashes and file names.
  CHECKSUM_LIST,
  /// A note of another program beside the file.
  SIDECAR,
  /// `sshs_model_hash` in the metadata.
  SSHS_MODEL_HASH,
  /// `sshs_legacy_hash` in the metadata.
  SSHS_LEGACY_HASH,
  /// `modelspec.hash_sha256` in the metadata.
  MODELSPEC_HASH,
  /// A download that has not ended.
  INCOMPLETE_DOWNLOAD,
  /// A link in a cache that leads to nothing.
  BROKEN_LINK,
  /// The name of a branch or tag in a cache, for a commit of which nothing is there.
  HUB_REF;

  /// The kebab-case word used in output.
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
