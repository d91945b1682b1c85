package io.github.tensorloupe.save;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// The file systems of this computer with writes in small pieces, and a step to stop before: the
/// thread prints the step on standard output and waits to be killed.
final class StoppingFiles extends WatchedFiles {

  /// A step number that is never reached.
  static final int NEVER = Integer.MAX_VALUE;

  // Not counted: these steps change no files, and their number depends on whether a lock exists.
  private static final Set<String> UNCOUNTED_STEPS = Set.of("identity", "read", "openToRead");

  private final int stop;
  private final int pieceBytes;
  private int stepCount;
  private int lastWrite;

  /// @param stop the number of the step, counted from 0
  /// @param pieceBytes the maximum number of bytes that one step writes or copies
  StoppingFiles(int stop, int pieceBytes) {
    this.stop = stop;
    this.pieceBytes = pieceBytes;
  }

  /// Returns the number of steps so far.
  int stepCount() {
    return stepCount;
  }

  /// Returns the number of the last write.
  int lastWrite() {
    return lastWrite;
  }

  @Override
  void before(Step step) {
    if (UNCOUNTED_STEPS.contains(step.name())) {
      return;
    }
    if (stepCount == stop) {
      System.out.println(KillableJvm.STOPPED + step);
      waitForTheEnd();
    }
    if (step.name().equals("write")) {
      lastWrite = stepCount;
    }
    stepCount++;
  }

  private static void waitForTheEnd() {
    while (true) {
      LockSupport.park();
    }
  }

  @Override
  int accepted(Step step, int byteCount) {
    return Math.min(byteCount, pieceBytes);
  }
}
