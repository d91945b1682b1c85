package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The running program that others hand over to. Thread-safe.
///
/// It holds a lock as long as it runs, which also a crash gives back, and listens at a socket.
public final class Instance implements AutoCloseable {

  /// What came of a launch.
  public sealed interface Launch {

    /// No other program runs, and others will hand over to this one.
    record First(Instance instance) implements Launch {}

    /// Another program has taken over what was to be done.
    record HandedOver() implements Launch {}

    /// This one does it by itself, and nobody will hand over to it.
    record Alone() implements Launch {}
  }

  /// Between taking the lock and listening, a program needs much less than this.
  private static final Duration LONGEST_TO_LISTEN = Duration.ofSeconds(2);

  private static final long PAUSE_MILLISECONDS = 20;

  /// From one sign of life to the next, while the program starts.
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(1);

  private final InstancePlace place;
  private final FileChannel lockFile;
  private final List<Handover> waiting = new ArrayList<>();
  private Optional<Listening> listening = Optional.empty();
  private Optional<Consumer<Handover>> onHandover = Optional.empty();

  private Instance(InstancePlace place, FileChannel lockFile) {
    this.place = place;
    this.lockFile = lockFile;
  }

  /// Hands over to the program that runs, or becomes it. Takes seconds only where that program does
  /// not answer.
  ///
  /// @param paths what is to be opened, absolute
  public static Launch launch(InstancePlace place, List<Path> paths) {
    return launch(place, paths, Patience.USUAL);
  }

  static Launch launch(InstancePlace place, List<Path> paths, Patience patience) {
    Message message = new Message(paths.stream().map(Path::toString).toList());
    long last = System.nanoTime() + patience.longest().toNanos();
    long end = System.nanoTime() + LONGEST_TO_LISTEN.toNanos();
    try {
      do {
        switch (new Handing(place, patience).hand(message)) {
          case TAKEN -> {
            return new Launch.HandedOver();
          }
          case NOT_TAKEN -> {
            return new Launch.Alone();
          }
          case GONE -> end = Math.min(last, System.nanoTime() + LONGEST_TO_LISTEN.toNanos());
          case NOBODY -> {
            // It is looked for again below.
          }
        }
        Optional<Instance> first = first(place);
        if (first.isPresent()) {
          return new Launch.First(first.get());
        }
        // Another one holds the lock and does not listen yet.
        Thread.sleep(PAUSE_MILLISECONDS);
      } while (System.nanoTime() < end);
      return new Launch.Alone();
    } catch (IOException | RuntimeException e) {
      // Without sockets or locks everybody is alone.
      return new Launch.Alone();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Launch.Alone();
    }
  }

  /// Empty if another program holds the lock.
  private static Optional<Instance> first(InstancePlace place) throws IOException {
    FileChannel lockFile =
        FileChannel.open(place.lock(), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
    try {
      FileLock lock = lockFile.tryLock();
      if (lock != null) {
        Instance instance = new Instance(place, lockFile);
        instance.listening = Optional.of(Listening.at(place.socket(), instance::receive));
        return Optional.of(instance);
      }
    } catch (OverlappingFileLockException e) {
      // Another one within this process.
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
    lockFile.close();
    return Optional.empty();
  }

  /// Says at once that this program is alive, for whoever takes over may be busy.
  private synchronized void receive(Handover handover) {
    handover.defer();
    if (onHandover.isPresent()) {
      onHandover.get().accept(handover);
      return;
    }
    waiting.add(handover);
    if (waiting.size() == 1) {
      Thread.ofPlatform().daemon().name("tensorloupe-starting").start(this::deferAgain);
    }
  }

  /// A start on a machine that has much to do takes longer than anybody waits for a program that
  /// hangs.
  private void deferAgain() {
    try {
      do {
        Thread.sleep(BETWEEN_SIGNS);
      } while (deferAll());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private synchronized boolean deferAll() {
    waiting.removeIf(handover -> !handover.defer());
    return !waiting.isEmpty();
  }

  /// Says who takes over from now on, and gives them what has come already.
  ///
  /// @param taker is called on other threads, and must not block
  public synchronized void onHandover(Consumer<Handover> taker) {
    onHandover = Optional.of(taker);
    waiting.forEach(taker);
    waiting.clear();
  }

  /// Ends to listen, so that the next launch is a first one.
  @Override
  public synchronized void close() throws IOException {
    try (lockFile) {
      if (listening.isPresent()) {
        listening.get().close();
        Files.deleteIfExists(place.socket());
      }
    }
  }
}
