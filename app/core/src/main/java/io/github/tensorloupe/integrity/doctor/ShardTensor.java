package io.github.tensorloupe.integrity.doctor;

import io.github.tensorloupe.format.TensorInfo;

/// A tensor in one of the shards that have it.
record ShardTensor(Shard shard, TensorInfo info) {

  /// True if the other one has the same dtype and shape.
  boolean isLike(ShardTensor other) {
    return info.dtype() == other.info.dtype() && info.shape().equals(other.info.shape());
  }

  /// Dtype and shape, as they stand in a sentence.
  String form() {
    return info.dtype() + " " + info.shape();
  }
}
