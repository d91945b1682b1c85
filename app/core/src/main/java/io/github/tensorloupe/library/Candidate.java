package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Something that looks like a checkpoint by its names; no header has been read yet. Its lists grow
/// while its folder is looked through.
///
/// @param name what a person calls it
/// @param path what to open
/// @param revision which state of its repository it is
/// @param files its safetensors files
/// @param leftovers of downloads that belong to it
/// @param gaps sentences on what is missing
/// @param faults what is wrong apart from its files
record Candidate(
    String name,
    Path path,
    Optional<Revision> revision,
    List<Path> files,
    List<Leftover> leftovers,
    List<Sentence> gaps,
    List<Fault> faults) {

  /// Something wrong with an index.
  ///
  /// @param isUnreadable true if it could not be read at all
  record Fault(Sentence sentence, boolean isUnreadable) {}

  Candidate(String name, Path path, List<Path> files) {
    this(
        name,
        path,
        Optional.empty(),
        new ArrayList<>(files),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  Candidate named(String newName) {
    return new Candidate(newName, path, revision, files, leftovers, gaps, faults);
  }

  Candidate at(Revision newRevision) {
    return new Candidate(name, path, Optional.of(newRevision), files, leftovers, gaps, faults);
  }

  /// Several as one, such as the components of a pipeline.
  static Candidate together(String name, Path path, List<Candidate> parts) {
    Candidate whole = new Candidate(name, path, List.of());
    for (Candidate part : parts) {
      whole.files.addAll(part.files);
      whole.leftovers.addAll(part.leftovers);
      whole.gaps.addAll(part.gaps);
      whole.faults.addAll(part.faults);
    }
    return parts.stream()
        .flatMap(part -> part.revision.stream())
        .findFirst()
        .map(whole::at)
        .orElse(whole);
  }
}
