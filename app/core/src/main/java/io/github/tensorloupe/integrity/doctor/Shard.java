package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.TensorFile;

/// An existing shard of a set.
///
/// @param header the header, or empty if parsing failed
/// @param isIntact true if the reference library loads the shard; other shards are used only to
///   locate missing tensors
/// @param fileLength the length of the file in bytes
public record Shard(String name, Optional<Header> header, boolean isIntact, long fileLength) {

  /// The metadata key for the tensor pieces in a file of a PyTorch distributed checkpoint.
  static final String SHARDING_INFO_KEY = "DCP_SHARDING_INFO";

  private static final String DISTRIBUTED_VERSION_KEY = "DCP_VERSION";

  public static Shard of(TensorFile file) {
    return new Shard(
        String.valueOf(file.path().getFileName()),
        file.reading().headerParsed() ? Optional.of(file.header()) : Optional.empty(),
        !file.isRefused(),
        file.reading().fileLength());
  }

  List<TensorInfo> tensors() {
    return header.orElse(Header.EMPTY).tensors();
  }

  Map<String, String> metadata() {
    return header.flatMap(Header::metadata).orElse(Metadata.EMPTY).entries();
  }

  /// Returns true for PyTorch distributed checkpoints, in which each process saves some tensors.
  boolean isDistributed() {
    return ShardName.familyOf(name).filter(Family::hasProcessNumber).isPresent()
        || metadata().containsKey(SHARDING_INFO_KEY)
        || metadata().containsKey(DISTRIBUTED_VERSION_KEY);
  }
}
