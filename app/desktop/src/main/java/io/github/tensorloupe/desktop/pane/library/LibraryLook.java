package io.github.tensorloupe.desktop.pane.library;

import io.github.tensorloupe.desktop.error.Failures;
import io.github.tensorloupe.desktop.job.Batches;
import io.github.tensorloupe.desktop.pane.library.LibraryState.News;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.library.FolderStamps;
import io.github.tensorloupe.library.LibraryEntry;
import io.github.tensorloupe.library.LibraryListener;
import io.github.tensorloupe.library.Place;
import io.github.tensorloupe.storage.RecentFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/// One look through the library, beside the FX thread.
///
/// @param batches takes what is found
record LibraryLook(LibraryViewModel.Sources sources, Batches<News> batches) {

  /// Looks through everything.
  ///
  /// @return when the folders that were looked through were changed last
  FolderStamps run(Cancellation cancellation, Progress progress) {
    List<RecentFile> opened = new ArrayList<>();
    List<Place> places = new ArrayList<>(sources.caches().get());
    try {
      opened.addAll(sources.kept().recent());
      sources.kept().folders().forEach(folder -> places.add(Place.folder(folder)));
    } catch (IOException e) {
      batches.add(new LibraryState.Trouble(Failures.sentence(e)));
    }
    batches.add(new LibraryState.Lists(opened, places));
    List<Path> paths = opened.stream().map(RecentFile::path).toList();
    // Whole folders take longer than files, and nobody should wait for them.
    Map<Boolean, List<Path>> byKind =
        paths.stream().collect(Collectors.partitioningBy(Files::isDirectory));
    inspect(byKind.get(false), cancellation);
    FolderStamps found = sources.scan().run(places, new ToBatches(batches), cancellation, progress);
    inspect(byKind.get(true), cancellation);
    batches.flush();
    return found;
  }

  private void inspect(List<Path> paths, Cancellation cancellation) {
    for (Path path : paths) {
      cancellation.check();
      batches.add(new LibraryState.Looked(path, inspect(path, cancellation)));
    }
  }

  private Optional<LibraryEntry> inspect(Path path, Cancellation cancellation) {
    return Files.exists(path)
        ? Optional.of(sources.scan().inspect(path, cancellation))
        : Optional.empty();
  }

  private record ToBatches(Batches<News> batches) implements LibraryListener {
    @Override
    public void found(LibraryEntry entry) {
      batches.add(new LibraryState.Found(entry));
    }

    @Override
    public void passedOver(Path folder, Finding why) {
      batches.add(new LibraryState.PassedOver(folder, why.message()));
    }
  }
}
