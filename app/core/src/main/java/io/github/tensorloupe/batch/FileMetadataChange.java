package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A change to metadata that may depend on what else is in the file. Implementations are
/// thread-safe, hold nothing of a file, and block the calling thread.
@FunctionalInterface
public interface FileMetadataChange {

  /// A file as a change may look at it.
  ///
  /// @param file open as long as the change is made
  /// @param metadata of the file, empty where it has none
  /// @param isTensor whether a tensor has this name: in the file, or in any shard of its set
  record EditedFile(TensorFile file, Metadata metadata, Predicate<String> isTensor) {

    /// An open file.
    ///
    /// @param isTensorElsewhere whether a tensor of another shard has this name
    static EditedFile of(TensorFile file, Predicate<String> isTensorElsewhere) {
      Set<String> names = new HashSet<>();
      file.header().tensors().stream().map(TensorInfo::name).forEach(names::add);
      Predicate<String> isHere = names::contains;
      Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
      return new EditedFile(file, metadata, isHere.or(isTensorElsewhere));
    }
  }

  /// The metadata after the change.
  ///
  /// @param progress in bytes read; need not be reported to
  Metadata apply(EditedFile file, Cancellation cancellation, Progress progress) throws IOException;

  /// A change that looks at the metadata alone.
  static FileMetadataChange of(MetadataChange change) {
    return (file, _, _) -> change.apply(file.metadata());
  }

  /// A preset, with the hash of each file's own data where it needs one.
  static FileMetadataChange of(Preset preset) {
    return (file, cancellation, progress) -> {
      Optional<String> dataSha256 =
          preset.needsDataHash()
              ? Optional.of(DigestPass.ofData(file.file(), cancellation, progress))
              : Optional.empty();
      return preset.change(new Preset.Context(file.isTensor(), dataSha256)).apply(file.metadata());
    };
  }
}
