package io.github.tensorloupe.desktop.pane.library;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.job.JobSlot;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.identify.EmbeddedImage;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.TensorFile;
import java.nio.file.Path;

/// A cache of model pictures, which are decoded when a card first shows them. Evicts the least
/// recently used pictures. Belongs to the FX thread.
final class Thumbnails {

  /// The shorter side that a card needs on a HiDPI screen, in pixels.
  private static final int SIDE = 320;

  /// At about 400 kB each.
  private static final int MAX_CACHED = 120;

  /// When the user scrolls past thousands of cards, only the last ones are loaded.
  private static final int MAX_WAITING = 60;

  private static final long MAX_FILE_BYTES = 32 << 20;
  private static final int MAX_RUNNING = 2;

  private record Key(Path file, Instant modified) {}

  private final List<JobSlot<Optional<Image>>> loaders;
  private final Messages messages;
  private final SequencedMap<Key, List<Consumer<Image>>> waiting = new LinkedHashMap<>();
  private final Map<Key, Optional<Image>> cache =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Optional<Image>> eldest) {
          return size() > MAX_CACHED;
        }
      };

  Thumbnails(Jobs jobs, Messages messages) {
    this.loaders =
        Stream.generate(() -> new JobSlot<Optional<Image>>(jobs)).limit(MAX_RUNNING).toList();
    this.messages = messages;
  }

  /// Passes the picture of a model to the callback, immediately or later. Never calls it if there
  /// is no picture, or if too many later requests displace this one.
  void load(LibraryEntry entry, Consumer<Image> onImage) {
    if (entry.contents().pictureFile().isEmpty()) {
      return;
    }
    Key key = new Key(entry.contents().pictureFile().get(), entry.modified());
    if (cache.containsKey(key)) {
      cache.get(key).ifPresent(onImage);
      return;
    }
    List<Consumer<Image>> receivers =
        Objects.requireNonNullElseGet(waiting.remove(key), ArrayList::new);
    receivers.add(onImage);
    waiting.putLast(key, receivers);
    if (waiting.size() > MAX_WAITING) {
      waiting.pollFirstEntry();
    }
    startNext();
  }

  private void startNext() {
    Optional<JobSlot<Optional<Image>>> free =
        loaders.stream().filter(loader -> !loader.isRunning()).findFirst();
    if (free.isEmpty() || waiting.isEmpty()) {
      return;
    }
    Map.Entry<Key, List<Consumer<Image>>> next = waiting.pollLastEntry();
    Path file = next.getKey().file;
    Consumer<Optional<Image>> receiver =
        image -> {
          cache.put(next.getKey(), image);
          image.ifPresent(it -> next.getValue().forEach(each -> each.accept(it)));
          startNext();
        };
    free.get()
        .start(
            messages.text("library.job.picture"),
            (_, _) -> CheckpointFinder.hasSafetensorsName(file) ? pictureIn(file) : pictureAt(file),
            receiver,
            // The card keeps its icon.
            _ -> receiver.accept(Optional.empty()));
  }

  private static Optional<Image> pictureIn(Path file) throws IOException {
    try (TensorFile opened = TensorFile.open(file)) {
      return opened
          .header()
          .metadata()
          .flatMap(metadata -> EmbeddedImage.first(metadata.entries()))
          .flatMap(Thumbnails::decoded);
    }
  }

  private static Optional<Image> pictureAt(Path file) throws IOException {
    if (Files.size(file) > MAX_FILE_BYTES) {
      return Optional.empty();
    }
    return EmbeddedImage.dataUri(Files.readAllBytes(file))
        .flatMap(uri -> EmbeddedImage.of("modelspec.thumbnail", uri))
        .flatMap(Thumbnails::decoded);
  }

  private static Optional<Image> decoded(EmbeddedImage embedded) {
    // At most the original size: enlarging a small picture would waste memory.
    int side = Math.min(SIDE, embedded.longerSide());
    return Optional.of(new Image(embedded.dataUri(), 2.0 * side, side, true, true))
        .filter(image -> !image.isError());
  }
}
