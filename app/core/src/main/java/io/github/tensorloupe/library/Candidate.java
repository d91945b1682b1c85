package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Something that looks like a checkpoint by its names; no header has been read yet.
///
/// @param name what a person calls it
/// @param path what to open
/// @param revision which state of its repository it is
/// @param files its safetensors files
/// @param leftovers of downloads that belong to it
/// @param gaps sentences on what is missing
/// @param faults sentences on what is wrong apart from its files
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

  Candidate {
    files = List.copyOf(files);
    leftovers = List.copyOf(leftovers);
    gaps = List.copyOf(gaps);
    faults = List.copyOf(faults);
  }

  static Candidate of(String name, Path path, List<Path> files) {
    return new Candidate(name, path, Optional.empty(), files, List.of(), List.of(), List.of());
  }

  Candidate named(String newName) {
    return new Candidate(newName, path, revision, files, leftovers, gaps, faults);
  }

  Candidate at(Revision newRevision) {
    return new Candidate(name, path, Optional.of(newRevision), files, leftovers, gaps, faults);
  }

  Candidate withGap(Sentence sentence) {
    return new Candidate(name, path, revision, files, leftovers, joined(gaps, sentence), faults);
  }

  Candidate withFault(Fault fault) {
    return new Candidate(name, path, revision, files, leftovers, gaps, joined(faults, fault));
  }

  Candidate with(Leftover leftover) {
    return new Candidate(name, path, revision, files, joined(leftovers, leftover), gaps, faults);
  }

  /// Several as one, such as the components of a pipeline.
  static Candidate together(String name, Path path, List<Candidate> parts) {
    return new Candidate(
        name,
        path,
        parts.stream().flatMap(part -> part.revision().stream()).findFirst(),
        parts.stream().flatMap(part -> part.files().stream()).toList(),
        parts.stream().flatMap(part -> part.leftovers().stream()).toList(),
        parts.stream().flatMap(part -> part.gaps().stream()).toList(),
        parts.stream().flatMap(part -> part.faults().stream()).toList());
  }

  private static <T> List<T> joined(List<T> list, T more) {
    List<T> all = new ArrayList<>(list);
    all.add(more);
    return all;
  }
}
