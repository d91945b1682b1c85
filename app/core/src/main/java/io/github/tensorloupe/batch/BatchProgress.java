package io.github.tensorloupe.batch;

import module java.base;

import io.github.tensorloupe.work.Progress;

/// The progress of work on many files, in bytes of the files: the size of a save is known only when
/// the file's turn comes.
final class BatchProgress {

  private final long[] ends;
  private final Progress progress;

  private BatchProgress(long[] ends, Progress progress) {
    this.ends = ends;
    this.progress = progress;
  }

  /// Asks for the length of each file; one that cannot be asked counts nothing.
  static BatchProgress over(List<Path> files, Progress progress) {
    long[] ends = new long[files.size()];
    long end = 0;
    for (int i = 0; i < ends.length; i++) {
      end += length(files.get(i));
      ends[i] = end;
    }
    return new BatchProgress(ends, progress);
  }

  private static long length(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      return 0;
    }
  }

  /// The part of one file.
  OfFile ofFile(int index) {
    return new OfFile(index == 0 ? 0 : ends[index - 1], ends[index]);
  }

  /// The part of one file: what is read beforehand is one half of it if anything is, and saving the
  /// rest.
  final class OfFile {

    private final long begin;
    private final long end;
    private volatile long saveBegin;

    private OfFile(long begin, long end) {
      this.begin = begin;
      this.end = end;
      this.saveBegin = begin;
    }

    /// Takes reports on what is read before the save.
    Progress reading() {
      return (done, total) -> {
        saveBegin = begin + (end - begin) / 2;
        report(begin, saveBegin, done, total);
      };
    }

    /// Takes reports on the save.
    Progress saving() {
      return (done, total) -> report(saveBegin, end, done, total);
    }

    /// Reports that the file is done, however it ended.
    void finish() {
      report(begin, end, 1, 1);
    }

    private void report(long from, long to, long done, long total) {
      double share = total == 0 ? 0 : (double) done / total;
      progress.report(from + (long) (share * (to - from)), ends[ends.length - 1]);
    }
  }
}
