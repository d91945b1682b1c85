package io.github.tensorloupe.integrity.expected;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The source of an expected hash. The kebab-case spelling is a stable interface for scripts.
public enum ExpectedHashSource implements Spelled {
  /// The file name in a cache of the Hugging Face Hub, which is the hash of the file.
  HUB_BLOB(
      Sentence.of("The download is intact: it matches the Hub."),
      Sentence.of(
          "The file does not match the Hub: it was damaged in transit or on disk, or has changed"
              + " since. If you did not change it, download it again.")),
  /// A list of the repository's files in a cache of the Hugging Face Hub.
  HUB_TREE(HUB_BLOB.match, HUB_BLOB.mismatch),
  /// The metadata file of a download from the Hugging Face Hub into a folder.
  HUB_DOWNLOAD(HUB_BLOB.match, HUB_BLOB.mismatch),
  /// A Git LFS pointer, the text that Git stores instead of the file.
  LFS_POINTER(
      Sentence.of("The file matches its Git LFS pointer."),
      Sentence.of("The file does not match its Git LFS pointer; fetch it with \"git lfs pull\".")),
  /// The file name in the Git LFS object store, which is the hash of the file.
  LFS_OBJECT(
      LFS_POINTER.match,
      Sentence.of(
          "The file in Git LFS's store is damaged or was changed; move it out of the store and run"
              + " \"git lfs fetch\".")),
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
  /// A signature on a model.
  SIGNATURE,
  /// A JSON file of another program, next to the file.
  SIDECAR(
      Sentence.of("The file matches the recorded hash."),
      Sentence.of(
          "The file does not match the recorded hash: its metadata has changed since, or it is"
              + " damaged.")),
  SSHS_MODEL_HASH(
      Sentence.of("The data matches the hash in the metadata."),
      Sentence.of(
          "The data does not match the hash in the metadata: it has changed since, or is"
              + " damaged.")),
  SSHS_LEGACY_HASH(
      Sentence.of(
          "The compared 64 KiB of the file are unchanged since training; the rest is not"
              + " compared."),
      Sentence.of(
          "The entries that begin with ss_ have changed since, or another version of the library"
              + " wrote the file. This alone does not indicate damage.")),
  MODELSPEC_HASH(
      SSHS_MODEL_HASH.match,
      Sentence.of(
          "Neither the stored data nor {0} nor {1} have this hash. Programs hash different parts of"
              + " a file, so this alone does not indicate damage.",
          TensorOrder.HEADER.phrase, TensorOrder.NAME.phrase)),
  /// The server of the original, as specified by the user.
  ORIGINAL(
      Sentence.of("The file has the SHA-256 that the server names for the original."),
      Sentence.of(
          "The file is not the original: it does not have the SHA-256 that the server names. It"
              + " has changed since, or is damaged, or is another version.")),
  INCOMPLETE_DOWNLOAD,
  BROKEN_LINK,
  /// A branch or tag in a cache of the Hugging Face Hub that contains no files of its commit.
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
