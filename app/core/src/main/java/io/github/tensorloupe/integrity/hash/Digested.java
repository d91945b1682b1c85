package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.model.TensorFile;

/// A digest that can be computed in a single sequential pass over a file.
public enum Digested {
  FILE_SHA256,
  DATA_SHA256,
  /// The SHA-1 object ID in Git: the digest of `blob`, the file length and all bytes.
  GIT_BLOB_SHA1;

  /// Returns the digested range of a file, or empty if the file has no data buffer to digest.
  Optional<ByteRange> rangeIn(TensorFile file) {
    long length = file.bytes().length();
    if (this != DATA_SHA256) {
      return Optional.of(new ByteRange(0, length));
    }
    OptionalLong dataStart = file.reading().dataStart();
    return file.kind() == FileKind.SAFETENSORS && dataStart.isPresent()
        ? Optional.of(new ByteRange(dataStart.getAsLong(), length))
        : Optional.empty();
  }

  MessageDigest digest(long byteCount) {
    if (this != GIT_BLOB_SHA1) {
      return Sha256.digest();
    }
    MessageDigest digest = Sha256.sha1();
    digest.update(("blob " + byteCount + "\0").getBytes(StandardCharsets.US_ASCII));
    return digest;
  }
}
