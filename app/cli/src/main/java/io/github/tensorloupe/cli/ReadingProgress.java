package io.github.tensorloupe.cli;

import io.github.tensorloupe.model.ShardSet;
import io.github.tensorloupe.work.Progress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;

/// How far a command is that reads the tensors of many files, in bytes of all of them. A file
/// counts by its length until it is known what is read of it.
final class ReadingProgress {

  private final Path workingDirectory;
  private final Progress progress;
  private long done;
  private long total;

  ReadingProgress(Path workingDirectory, Progress progress) {
    this.workingDirectory = workingDirectory;
    this.progress = progress;
  }

  /// Counts the files among the arguments. What folders and indexes lead to is not looked for yet.
  void expectArguments(List<String> arguments) {
    for (String argument : arguments) {
      try {
        Path path = workingDirectory.resolve(argument);
        total += isPlainFile(path) ? length(path) : 0;
      } catch (InvalidPathException e) {
        // Told when its turn comes.
      }
    }
  }

  /// Counts what an argument that is no plain file leads to.
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
    try {
      return Files.isRegularFile(file) ? Files.size(file) : 0;
    } catch (IOException e) {
      return 0;
    }
  }

  /// Takes reports on the next file, in bytes.
  ///
  /// @param byteCount how much of it is read
  Progress ofFile(Path file, long byteCount) {
    long begin = done;
    total = Math.max(total - length(file), done) + byteCount;
    done += byteCount;
    long all = total;
    return (fileDone, _) -> progress.report(begin + fileDone, all);
  }
}
