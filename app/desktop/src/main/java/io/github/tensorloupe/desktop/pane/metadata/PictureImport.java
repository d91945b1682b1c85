package io.github.tensorloupe.desktop.pane.metadata;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.error.Remark;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.job.LatestJob;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;

/// Puts a picture from a file into an entry, byte for byte. Belongs to the FX thread; the file is
/// read beside it.
final class PictureImport {

  /// Larger pictures are not taken in: the header is read as a whole by every program that opens
  /// the file.
  static final int MAX_BYTES = 2_000_000;

  /// ModelSpec wants 256 × 256 pixels of JPEG, which take less.
  static final int USUAL_BYTES = 100_000;

  private final EntryEditing editing;
  private final ProposalViewModel notes;
  private final LatestJob reading;
  private final Messages messages;

  PictureImport(EntryEditing editing, ProposalViewModel notes, Jobs jobs, Messages messages) {
    this.editing = editing;
    this.notes = notes;
    this.reading = new LatestJob(jobs);
    this.messages = messages;
  }

  /// Gives a key a picture as its value; the entry is made where there is none.
  void read(String key, Path file) {
    String name = DisplayText.of(String.valueOf(file.getFileName()));
    notes.clearNote();
    reading.start(
        messages.text("metadata.job.picture"),
        (_, _) -> bytes(file),
        bytes -> take(key, name, bytes),
        failure ->
            notes.tell(
                Remark.failed(
                    messages.text(
                        "metadata.picture.failed",
                        name,
                        messages.sentence(Failures.sentence(failure))),
                    failure)));
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream stream = Files.newInputStream(file)) {
      return stream.readNBytes(MAX_BYTES + 1);
    }
  }

  private void take(String key, String name, byte[] bytes) {
    Optional<String> format = PictureFormat.of(bytes);
    if (bytes.length > MAX_BYTES) {
      refuse(name, messages.text("metadata.picture.too-large", messages.exactBytes(MAX_BYTES)));
    } else if (format.isEmpty()) {
      refuse(name, messages.text("metadata.picture.unknown"));
    } else {
      String base64 = Base64.getEncoder().encodeToString(bytes);
      editing.set(key, Optional.of("data:image/" + format.get() + ";base64," + base64));
      if (bytes.length > USUAL_BYTES) {
        notes.tell(
            Remark.done(
                messages.text("metadata.picture.large", messages.exactBytes(base64.length()))));
      }
    }
  }

  private void refuse(String name, String why) {
    notes.tell(Remark.refused(messages.text("metadata.picture.failed", name, why)));
  }
}
