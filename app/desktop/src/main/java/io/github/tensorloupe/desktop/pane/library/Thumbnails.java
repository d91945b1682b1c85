package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;

/// A least-recently-used cache of thumbnails, decoded on demand. Belongs to the FX thread.
final class Thumbnails {

  /// In pixels, for screens of twice the density.
  private static final int SIDE = 72;

  private static final int MAX_KEPT = 200;

  private record Key(Path file, Instant modified) {}

  private final Jobs jobs;
  private final Messages messages;
  private final Map<Key, List<Consumer<Image>>> waiting = new LinkedHashMap<>();
  private final Map<Key, Optional<Image>> kept =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Optional<Image>> eldest) {
          return size() > MAX_KEPT;
        }
      };

  Thumbnails(Jobs jobs, Messages messages) {
    this.jobs = jobs;
    this.messages = messages;
  }

  /// Passes on the thumbnail of a checkpoint, now or later; never if there is none.
  void want(LibraryEntry entry, Consumer<Image> onImage) {
    if (entry.contents().thumbnailFile().isEmpty()) {
      return;
    }
    Path file = entry.contents().thumbnailFile().get();
    Key key = new Key(file, entry.modified());
    if (kept.containsKey(key)) {
      kept.get(key).ifPresent(onImage);
      return;
    }
    List<Consumer<Image>> others = waiting.get(key);
    if (others != null) {
      others.add(onImage);
      return;
    }
    waiting.put(key, new ArrayList<>(List.of(onImage)));
    jobs.start(
        messages.text("library.job.picture"),
        (_, _) -> pictureIn(file),
        image -> show(key, image),
        // The row keeps its icon.
        _ -> show(key, Optional.empty()));
  }

  private void show(Key key, Optional<Image> image) {
    kept.put(key, image);
    List<Consumer<Image>> receivers = waiting.remove(key);
    image.ifPresent(found -> receivers.forEach(receiver -> receiver.accept(found)));
  }

  private static Optional<Image> pictureIn(Path file) throws IOException {
    try (TensorFile opened = TensorFile.open(file)) {
      return opened
          .header()
          .metadata()
          .flatMap(metadata -> EmbeddedImage.first(metadata.entries()))
          .map(found -> new Image(found.dataUri(), SIDE, SIDE, true, true))
          .filter(image -> !image.isError());
    }
  }
}
