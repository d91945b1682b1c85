package io.github.tensorloupe.integrity.expected;

import module java.base;

import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Collects what is promised about files. Reads small files beside them and remembers what it read,
/// so one finder serves one look at a folder. For one thread.
final class PromiseFinder {

  private final HubCache cache = new HubCache();
  private final HubDownload download = new HubDownload(cache);
  private final LfsPointers pointers = new LfsPointers();
  private final ChecksumLists lists = new ChecksumLists();

  /// All promises about a file; those of its surroundings first, then those of its metadata.
  ///
  /// @param cancellation asked before each place that is looked at
  /// @throws IOException if the file is gone
  /// @throws java.util.concurrent.CancellationException if cancelled
  List<Promise> of(TensorFile file, Cancellation cancellation) throws IOException {
    Path path = file.path().toAbsolutePath().normalize();
    Path real = file.path().toRealPath();
    List<Promise> promises = new ArrayList<>(cache.promises(path, real));
    cancellation.check();
    promises.addAll(download.promises(path));
    promises.addAll(pointers.promises(file, path, real));
    cancellation.check();
    promises.addAll(lists.promises(path));
    cancellation.check();
    promises.addAll(Sidecars.promises(path));
    promises.addAll(MetadataHashes.promises(file));
    return promises;
  }
}
