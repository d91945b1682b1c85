package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.ShardName;
import io.github.tensorloupe.model.ShardName.Family;
import io.github.tensorloupe.model.TensorFile;

/// One shard that is there, as the doctor sees it.
///
/// @param name its file name
/// @param header what its header says; empty where it did not parse
/// @param isIntact true if the reference library loads it. Of a shard that is refused, nothing is
///   told but where a tensor is that another shard should have
/// @param fileLength the length of the file in bytes
public record Shard(String name, Optional<Header> header, boolean isIntact, long fileLength) {

  /// Under this key PyTorch's distributed checkpoints say which pieces a file has.
  static final String SHARDING_INFO_KEY = "DCP_SHARDING_INFO";

  /// Under this key they give their version.
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

  /// True if it is of a set that several processes saved with PyTorch's distributed checkpoints,
  /// each its share of the tensors.
  boolean isDistributed() {
    return ShardName.familyOf(name).filter(Family::byProcess).isPresent()
        || metadata().containsKey(SHARDING_INFO_KEY)
        || metadata().containsKey(DISTRIBUTED_VERSION_KEY);
  }
}
