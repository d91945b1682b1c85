package io.github.tensorloupe.batch;

import io.github.tensorloupe.work.Progress;

/// Reports the progress of one file as a share of the progress of a batch. Files are weighted by
/// length, because the amount of data to save is unknown in advance. If an edit reads the file
/// first, reading and saving are half of the share each.
final class FileProgress {

  private final Progress ofAll;
  private final long begin;
  private final long end;
  private final long total;
  private volatile long saveBegin;

  /// @param begin the total length of the previous files in bytes; `end` adds the length of this
  ///   file
  /// @param total the total length of all files in bytes
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

  void finish() {
    report(begin, end, 1, 1);
  }

  private void report(long from, long to, long done, long of) {
    double share = of == 0 ? 0 : (double) done / of;
    ofAll.report(from + (long) (share * (to - from)), total);
  }
}
