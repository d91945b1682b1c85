package io.github.tensorloupe.integrity.expected;

import java.util.Locale;

/// Who promises something about a file. The kebab-case spelling is stable: scripts may depend on
/// it.
public enum PromiseKind {
  /// A cache of the Hugging Face Hub names each file by its hash.
  HUB_BLOB("the name of the file in the Hugging Face cache"),
  /// A listing of the repository that the Hugging Face Hub gave with the download.
  HUB_TREE("the Hub's list of the repository's files"),
  /// What the Hugging Face Hub said of a file that was downloaded into a folder.
  HUB_DOWNLOAD("what the Hub said when the file was downloaded"),
  /// The text that Git keeps in place of the file.
  LFS_POINTER("a Git LFS pointer"),
  /// Git LFS names the files that it keeps by their hash.
  LFS_OBJECT("the name of the file in Git LFS's store"),
  /// A list of hashes and file names.
  CHECKSUM_LIST("a checksum list"),
  /// What another program noted about the file beside it.
  SIDECAR("the notes of another program"),
  /// `sshs_model_hash` in the metadata.
  SSHS_MODEL_HASH("sshs_model_hash in its metadata"),
  /// `sshs_legacy_hash` in the metadata.
  SSHS_LEGACY_HASH("sshs_legacy_hash in its metadata"),
  /// `modelspec.hash_sha256` in the metadata.
  MODELSPEC_HASH("modelspec.hash_sha256 in its metadata"),
  /// A download that has not ended.
  INCOMPLETE_DOWNLOAD("a download"),
  /// A link in a cache that leads to nothing.
  BROKEN_LINK("a link of the Hugging Face cache"),
  /// The name of a branch or tag in a cache, for a commit of which nothing is there.
  HUB_REF("a name of a branch or tag in the Hugging Face cache");

  private final String phrase;

  PromiseKind(String phrase) {
    this.phrase = phrase;
  }

  /// Who it is, within a sentence.
  public String phrase() {
    return phrase;
  }

  /// The kebab-case word used in output.
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
