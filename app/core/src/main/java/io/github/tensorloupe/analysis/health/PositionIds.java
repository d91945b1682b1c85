package io.github.tensorloupe.analysis.health;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
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
        Optional<TensorData> data = info.name().endsWith(NAME) ? file.data(info) : Optional.empty();
        if (data.isPresent() && isReadable(data.get())) {
          finding(data.get()).ifPresent(findings::add);
        }
      }
    }
    return findings;
  }

  private static boolean isReadable(TensorData data) {
    Dtype.Kind kind = data.info().dtype().kind();
    return data.isComplete()
        && data.info().shape().saturatedElementCount() <= MAX_COUNT
        && data.info().dtype().bits() >= Short.SIZE
        && (kind == Dtype.Kind.FLOAT || kind == Dtype.Kind.SIGNED);
  }

  private static Optional<Finding> finding(TensorData data) throws IOException {
    double[] positions = data.numbers();
    int first = -1;
    int count = 0;
    for (int i = 0; i < positions.length; i++) {
      if (positions[i] != i) {
        first = count == 0 ? i : first;
        count++;
      }
    }
    if (count == 0) {
      return Optional.empty();
    }
    Sentence sentence =
        Sentence.of(
            "The tensor \"{0}\" has {1} wrong {1#position|positions}, such as {2} at index {3},"
                + " typical of a merge that averages all tensors. Programs that use"
                + " {1#it|them} give these tokens the embedding of another position.",
            DisplayText.of(data.info().name()), count, positions[first], first);
    Optional<String> name = Optional.of(data.info().name());
    return Optional.of(
        new Finding(FindingCode.POSITION_IDS, sentence, name, Optional.of(data.range())));
  }
}
