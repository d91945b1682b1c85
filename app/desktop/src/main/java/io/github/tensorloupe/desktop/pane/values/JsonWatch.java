package io.github.tensorloupe.desktop.pane.values;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.model.TensorData;
import java.util.Optional;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;

/// Finds out beside the FX thread whether a tensor of bytes holds JSON. Belongs to the FX thread.
final class JsonWatch {

  private final LatestJob job;
  private final String title;
  private final ReadOnlyObjectWrapper<Optional<String>> text =
      new ReadOnlyObjectWrapper<>(Optional.empty());
  private Optional<TensorData> asked = Optional.empty();

  /// @param title what the job is called
  JsonWatch(Jobs jobs, String title) {
    this.job = new LatestJob(jobs);
    this.title = title;
  }

  /// The text that the tensor holds, as far as that is known.
  ReadOnlyObjectProperty<Optional<String>> textProperty() {
    return text.getReadOnlyProperty();
  }

  /// Forgets everything, because another tensor is looked at.
  void clear() {
    job.cancel();
    asked = Optional.empty();
    text.set(Optional.empty());
  }

  /// Sees to it that the text of a tensor arrives, if it holds one.
  void require(TensorData data) {
    if (JsonTensor.isPossible(data) && !asked.equals(Optional.of(data))) {
      asked = Optional.of(data);
      // Where the bytes cannot be read, the numbers tell it.
      job.start(title, (_, _) -> JsonTensor.read(data), text::set, _ -> {});
    }
  }
}
