package io.github.tensorloupe.save;

import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/// The file systems of this computer, on which everything goes in small pieces and one step is
/// never taken: whoever tries to says so on standard output and waits to be killed.
final class StoppingFiles extends WatchedFiles {

  /// No step of this number comes.
  static final int NEVER = Integer.MAX_VALUE;

  // Of these the file knows nothing; a lock of the machine may be there already.
  private static final Set<String> LOOKS = Set.of("identity", "read", "openToRead");

  private final int stop;
  private final int pieceBytes;
  private int taken;
  private int lastWrite;

  /// @param stop the number of the step, counted from 0
  /// @param pieceBytes how much one step writes or copies at most
  StoppingFiles(int stop, int pieceBytes) {
    this.stop = stop;
    this.pieceBytes = pieceBytes;
  }

  /// How many steps have been taken.
  int taken() {
    return taken;
  }

  /// The number of the last step that wrote anything.
  int lastWrite() {
    return lastWrite;
  }

  @Override
  void before(Step step) {
    if (LOOKS.contains(step.name())) {
      return;
    }
    if (taken == stop) {
      System.out.println(KillableJvm.STOPPED + step);
      waitForTheEnd();
    }
    if (step.name().equals("write")) {
      lastWrite = taken;
    }
    taken++;
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
