package io.github.tensorloupe.model;

import module java.base;

/// Room in the heap for several threads that read headers side by side. A header for which there is
/// no room beside the others waits for them; only one that does not fit alone is turned away.
final class SharedHeapRoom {

  private final HeapRoom room;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition givenBack = lock.newCondition();
  private long takenByteCount;

  /// @param room says what fits altogether
  SharedHeapRoom(HeapRoom room) {
    this.room = room;
  }

  /// What one file takes until it is read. For one thread; its owner closes it.
  Share share() {
    return new Share();
  }

  /// Remembers what was taken and gives it back when it is closed.
  final class Share implements HeapRoom, AutoCloseable {

    private long ownByteCount;

    /// Takes the room if it fits; waits while others have what would be needed.
    @Override
    public boolean fits(long byteCount) {
      lock.lock();
      try {
        while (!room.fits(takenByteCount + byteCount)) {
          if (takenByteCount == ownByteCount) {
            return false;
          }
          givenBack.awaitUninterruptibly();
        }
        takenByteCount += byteCount;
        ownByteCount += byteCount;
        return true;
      } finally {
        lock.unlock();
      }
    }

    @Override
    public void close() {
      lock.lock();
      try {
        takenByteCount -= ownByteCount;
        ownByteCount = 0;
        givenBack.signalAll();
      } finally {
        lock.unlock();
      }
    }
  }
}
