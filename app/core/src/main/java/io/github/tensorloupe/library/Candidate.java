package io.github.tensorloupe.library;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A probable checkpoint, found by file names before its headers are read: its displayed name, the
/// path to open, and its safetensors files. Filled during the search of the folder.
final class Candidate {

  String name;
  final Path path;
  final List<Path> files;

  /// True if the file was found by the name of another format. It is ignored if its content has no
  /// such format.
  final boolean isOfOtherFormat;

  Optional<Revision> revision = Optional.empty();
  final List<UnfinishedDownload> unfinishedDownloads = new ArrayList<>();
  final List<Sentence> missingFileMessages = new ArrayList<>();
  final List<Sentence> refusals = new ArrayList<>();
  final List<Sentence> failures = new ArrayList<>();
  final List<Sentence> saveProblems = new ArrayList<>();

  Candidate(String name, Path path, List<Path> files) {
    this(name, path, files, false);
  }

  Candidate(String name, Path path, List<Path> files, boolean isOfOtherFormat) {
    this.isOfOtherFormat = isOfOtherFormat;
    this.name = name;
    this.path = path;
    this.files = new ArrayList<>(files);
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
      whole.revision = whole.revision.or(() -> part.revision);
    }
    return whole;
  }
}
