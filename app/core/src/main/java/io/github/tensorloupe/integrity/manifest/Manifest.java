package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.model.TensorFile;

/// The hashes of the headers and tensors of a checkpoint at a point in time.
///
/// @param program the name of the program that created the manifest
/// @param files the files in the order of the checkpoint
public record Manifest(Instant created, String program, List<ListedFile> files) {

  /// The version of the manifest format.
  public static final int VERSION = 1;

  private static final String NAME = "tensorloupe-manifest.json";

  /// A file in a manifest, or a currently open file of a checkpoint.
  ///
  /// @param name the path relative to the folder of the checkpoint, with slashes
  /// @param head the hash of the header length and the header
  /// @param tensors the tensors in the order of the header; in a manifest, only tensors with a hash
  /// @param open the open file, or empty for a file in a manifest
  public record ListedFile(
      String name,
      long byteLength,
      ContentHash head,
      List<ListedTensor> tensors,
      Optional<TensorFile> open) {}

  /// A tensor of a file.
  ///
  /// @param info the tensor's entry in the header
  /// @param content the content; in a manifest, always a hash
  public record ListedTensor(TensorInfo info, Content content) {

    /// Returns the hash of the bytes, or empty if the tensor is truncated or reading failed.
    public Optional<ContentHash> hash() {
      return content instanceof ContentHash hash ? Optional.of(hash) : Optional.empty();
    }
  }

  /// Returns the default path of the manifest of a checkpoint: in the folder of a set, or next to a
  /// single file with a name that is derived from the file name.
  ///
  /// @param checkpoint a file, an index or a folder
  /// @param isSet true if the checkpoint is an index or a folder
  public static Path defaultPath(Path checkpoint, boolean isSet) {
    if (Files.isDirectory(checkpoint)) {
      return checkpoint.resolve(NAME);
    }
    return checkpoint.resolveSibling(isSet ? NAME : checkpoint.getFileName() + "." + NAME);
  }

  /// Creates a manifest from a survey. Omits tensors without a hash.
  public static Manifest of(Survey survey, Instant created, String program) {
    List<ListedFile> files = new ArrayList<>();
    for (ListedFile file : survey.files()) {
      List<ListedTensor> tensors = new ArrayList<>(file.tensors());
      tensors.removeIf(tensor -> tensor.hash().isEmpty());
      files.add(
          new ListedFile(file.name(), file.byteLength(), file.head(), tensors, Optional.empty()));
    }
    return new Manifest(created, program, files);
  }

  public long tensorCount() {
    return files.stream().mapToLong(file -> file.tensors().size()).sum();
  }
}
