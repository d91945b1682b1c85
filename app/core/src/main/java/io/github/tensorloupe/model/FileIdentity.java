package io.github.tensorloupe.model;

import module java.base;

import io.github.tensorloupe.format.Preface;

/// The identity of a file and its header, for detecting that the file at a path has changed. Equal
/// identities do not prove equal data buffers, which are not read.
///
/// @param fileKey the file key, or empty if the file system has none
/// @param byteLength the length of the file in bytes
/// @param headSha256 the SHA-256 of the header length and the header in lowercase hex; excludes
///   bytes outside the file and beyond the maximum header length of the reference library
public record FileIdentity(
    Optional<String> fileKey, long byteLength, FileTime modified, String headSha256) {

  private static final int PIECE_BYTES = 1 << 18;

  public FileIdentity {
    if (byteLength < 0 || !headSha256.matches("[0-9a-f]{64}")) {
      throw new IllegalArgumentException("no identity: " + byteLength + ", " + headSha256);
    }
  }

  /// Returns the identity of the file at a path. Reads its header.
  public static FileIdentity of(Path path) throws IOException {
    try (FileBytes file = FileBytes.open(path)) {
      return of(file);
    }
  }

  public FileIdentity withFileKey(Optional<String> key) {
    return new FileIdentity(key, byteLength, modified, headSha256);
  }

  /// Returns the identity of an open file: its stamp when it was opened, and the hash of its
  /// current header.
  static FileIdentity of(ByteSource file) throws IOException {
    FileStamp stamp = file.stamp();
    Optional<String> key = stamp.fileKey().map(Object::toString);
    return new FileIdentity(key, stamp.byteLength(), stamp.modified(), headSha256(file));
  }

  private static String headSha256(ByteSource file) throws IOException {
    MessageDigest digest = Sha256.digest();
    long end = file.length();
    if (end >= Preface.BYTE_COUNT) {
      Preface preface = Preface.of(end, file.read(0, Preface.BYTE_COUNT));
      end =
          Preface.BYTE_COUNT
              + Math.min(preface.presentHeaderByteCount(), Preface.MAX_HEADER_LENGTH);
    }
    ByteBuffer piece = ByteBuffer.allocate((int) Math.min(PIECE_BYTES, end));
    for (long at = 0; at < end; at += piece.limit()) {
      piece.clear().limit((int) Math.min(PIECE_BYTES, end - at));
      file.read(at, piece);
      digest.update(piece.flip());
    }
    return Sha256.hex(digest);
  }
}
