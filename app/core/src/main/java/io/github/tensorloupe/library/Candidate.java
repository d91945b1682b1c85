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
/// @param refusals sentences on what the reference library refuses
/// @param failures sentences on what cannot be read
record Candidate(
    String name,
    Path path,
    Optional<Revision> revision,
    List<Path> files,
    List<Leftover> leftovers,
    List<Sentence> gaps,
    List<Sentence> refusals,
    List<Sentence> failures) {

  Candidate(String name, Path path, List<Path> files) {
    this(
        name,
        path,
        Optional.empty(),
        new ArrayList<>(files),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>(),
        new ArrayList<>());
  }

  /// The same under another name, as a state of a repository where that is known.
  Candidate as(String newName, Optional<Revision> newRevision) {
    return new Candidate(newName, path, newRevision, files, leftovers, gaps, refusals, failures);
  }

  /// Several as one, such as the components of a pipeline.
  static Candidate together(String name, Path path, List<Candidate> parts) {
    Candidate whole = new Candidate(name, path, List.of());
    for (Candidate part : parts) {
      whole.files.addAll(part.files);
      whole.leftovers.addAll(part.leftovers);
      whole.gaps.addAll(part.gaps);
      whole.refusals.addAll(part.refusals);
      whole.failures.addAll(part.failures);
    }
    return whole.as(name, parts.stream().flatMap(part -> part.revision.stream()).findFirst());
  }
}
