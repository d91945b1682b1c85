package io.github.tensorloupe.export;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.model.WriteFailures;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// Writes tensors into a folder, each into a file of its own. Where one fails, the others are
/// written all the same.
///
/// @param export writes the files
public record FolderExport(TensorExport export) {

  /// The outcome for one tensor.
  ///
  /// @param file where it was to be written
  /// @param exported the file; empty where it failed
  /// @param failure why; empty where it did not
  public record Outcome(
      TensorRef tensor, Path file, Optional<Exported> exported, Optional<IOException> failure) {}

  /// Writes the files, which are named after the tensors as [ExportNames] has it.
  ///
  /// @param options with a format that holds one tensor
  /// @param folder made if it is not there
  /// @param progress reported in bytes of all tensors
  /// @param onOutcome receives what became of each tensor, in their order, on the calling thread
  /// @throws IOException if there is no such folder and none can be made
  /// @throws java.util.concurrent.CancellationException if cancelled; the files that were handed
  ///   out as written stay
  public void run(
      List<TensorRef> tensors,
      ExportOptions options,
      Path folder,
      Collection<Path> sources,
      Cancellation cancellation,
      Progress progress,
      Consumer<Outcome> onOutcome)
      throws IOException {
    boolean isNew = make(folder);
    List<String> tensorNames = tensors.stream().map(tensor -> tensor.info().name()).toList();
    List<String> names = ExportNames.of(tensorNames, options.format().extension());
    long total = tensors.stream().mapToLong(FolderExport::byteCount).sum();
    long begin = 0;
    try {
      for (int i = 0; i < tensors.size(); i++) {
        cancellation.check();
        long before = begin;
        TensorRef tensor = tensors.get(i);
        Path file = folder.resolve(names.get(i));
        Progress ofAll = (done, _) -> progress.report(Math.min(before + done, total), total);
        Optional<Exported> exported = Optional.empty();
        Optional<IOException> failure = Optional.empty();
        try {
          exported =
              Optional.of(
                  export.write(List.of(tensor), options, file, sources, cancellation, ofAll));
        } catch (IOException e) {
          failure = Optional.of(e);
        }
        onOutcome.accept(new Outcome(tensor, file, exported, failure));
        begin += byteCount(tensor);
        progress.report(begin, total);
      }
    } finally {
      if (isNew) {
        deleteIfEmpty(folder);
      }
    }
  }

  private static long byteCount(TensorRef tensor) {
    return tensor.data().map(data -> data.range().byteCount()).orElse(0L);
  }

  private static boolean make(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      return false;
    }
    try {
      Files.createDirectory(folder);
      return true;
    } catch (IOException e) {
      throw WriteFailures.sentence(Sentence.of("The folder {0}", PathText.of(folder)), e);
    } catch (InvalidPathException e) {
      throw new SentenceException(
          Sentence.of("The folder {0} cannot be created.", DisplayText.of(e.getInput())));
    }
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException e) {
      // That is what it was made for.
    }
  }
}
