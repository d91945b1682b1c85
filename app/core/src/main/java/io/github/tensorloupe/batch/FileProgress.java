package io.github.tensorloupe.batch;

import io.github.tensorloupe.work.Progress;

/// The part of one file in the progress of work on many, in bytes of the files: the size of a save
/// is known only when the file's turn comes. What is read beforehand is one half of the part if
/// anything is, and saving the rest.
final class FileProgress {

  private final Progress ofAll;
  private final long begin;
  private final long end;
  private final long total;
  private volatile long saveBegin;

  /// @param begin bytes of the files before this one
  /// @param end the same with this file
  /// @param total bytes of all files
  FileProgress(Progress ofAll, long begin, long end, long total) {
    this.ofAll = ofAll;
    this.begin = begin;
    this.end = end;
    this.total = total;
    this.saveBegin = begin;
  }

  void read(long done, long ofRead) {
    saveBegin = begin + (end - begin) / 2;
    report(begin, saveBegin, done, ofRead);
  }

  void save(long done, long ofSave) {
    report(saveBegin, end, done, ofSave);
  }

  /// Reports the file as done, however it ended.
  void finish() {
    report(begin, end, 1, 1);
  }

  private void report(long from, long to, long done, long of) {
    double share = of == 0 ? 0 : (double) done / of;
    ofAll.report(from + (long) (share * (to - from)), total);
  }
}
