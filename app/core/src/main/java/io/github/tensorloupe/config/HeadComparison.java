package io.github.tensorloupe.config;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// A stored head and the embedding that it is tied to, with equal shape and dtype.
///
/// @param setting the configuration that ties them, as part of a sentence
public record HeadComparison(TensorRef head, TensorRef embedding, Sentence setting) {

  private static final int BLOCK_BYTES = 1 << 20;

  /// Compares the bytes of the two tensors, whose files must be open. Blocks.
  ///
  /// @return empty if the bytes of a tensor are incomplete
  /// @throws IOException if reading fails
  public Optional<Boolean> isEqual(Cancellation cancellation) throws IOException {
    Optional<ByteRange> first = range(head);
    Optional<ByteRange> second = range(embedding);
    if (first.isEmpty() || second.isEmpty()) {
      return Optional.empty();
    }
    ByteSource headBytes = head.file().bytes();
    ByteSource embeddingBytes = embedding.file().bytes();
    long byteCount = first.get().byteCount();
    boolean isEqual = byteCount == second.get().byteCount();
    for (long done = 0; isEqual && done < byteCount; done += BLOCK_BYTES) {
      cancellation.check();
      int count = (int) Math.min(BLOCK_BYTES, byteCount - done);
      isEqual =
          Arrays.equals(
              headBytes.read(first.get().begin() + done, count),
              embeddingBytes.read(second.get().begin() + done, count));
    }
    headBytes.requireUnchanged();
    embeddingBytes.requireUnchanged();
    return Optional.of(isEqual);
  }

  private static Optional<ByteRange> range(TensorRef tensor) {
    return tensor.data().filter(TensorData::isComplete).map(TensorData::range);
  }

  Finding finding(boolean isEqual) {
    String headName = DisplayText.of(head.info().name());
    String embeddingName = DisplayText.of(embedding.info().name());
    return isEqual
        ? finding(
            FindingCode.CONFIG_HEAD_REDUNDANT,
            head,
            Sentence.of(
                "{0}, and {1} is stored with the same values as {2}. Loaders give the same"
                    + " results with and without it.",
                setting, headName, embeddingName))
        : differing(head, embedding, setting);
  }

  static Finding differing(TensorRef head, TensorRef embedding, Sentence setting) {
    return finding(
        FindingCode.CONFIG_HEAD_DIFFERS,
        head,
        Sentence.of(
            "{0}, but the stored {1} differs from {2}. transformers 4 and vLLM ignore the stored"
                + " head; transformers 5 uses it. If it was trained, set tie_word_embeddings to"
                + " false.",
            setting, DisplayText.of(head.info().name()), DisplayText.of(embedding.info().name())));
  }

  static Finding finding(FindingCode code, TensorRef tensor, Sentence sentence) {
    return new Finding(code, sentence, Optional.of(tensor.info().name()), Optional.empty());
  }
}
