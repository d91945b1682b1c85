package io.github.tensorloupe.desktop.pane.library;

import static org.assertj.core.api.Assertions.assertThat;

import module java.base;

import io.github.tensorloupe.desktop.job.Job;
import io.github.tensorloupe.desktop.job.Jobs;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.library.HeaderCache;
import io.github.tensorloupe.library.KnownHealthLookup;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryScan;
import io.github.tensorloupe.testing.TensorFiles;
import io.github.tensorloupe.work.Cancellation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ThumbnailsTest {

  @TempDir Path folder;

  private final List<Runnable> begun = new ArrayList<>();
  private final Jobs jobs = new Jobs(begun::add, Runnable::run);
  private final Thumbnails thumbnails = new Thumbnails(jobs, Messages.english());

  private LibraryEntry modelWithPicture(String name) throws IOException {
    Path file = new TensorFiles().floats("a", 1).write(folder.resolve(name + ".safetensors"));
    Files.writeString(folder.resolve(name + ".png"), "no picture");
    return new LibraryScan(new HeaderCache(), KnownHealthLookup.NONE)
        .inspect(file, Cancellation.NEVER);
  }

  @Test
  void pictureIsReadOnce() throws IOException {
    LibraryEntry model = modelWithPicture("a");
    thumbnails.load(model, _ -> {});
    begun.getFirst().run();

    thumbnails.load(model, _ -> {});

    assertThat(begun).hasSize(1);
  }

  @Test
  void stoppedPicturesDoNotBlockTheNext() throws IOException {
    for (String name : List.of("a", "b", "c")) {
      thumbnails.load(modelWithPicture(name), _ -> {});
    }
    assertThat(begun).hasSize(2);

    List.copyOf(jobs.running()).forEach(Job::cancel);
    thumbnails.load(modelWithPicture("d"), _ -> {});

    assertThat(begun).hasSize(3);
  }
}
