package io.github.tensorloupe.integrity.expected;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The source of an expected hash. The kebab-case spelling is stable: scripts may depend on it.
public enum ExpectedHashSource implements Spelled {
  /// A cache of the Hugging Face Hub names each file by its hash.
  HUB_BLOB(
      Sentence.of("The download is intact: it matches the Hub."),
      Sentence.of(
          "The file does not match the Hub: it was damaged in transit or on disk, or has changed"
              + " since. Delete it and download it again.")),
  /// A listing of the repository that the Hugging Face Hub gave with the download.
  HUB_TREE(HUB_BLOB.match, HUB_BLOB.mismatch),
  /// The notes that the Hugging Face Hub gave with a file that was downloaded into a folder.
  HUB_DOWNLOAD(HUB_BLOB.match, HUB_BLOB.mismatch),
  /// The text that Git keeps in place of the file.
  LFS_POINTER(
      Sentence.of("The file matches its Git LFS pointer."),
      Sentence.of("The file does not match its Git LFS pointer; fetch it with \"git lfs pull\".")),
  /// Git LFS names the files that it keeps by their hash.
  LFS_OBJECT(
      LFS_POINTER.match,
      Sentence.of("The file in Git LFS's store is damaged; delete it and run \"git lfs fetch\".")),
  CHECKSUM_LIST(
      Sentence.of("The file matches the checksum list."),
      Sentence.of(
          "The file does not match the checksum list: it is damaged, or has changed since the list"
              + " was written.")),
  SIGNATURE_DIGEST(
      Sentence.of("The file matches the list in the signature."),
      Sentence.of(
          "The file does not match the list in the signature: it has changed since, or is"
              + " damaged.")),
  /// A signature itself: who made it, and which files it is on.
  SIGNATURE,
  /// A note of another program beside the file.
  SIDECAR(
      Sentence.of("The file matches the recorded hash."),
      Sentence.of(
          "The file does not match the recorded hash: its metadata has changed since, or it is"
              + " damaged.")),
  SSHS_MODEL_HASH(
      Sentence.of("The data is what the metadata describes."),
      Sentence.of(
          "The data is not what the metadata describes: it has changed since, or is damaged.")),
  SSHS_LEGACY_HASH(
      Sentence.of("The file is as the trainer wrote it, apart from other metadata."),
      Sentence.of(
          "The entries that begin with ss_ have changed since, or another version of the library"
              + " wrote the file. This alone is no sign of damage.")),
  MODELSPEC_HASH(
      SSHS_MODEL_HASH.match,
      Sentence.of(
          "Neither the data as stored nor {0} nor {1} have this hash. Writers differ in what they"
              + " hash, so this alone is no sign of damage.",
          TensorOrder.HEADER.phrase, TensorOrder.NAME.phrase)),
  /// The server that a person named as the origin of the file.
  ORIGINAL(
      Sentence.of("The file has the SHA-256 that the server names for the original."),
      Sentence.of(
          "The file is not the original: it does not have the SHA-256 that the server names. It"
              + " has changed since, or is damaged, or is another version.")),
  INCOMPLETE_DOWNLOAD,
  BROKEN_LINK,
  /// The name of a branch or tag in a cache, for a commit of which nothing is there.
  HUB_REF;

  final Sentence match;
  final Sentence mismatch;

  ExpectedHashSource(Sentence match, Sentence mismatch) {
    this.match = match;
    this.mismatch = mismatch;
  }

  ExpectedHashSource() {
    this(Sentence.of("It exists."), Sentence.of("It does not exist."));
  }
}
