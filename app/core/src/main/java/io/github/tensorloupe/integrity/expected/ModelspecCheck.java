package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.integrity.expected.Check.Result;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Compares `modelspec.hash_sha256`, on which programs differ: the specification means the data as
/// stored, OneTrainer sorts the tensors by name, and sd-scripts takes them as they lie in memory.
///
/// The order in memory is lost with the file. It is that of the header where the file was loaded
/// and written again, and anything else where a trainer made it.
record ModelspecCheck(TensorFile file, Promise promise) {

  private static final String TRAINER_PREFIX = "ss_";

  /// @param asStored the SHA-256 of the data buffer; empty where the file has none
  Check of(Optional<String> asStored, Cancellation cancellation) throws IOException {
    Check check = Verifier.compare(promise, asStored);
    if (check.result() != Result.MISMATCH || file.isRefused()) {
      return check;
    }
    for (TensorOrder order : TensorOrder.values()) {
      if (!order.isAsStored(file) && order.sha256(file, cancellation).equals(promise.expected())) {
        return Check.of(
            promise, Optional.of(promise.expected()), Result.MATCH, CheckSentences.match(order));
      }
    }
    return hasSeveralTensors() && isFromTrainer()
        ? Check.of(promise, asStored, Result.UNKNOWN, CheckSentences.stateDictOrder())
        : check;
  }

  private boolean hasSeveralTensors() {
    return file.header().tensors().stream().filter(tensor -> tensor.byteCount() > 0).count() > 1;
  }

  private boolean isFromTrainer() {
    return file.header().metadata().stream()
        .flatMap(metadata -> metadata.entries().keySet().stream())
        .anyMatch(key -> key.startsWith(TRAINER_PREFIX));
  }
}
