package io.github.tensorloupe.desktop.pane;

import module java.base;

import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.cache.CacheStore;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.Severity;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.Sha256;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A persistent cache of the tensor names and shapes of base models, so that adapters can be
/// compared with a base model that is currently not available. Thread-safe; blocks the calling
/// thread.
///
/// Keeps only the most recently opened base models. Ignores write failures.
public final class BaseStructures {

  static final int MAX_BASES = 20;

  /// The maximum size of a stored file in bytes, sufficient for half a million tensors.
  private static final int MAX_BYTES = 4 << 20;

  private static final String FOLDER = "bases";
  private static final String SUFFIX = ".base";
  private static final CacheStore.Limits LIMITS = new CacheStore.Limits(4_000_000, 64 << 20);

  /// The stored form, with named values.
  private static final class Structure {
    public String path;
    public List<String> names;
    public List<long[]> shapes;

    boolean isValid() {
      boolean isComplete = path != null && names != null && shapes != null;
      return isComplete
          && names.size() == shapes.size()
          && !names.contains(null)
          && !shapes.contains(null);
    }
  }

  /// A stored base model.
  ///
  /// @param path the path from which the base model was opened
  public record StoredBase(Path path, FileTime when) {}

  private final CacheStore store;

  public BaseStructures(Folders folders) {
    store =
        new CacheStore(
            () -> folders.cache().map(cache -> cache.resolve(FOLDER)),
            (long) MAX_BASES * MAX_BYTES);
  }

  /// Returns the tensors of a base model, without access to their values. Opens the base model and
  /// stores its structure or, if it does not exist, returns the stored tensors.
  ///
  /// @param path a file, an index or a folder
  /// @throws IOException if the base model exists but cannot be read, or if it neither exists nor
  ///   is stored
  public List<BaseTensor> tensorsAt(Path path, Cancellation cancellation) throws IOException {
    try (Checkpoint base = open(path, cancellation)) {
      return BaseTensor.of(base);
    } catch (IOException e) {
      return loadOrThrow(path, e);
    }
  }

  /// Opens a base model and stores its structure.
  ///
  /// @param path a file, an index or a folder
  /// @return a checkpoint that the caller must close
  /// @throws IOException if the base model cannot be read, or loaders refuse one of its files
  public Checkpoint open(Path path, Cancellation cancellation) throws IOException {
    Checkpoint base = Checkpoint.open(path, cancellation, Progress.NONE);
    Optional<Sentence> refusal =
        base.files().stream()
            .filter(file -> !file.isIntact())
            .flatMap(file -> file.findings().stream())
            .filter(finding -> finding.severity() == Severity.ERROR)
            .map(Finding::sentence)
            .findFirst();
    if (refusal.isPresent()) {
      base.close();
      throw new SentenceException(refusal.get());
    }
    store(base);
    return base;
  }

  /// Stores the structure of a base model if it is complete. Ignores write failures.
  public void store(Checkpoint base) {
    boolean isWhole = !base.isBroken() && base.parts().stream().allMatch(CheckpointPart::isWhole);
    if (!isWhole || base.tensors().isEmpty()) {
      return;
    }
    Structure structure = new Structure();
    structure.path = AbsolutePaths.of(base.path()).toString();
    structure.names = new ArrayList<>();
    structure.shapes = new ArrayList<>();
    for (BaseTensor tensor : BaseTensor.of(base)) {
      structure.names.add(tensor.name());
      structure.shapes.add(tensor.shape().dimensions());
    }
    try {
      store.write(key(base.path()), structure);
      List<CacheStore.Entry> entries = store.entries();
      for (CacheStore.Entry oldest : entries.subList(0, Math.max(0, entries.size() - MAX_BASES))) {
        store.delete(oldest.key());
      }
    } catch (IOException e) {
      // The cache is optional.
    }
  }

  /// Returns the stored base models, the most recently opened first.
  public List<StoredBase> all() {
    List<StoredBase> all = new ArrayList<>();
    try {
      for (CacheStore.Entry entry : store.entries().reversed()) {
        store
            .read(entry.key(), Structure.class, LIMITS)
            .filter(Structure::isValid)
            .flatMap(structure -> PathText.path(structure.path))
            .ifPresent(path -> all.add(new StoredBase(path, entry.used())));
      }
    } catch (IOException e) {
      return List.of();
    }
    return all;
  }

  /// Returns the stored tensors of a base model that could not be opened.
  ///
  /// @param failure the exception to throw if the base model is not stored, or if a file exists at
  ///   the path, which may be damaged or a different model
  public List<BaseTensor> loadOrThrow(Path path, IOException failure) throws IOException {
    Optional<List<BaseTensor>> storedTensors = Files.exists(path) ? Optional.empty() : load(path);
    return storedTensors.orElseThrow(() -> failure);
  }

  /// Returns the stored tensors of a base model, or empty if it is not stored.
  public Optional<List<BaseTensor>> load(Path path) {
    Optional<Structure> structure =
        store.read(key(path), Structure.class, LIMITS).filter(Structure::isValid);
    if (structure.isEmpty()) {
      return Optional.empty();
    }
    List<BaseTensor> tensors = new ArrayList<>();
    for (int i = 0; i < structure.get().names.size(); i++) {
      Shape shape = Shape.of(structure.get().shapes.get(i));
      tensors.add(new BaseTensor(structure.get().names.get(i), shape, Optional.empty()));
    }
    return Optional.of(tensors);
  }

  private static String key(Path base) {
    return Sha256.hex(AbsolutePaths.of(base).toString()) + SUFFIX;
  }
}
