package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.work.Progress;

/// The total progress of a command that reads several files, in bytes. Uses the length of a file
/// until the number of bytes to read is known.
final class ReadingProgress {

  private final Path workingDirectory;
  private final Progress progress;
  private long done;
  private long total;

  ReadingProgress(Path workingDirectory, Progress progress) {
    this.workingDirectory = workingDirectory;
    this.progress = progress;
  }

  /// Adds the lengths of the files among the arguments. Folders and indexes are added when they are
  /// expanded.
  void expectArguments(List<String> arguments) {
    for (String argument : arguments) {
      try {
        Path path = workingDirectory.resolve(argument);
        total += isPlainFile(path) ? length(path) : 0;
      } catch (InvalidPathException e) {
        // The path is reported when it is processed.
      }
    }
  }

  /// Adds the lengths of the files of a folder or an index.
  void expectTargets(Location argument, List<Target> targets) {
    if (!isPlainFile(argument.path())) {
      targets.stream()
          .flatMap(target -> target.files().stream())
          .forEach(file -> total += length(file.path()));
    }
  }

  private static boolean isPlainFile(Path path) {
    return Files.isRegularFile(path) && !ShardSet.isIndexName(path);
  }

  private static long length(Path file) {
    return Files.isRegularFile(file) ? FileStamp.lengthOf(file).orElse(0) : 0;
  }

  /// Returns a progress receiver for the next file, in bytes.
  Progress ofFile(Path file, long byteCount) {
    long begin = done;
    total = Math.max(total - length(file), done) + byteCount;
    done += byteCount;
    long all = total;
    return (fileDone, _) -> progress.report(begin + fileDone, all);
  }
}
