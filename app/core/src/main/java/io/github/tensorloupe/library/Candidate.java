package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A probable checkpoint, found by file names before its headers are read. The lists are mutable
/// and are filled during the search of the folder.
///
/// @param name the displayed name
/// @param path the path to open
/// @param revision the revision of the repository, if known
/// @param files the safetensors files
/// @param unfinishedDownloads the unfinished downloads
/// @param missingFileMessages messages on missing files
/// @param refusals errors of the reference library
/// @param failures messages on unreadable files
record Candidate(
    String name,
    Path path,
    Optional<Revision> revision,
    List<Path> files,
    List<UnfinishedDownload> unfinishedDownloads,
    List<Sentence> missingFileMessages,
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

  /// Returns a candidate with another name and revision that shares the lists of this one.
  Candidate withName(String newName, Optional<Revision> newRevision) {
    return new Candidate(
        newName,
        path,
        newRevision,
        files,
        unfinishedDownloads,
        missingFileMessages,
        refusals,
        failures);
  }

  /// Combines several candidates into one, such as the components of a pipeline.
  static Candidate merge(String name, Path path, List<Candidate> parts) {
    Candidate whole = new Candidate(name, path, List.of());
    for (Candidate part : parts) {
      whole.files.addAll(part.files);
      whole.unfinishedDownloads.addAll(part.unfinishedDownloads);
      whole.missingFileMessages.addAll(part.missingFileMessages);
      whole.refusals.addAll(part.refusals);
      whole.failures.addAll(part.failures);
    }
    return whole.withName(name, parts.stream().flatMap(part -> part.revision.stream()).findFirst());
  }
}
