package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.model.TensorFile;

/// The checksums of the tensors of a checkpoint at some time. Immutable.
///
/// @param program what made it
/// @param files in the order of the checkpoint
public record Manifest(Instant created, String program, List<ListedFile> files) {

  /// The version of the form in which manifests are written.
  public static final int VERSION = 1;

  private static final String NAME = "tensorloupe-manifest.json";

  public Manifest {
    files = List.copyOf(files);
  }

  /// A file of a checkpoint.
  ///
  /// @param name its path from the folder of the checkpoint on, with slashes
  /// @param head the hash of its header length and header
  /// @param tensors in the order of the header; in a manifest those whose bytes were all there
  /// @param open the file itself; empty for one that a manifest lists
  public record ListedFile(
      String name,
      long byteLength,
      ContentHash head,
      List<ListedTensor> tensors,
      Optional<TensorFile> open) {}

  /// A tensor of a file.
  ///
  /// @param info what the header says of it
  /// @param content in a manifest a hash
  public record ListedTensor(TensorInfo info, Content content) {

    /// The hash of its bytes; empty where they were not all read.
    public Optional<ContentHash> hash() {
      return content instanceof ContentHash hash ? Optional.of(hash) : Optional.empty();
    }
  }

  /// The usual path of the manifest of a checkpoint: beside a file under a name made from it, and
  /// in the folder of a set.
  ///
  /// @param checkpoint a file, an index or a folder
  /// @param isSet true if it is an index or a folder
  public static Path usualPath(Path checkpoint, boolean isSet) {
    if (Files.isDirectory(checkpoint)) {
      return checkpoint.resolve(NAME);
    }
    return checkpoint.resolveSibling(isSet ? NAME : checkpoint.getFileName() + "." + NAME);
  }

  /// The manifest of a survey. Tensors whose bytes are not all there are left out.
  public static Manifest of(Survey survey, Instant created, String program) {
    List<ListedFile> files = new ArrayList<>();
    for (ListedFile file : survey.files()) {
      List<ListedTensor> read =
          file.tensors().stream().filter(tensor -> tensor.hash().isPresent()).toList();
      files.add(
          new ListedFile(file.name(), file.byteLength(), file.head(), read, Optional.empty()));
    }
    return new Manifest(created, program, files);
  }

  public long tensorCount() {
    return files.stream().mapToLong(file -> file.tensors().size()).sum();
  }
}
