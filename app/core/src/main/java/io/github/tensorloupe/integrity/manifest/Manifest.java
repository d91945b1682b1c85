package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.manifest.Survey.SurveyedFile;
import io.github.tensorloupe.integrity.manifest.Survey.SurveyedTensor;

/// The checksums of the tensors of a checkpoint at some time. Immutable.
///
/// @param created when it was made
/// @param program what made it
/// @param files in the order of the checkpoint
public record Manifest(Instant created, String program, List<ListedFile> files) {

  /// The version of the form in which manifests are written.
  public static final int VERSION = 1;

  private static final String NAME = "tensorloupe-manifest.json";

  public Manifest {
    files = List.copyOf(files);
  }

  /// A file of the checkpoint.
  ///
  /// @param name its path from the folder of the checkpoint on, with slashes
  /// @param byteLength the length of the file
  /// @param head the hash of its header length and header
  /// @param tensors whose bytes were all there, in the order of the header
  public record ListedFile(
      String name, long byteLength, ContentHash head, List<ListedTensor> tensors) {

    public ListedFile {
      tensors = List.copyOf(tensors);
    }
  }

  /// A tensor of a file.
  ///
  /// @param info what the header said of it
  /// @param hash of its bytes
  public record ListedTensor(TensorInfo info, ContentHash hash) {}

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
    for (SurveyedFile file : survey.files()) {
      List<ListedTensor> tensors = new ArrayList<>();
      for (SurveyedTensor tensor : file.tensors()) {
        if (tensor.content() instanceof SurveyedTensor.Hashed(ContentHash hash)) {
          tensors.add(new ListedTensor(tensor.tensor().info(), hash));
        }
      }
      files.add(new ListedFile(file.name(), file.file().bytes().length(), file.head(), tensors));
    }
    return new Manifest(created, program, files);
  }

  /// The number of tensors that it lists.
  public long tensorCount() {
    return files.stream().mapToLong(file -> file.tensors().size()).sum();
  }
}
