package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.identify.Sidecar;
import io.github.tensorloupe.model.CheckpointFinder;
import io.github.tensorloupe.model.CheckpointFinder.FoundSet;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.IoConsumer;

/// A model file and its sidecar files, which are renamed or moved together.
///
/// @param model an absolute path
/// @param sidecars existing files next to the model: facts and preview pictures with its base name
/// @param byteCount the total length of all files
public record ModelFiles(Path model, List<Path> sidecars, long byteCount) {

  /// The extensions of other models, which share the sidecar files of the same base name.
  private static final List<String> MODEL_EXTENSIONS =
      List.of(".safetensors", ".ckpt", ".pt", ".pth", ".bin", ".gguf");

  /// Finds the files of a model. Blocks the calling thread.
  ///
  /// @throws SentenceException if the model is in a Hugging Face cache or consists of several files
  /// @throws IOException if the model does not exist or cannot be examined
  public static ModelFiles of(Path model, Cancellation cancellation) throws IOException {
    Path file = model.toAbsolutePath().normalize();
    String name = PathText.of(file.getFileName());
    long byteCount = Files.size(file);
    Path folder = file.getParent().toRealPath();
    if (HubRepository.isInCache(folder)) {
      throw new SentenceException(
          "{0} belongs to a Hugging Face cache, which finds its files by name.", name);
    }
    boolean isInSet =
        CheckpointFinder.findIn(file.getParent(), cancellation).stream()
            .anyMatch(found -> found instanceof FoundSet && found.files().contains(file));
    if (isInSet || !Files.isRegularFile(file)) {
      throw new SentenceException(
          "{0} is part of a model of several files, which must stay together.", name);
    }
    List<Path> sidecars = new ArrayList<>();
    String stem = stem(file);
    boolean isOnlyModel =
        MODEL_EXTENSIONS.stream()
            .map(extension -> file.resolveSibling(stem + extension))
            .noneMatch(other -> !other.equals(file) && Files.exists(other));
    List<String> suffixes = new ArrayList<>(Sidecar.SUFFIXES);
    suffixes.addAll(LibraryScan.PICTURE_SUFFIXES);
    for (String suffix : suffixes) {
      Path sidecar = file.resolveSibling(stem + suffix);
      if (isOnlyModel && Files.isRegularFile(sidecar)) {
        sidecars.add(sidecar);
        byteCount += Files.size(sidecar);
      }
    }
    return new ModelFiles(file, List.copyOf(sidecars), byteCount);
  }

  /// Returns the name of a file without its extension.
  public static String stem(Path file) {
    String name = file.getFileName().toString();
    int dot = name.lastIndexOf('.');
    return dot > 0 ? name.substring(0, dot) : name;
  }

  /// Returns the extension of the model with its period, or an empty string if it has none.
  public String extension() {
    return model.getFileName().toString().substring(stem(model).length());
  }

  /// Returns the path of one of the files with another base name.
  public Path renamed(Path file, String newStem) {
    String suffix = file.getFileName().toString().substring(stem(model).length());
    return file.resolveSibling(newStem + suffix);
  }

  /// Returns the model, followed by its sidecar files.
  public List<Path> all() {
    return Stream.concat(Stream.of(model), sidecars.stream()).toList();
  }

  /// Moves the model, then its sidecar files. Stops at the first sidecar that cannot be moved.
  ///
  /// @return a sentence that names the moved and the remaining files, or empty if all were moved
  /// @throws SentenceException if the model cannot be moved; nothing was changed
  public Optional<Sentence> move(IoConsumer<Path> move) throws SentenceException {
    List<Path> files = all();
    for (int i = 0; i < files.size(); i++) {
      try {
        move.accept(files.get(i));
      } catch (IOException e) {
        Sentence why = WriteFailures.reason(e);
        if (i == 0) {
          String name = PathText.of(model.getFileName());
          throw new SentenceException(Sentence.of("{0} was not changed: {1}.", name, why), e);
        }
        return Optional.of(
            Sentence.of(
                "Changed: {0}. Not changed: {1} ({2}).",
                names(files.subList(0, i)), names(files.subList(i, files.size())), why));
      }
    }
    return Optional.empty();
  }

  private static String names(List<Path> files) {
    return files.stream()
        .map(file -> PathText.of(file.getFileName()))
        .collect(Collectors.joining(", "));
  }
}
