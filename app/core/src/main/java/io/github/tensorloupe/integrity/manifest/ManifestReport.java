package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.TensorChange.Is;
import io.github.tensorloupe.integrity.manifest.TensorChange.Kind;
import io.github.tensorloupe.integrity.manifest.TensorChange.Was;

/// What became of a checkpoint since a manifest of it was made. Immutable.
///
/// @param files what became of each file; another header is no difference by itself
/// @param tensors what became of each tensor: those of the manifest in its order, then the new ones
public record ManifestReport(List<FileChange> files, List<TensorChange> tensors) {

  public ManifestReport {
    files = List.copyOf(files);
    tensors = List.copyOf(tensors);
  }

  /// Compares what a manifest lists with what there is.
  public static ManifestReport of(Manifest manifest, Survey survey) {
    boolean isLoneFile = manifest.files().size() == 1 && survey.files().size() == 1;
    List<Was> before = new ArrayList<>();
    for (ListedFile file : manifest.files()) {
      file.tensors()
          .forEach(tensor -> before.add(new Was(file.name(), tensor.info(), tensor.hash())));
    }
    List<Is> now = new ArrayList<>();
    for (SurveyedFile file : survey.files()) {
      file.tensors().forEach(tensor -> now.add(new Is(file.name(), tensor)));
    }
    return new ManifestReport(
        files(manifest, survey, isLoneFile), new TensorMatching(before, now, isLoneFile).changes());
  }

  private static List<FileChange> files(Manifest manifest, Survey survey, boolean isLoneFile) {
    if (isLoneFile) {
      return List.of(
          new FileChange(
              Optional.of(manifest.files().getFirst()), Optional.of(survey.files().getFirst())));
    }
    Map<String, SurveyedFile> open = new LinkedHashMap<>();
    survey.files().forEach(file -> open.put(file.name(), file));
    List<FileChange> changes = new ArrayList<>();
    for (ListedFile file : manifest.files()) {
      Optional<SurveyedFile> is = Optional.ofNullable(open.remove(file.name()));
      changes.add(new FileChange(Optional.of(file), is));
    }
    open.values().forEach(file -> changes.add(new FileChange(Optional.empty(), Optional.of(file))));
    return changes;
  }

  /// Of how many tensors this became.
  public long count(Kind kind) {
    return tensors.stream().filter(tensor -> tensor.kind() == kind).count();
  }

  /// Whether every tensor is what and where it was, and there are no others.
  public boolean isEqual() {
    return count(Kind.EQUAL) == tensors.size();
  }

  /// Whether every content that the manifest lists is still there, wherever.
  public boolean isIntact() {
    return tensors.stream().noneMatch(tensor -> tensor.kind().isLoss());
  }
}
