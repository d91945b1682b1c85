package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.model.TensorFile;

/// One shard that is there, as the doctor sees it.
///
/// @param name its file name
/// @param header what its header says; empty where it did not parse
/// @param isIntact true if the reference library loads it. Of a shard that is refused, nothing is
///   told but where a tensor is that another shard should have
/// @param fileLength the length of the file in bytes
public record Shard(String name, Optional<Header> header, boolean isIntact, long fileLength) {

  /// An open file.
  public static Shard of(TensorFile file) {
    return new Shard(
        String.valueOf(file.path().getFileName()),
        file.reading().headerParsed() ? Optional.of(file.header()) : Optional.empty(),
        !file.isRefused(),
        file.reading().fileLength());
  }
}
