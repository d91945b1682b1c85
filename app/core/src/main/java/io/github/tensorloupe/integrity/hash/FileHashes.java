package io.github.tensorloupe.integrity.hash;

import module java.base;

import io.github.tensorloupe.model.FileKind;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// All hashes of a file, in lowercase hex.
///
/// @param sha256 the SHA-256 of the entire file, 64 digits
/// @param dataSha256 the SHA-256 of the data buffer, 64 digits; empty if the file has no data
///   buffer
/// @param sshsLegacyHash the hash of [LegacyHash#ofTraining], 8 digits; empty if it is undefined
/// @param modelHash the hash of [LegacyHash#ofFile], 8 digits; empty if the file is not a
///   safetensors file
public record FileHashes(
    String sha256,
    Optional<String> dataSha256,
    Optional<String> sshsLegacyHash,
    Optional<String> modelHash) {

  /// The SHA-256 of empty input. Defective programs write it as the hash of the data.
  public static final String EMPTY_SHA256 =
      "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";

  public static final Set<Digested> DIGESTS = Set.of(Digested.FILE_SHA256, Digested.DATA_SHA256);

  private static final int AUTO_V2_DIGITS = 10;
  private static final int AUTO_V3_DIGITS = 12;

  /// Computes all hashes of a file. Blocks the calling thread.
  ///
  /// @param file an open file, which may be refused or not a safetensors file
  /// @param cancellation checked before each block of 1 MiB
  /// @param progress reported in bytes of the file
  public static FileHashes of(TensorFile file, Cancellation cancellation, Progress progress)
      throws IOException {
    return of(file, DigestPass.of(file, DIGESTS, cancellation, progress));
  }

  /// Returns all hashes of a file with known digests. Reads at most 128 KiB.
  ///
  /// @param digests the digests; contains all [#DIGESTS] that are defined for the file
  public static FileHashes of(TensorFile file, Map<Digested, String> digests) throws IOException {
    String sha256 = digests.get(Digested.FILE_SHA256);
    Optional<String> dataSha256 = Optional.ofNullable(digests.get(Digested.DATA_SHA256));
    boolean isModel = file.kind() == FileKind.SAFETENSORS;
    Optional<String> modelHash =
        isModel ? Optional.of(LegacyHash.ofFile(file.bytes())) : Optional.empty();
    Optional<String> sshsLegacyHash = LegacyHash.ofTraining(file);
    file.bytes().requireUnchanged();
    return new FileHashes(sha256, dataSha256, sshsLegacyHash, modelHash);
  }

  public Optional<String> get(HashKind kind) {
    return switch (kind) {
      case SHA256 -> Optional.of(sha256);
      case DATA_SHA256, SSHS_MODEL_HASH -> dataSha256;
      case AUTO_V2 -> Optional.of(sha256.substring(0, AUTO_V2_DIGITS));
      case AUTO_V3 -> dataSha256.map(hash -> hash.substring(0, AUTO_V3_DIGITS));
      case SSHS_LEGACY_HASH -> sshsLegacyHash;
      case MODEL_HASH -> modelHash;
    };
  }
}
