package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// Checks the positions 0, 1, 2 … that text and image encoders store for their embeddings.
///
/// Programs that merge checkpoints average these integers like weights.
public final class PositionIds {

  private static final String NAME = "embeddings.position_ids";
  private static final long MAX_COUNT = 1 << 16;

  private PositionIds() {}

  /// Reads the positions of open files. Blocks.
  ///
  /// @throws IOException if reading fails
  public static List<Finding> findings(List<TensorFile> files) throws IOException {
    List<Finding> findings = new ArrayList<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.header().tensors()) {
        Optional<TensorData> data =
            info.name().endsWith(NAME) && info.shape().saturatedElementCount() <= MAX_COUNT
                ? file.data(info).filter(TensorData::isComplete)
                : Optional.empty();
        if (data.isPresent()) {
          finding(data.get()).ifPresent(findings::add);
        }
      }
    }
    return findings;
  }

  private static Optional<Finding> finding(TensorData data) throws IOException {
    double[] positions = data.numbers();
    // Casts round large positions; a merge is not the cause.
    double rounding =
        switch (data.info().dtype()) {
          case BF16 -> 0x1p-8;
          case F16 -> 0x1p-11;
          default -> 0;
        };
    int[] wrong =
        IntStream.range(0, positions.length)
            .filter(i -> !(Math.abs(positions[i] - i) <= i * rounding))
            .toArray();
    if (wrong.length == 0) {
      return Optional.empty();
    }
    Sentence sentence =
        Sentence.of(
            "The tensor \"{0}\" has {1} wrong {1#position|positions}, such as {2} at index {3},"
                + " typical of a merge that averages all tensors. Programs that use"
                + " {1#it|them} give these tokens the embedding of another position.",
            DisplayText.of(data.info().name()), wrong.length, positions[wrong[0]], wrong[0]);
    Optional<String> name = Optional.of(data.info().name());
    return Optional.of(
        new Finding(FindingCode.POSITION_IDS, sentence, name, Optional.of(data.range())));
  }
}
