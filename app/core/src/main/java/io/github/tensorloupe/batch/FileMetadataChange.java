package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.edit.MetadataChange;
import io.github.tensorloupe.edit.Preset;
import io.github.tensorloupe.edit.PrivateData;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.hash.DigestPass;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A change of metadata that may depend on other content of the file. Implementations must be
/// thread-safe and must not retain the file. They may block the calling thread.
@FunctionalInterface
public interface FileMetadataChange {

  /// The input of a change.
  ///
  /// @param file the file, which is open only during the call
  /// @param metadata the metadata of the file; empty metadata if the file has none
  /// @param isTensor tests whether a tensor of the given name exists in the file or in any shard of
  ///   its set
  record EditedFile(TensorFile file, Metadata metadata, Predicate<String> isTensor) {

    static EditedFile of(TensorFile file, Predicate<String> isTensorElsewhere) {
      Set<String> names = new HashSet<>();
      file.header().tensors().stream().map(TensorInfo::name).forEach(names::add);
      Predicate<String> isHere = names::contains;
      Metadata metadata = file.header().metadata().orElse(Metadata.EMPTY);
      return new EditedFile(file, metadata, isHere.or(isTensorElsewhere));
    }
  }

  /// Returns the changed metadata.
  ///
  /// @param progress reported in bytes read; optional
  Metadata apply(EditedFile file, Cancellation cancellation, Progress progress) throws IOException;

  /// Returns true if the change reads the data buffer.
  default boolean readsData() {
    return false;
  }

  /// Returns sentences about the change of a file, for review before it is saved.
  default List<Sentence> remarks(EditedFile file) {
    return List.of();
  }

  /// Creates a change that depends only on the metadata.
  static FileMetadataChange of(MetadataChange change) {
    return (file, _, _) -> change.apply(file.metadata());
  }

  /// Creates a change from a preset. Computes the data hash of each file if the preset requires it.
  static FileMetadataChange of(Preset preset) {
    return new FileMetadataChange() {
      @Override
      public boolean readsData() {
        return preset.needsDataHash();
      }

      @Override
      public Metadata apply(EditedFile file, Cancellation cancellation, Progress progress)
          throws IOException {
        Optional<String> dataSha256 =
            readsData()
                ? Optional.of(DigestPass.ofData(file.file(), cancellation, progress))
                : Optional.empty();
        Preset.Context context = new Preset.Context(file.isTensor(), dataSha256);
        return preset.change(context).apply(file.metadata());
      }

      @Override
      public List<Sentence> remarks(EditedFile file) {
        Preset.Context context = new Preset.Context(file.isTensor(), Optional.empty());
        return preset
            .privateData(file.metadata(), context)
            .map(PrivateData::sentences)
            .orElse(List.of());
      }
    };
  }

  /// Creates a change that restores the metadata before saves. Entries that the saves did not
  /// change keep their current values.
  ///
  /// @param saved the reports on the saves; other files are not changed
  static FileMetadataChange undo(List<FileReport> saved) {
    Map<Path, FileReport> reports = new TreeMap<>();
    saved.forEach(report -> reports.put(report.path(), report));
    return (file, _, _) -> {
      FileReport report = reports.get(file.file().path());
      return report == null ? file.metadata() : UndoneSave.metadata(report, file.metadata());
    };
  }
}
