package io.github.tensorloupe.desktop.instance;

import module java.base;

import io.github.tensorloupe.desktop.instance.HandoverClient.Answer;
import io.github.tensorloupe.desktop.instance.HandoverClient.Patience;

/// The running program that accepts messages from later launches. Thread-safe.
///
/// Holds a lock until it ends, also after a crash, and listens on a socket with daemon threads.
public final class Instance implements AutoCloseable {

  public sealed interface Launch {

    /// No other program is running. This one accepts messages.
    record First(Instance instance) implements Launch {}

    /// Another program accepted the message.
    record HandedOver() implements Launch {}

    /// This program opens the paths itself and accepts no messages.
    record Alone() implements Launch {}
  }

  /// Much longer than a program needs between locking and listening.
  private static final Duration LISTEN_TIMEOUT = Duration.ofSeconds(2);

  private static final long PAUSE_MILLISECONDS = 20;
  private static final int MAX_AT_ONCE = 64;
  private static final long MESSAGE_TIMEOUT_SECONDS = 5;

  /// Interval of the signs of life while the program starts.
  private static final Duration BETWEEN_SIGNS = Duration.ofSeconds(1);

  private final InstancePlace place;
  private final FileChannel lockFile;
  private final List<Handover> waiting = new ArrayList<>();
  private final ServerSocketChannel server;
  private final Semaphore free = new Semaphore(MAX_AT_ONCE);
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();
  private Optional<Consumer<Handover>> onHandover = Optional.empty();

  /// Starts listening and replaces an existing socket file, which requires the lock.
  private Instance(InstancePlace place, FileChannel lockFile) throws IOException {
    this.place = place;
    this.lockFile = lockFile;
    Path socket = place.socket();
    Files.deleteIfExists(socket);
    server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    Thread.ofPlatform().daemon().name("tensorloupe-instance").start(this::acceptAll);
  }

  /// Hands the paths over to the running program, or becomes the running program. Blocks for
  /// seconds only if that program does not answer.
  ///
  /// @param paths absolute paths to open
  public static Launch launch(InstancePlace place, List<Path> paths) {
    return launch(place, paths, Patience.DEFAULT);
  }

  static Launch launch(InstancePlace place, List<Path> paths, Patience patience) {
    Message message = new Message(paths.stream().map(Path::toString).toList());
    long last = System.nanoTime() + patience.longest().toNanos();
    long end = System.nanoTime() + LISTEN_TIMEOUT.toNanos();
    try {
      do {
        HandoverClient.Outcome outcome = HandoverClient.hand(message, place.socket(), patience);
        if (outcome == HandoverClient.Outcome.ACCEPTED) {
          return new Launch.HandedOver();
        } else if (outcome == HandoverClient.Outcome.NOT_ACCEPTED) {
          return new Launch.Alone();
        } else if (outcome == HandoverClient.Outcome.CLOSED) {
          end = Math.min(last, System.nanoTime() + LISTEN_TIMEOUT.toNanos());
        }
        Optional<Instance> first = first(place);
        if (first.isPresent()) {
          return new Launch.First(first.get());
        }
        // Another process holds the lock and does not listen yet.
        Thread.sleep(PAUSE_MILLISECONDS);
      } while (System.nanoTime() < end);
    } catch (IOException | RuntimeException e) {
      // Without sockets or locks, each launch opens its own window.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return new Launch.Alone();
  }

  /// Returns empty if another program holds the lock.
  private static Optional<Instance> first(InstancePlace place) throws IOException {
    FileChannel lockFile =
        FileChannel.open(
            place.lock(),
            StandardOpenOption.CREATE,
            StandardOpenOption.WRITE,
            LinkOption.NOFOLLOW_LINKS);
    try {
      if (lockFile.tryLock() != null) {
        return Optional.of(new Instance(place, lockFile));
      }
    } catch (OverlappingFileLockException e) {
      // Another instance in this process holds the lock.
    } catch (IOException | RuntimeException e) {
      lockFile.close();
      throw e;
    }
    lockFile.close();
    return Optional.empty();
  }

  /// Reports immediately that this program is alive, because the receiver may be busy.
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

  /// On a busy machine, a start takes longer than the timeout for a program that hangs.
  private void deferAgain() {
    try {
      boolean anyWaits = true;
      while (anyWaits) {
        Thread.sleep(BETWEEN_SIGNS);
        synchronized (this) {
          waiting.removeIf(handover -> !handover.defer());
          anyWaits = !waiting.isEmpty();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// Sets the receiver of messages and delivers the pending ones.
  ///
  /// @param taker called on other threads; must not block
  public synchronized void onHandover(Consumer<Handover> taker) {
    onHandover = Optional.of(taker);
    waiting.forEach(taker);
    waiting.clear();
  }

  /// Stops listening, so that the next launch becomes the running program.
  @Override
  public synchronized void close() throws IOException {
    try (lockFile) {
      server.close();
      // Disconnects clients that wait for an answer, which will not be sent.
      clients.forEach(Instance::hangUp);
      Files.deleteIfExists(place.socket());
    }
  }

  private void acceptAll() {
    try {
      while (true) {
        SocketChannel client = server.accept();
        if (free.tryAcquire()) {
          Thread.ofPlatform().daemon().name("tensorloupe-handover").start(() -> serve(client));
        } else {
          client.close();
        }
      }
    } catch (IOException e) {
      // The server was closed, or has failed permanently; later launches open their own windows.
    }
  }

  private void serve(SocketChannel client) {
    clients.add(client);
    try (client) {
      try {
        List<Path> paths = paths(client);
        receive(new Handover(paths, answer -> sendAnswer(client, answer)));
        // Blocks until the second launch has ended: until then, it can be answered.
        client.read(ByteBuffer.allocate(1));
      } catch (IOException | InvalidPathException e) {
        sendAnswer(client, Answer.REFUSED);
      }
    } catch (IOException e) {
      // The second launch has ended.
    } finally {
      clients.remove(client);
      free.release();
    }
  }

  private static List<Path> paths(SocketChannel client) throws IOException {
    AtomicBoolean isRead = new AtomicBoolean();
    CompletableFuture.delayedExecutor(MESSAGE_TIMEOUT_SECONDS, TimeUnit.SECONDS)
        .execute(
            () -> {
              if (!isRead.get()) {
                hangUp(client);
              }
            });
    Message message = Message.read(Channels.newInputStream(client));
    isRead.set(true);
    List<Path> paths = message.paths().stream().map(Path::of).toList();
    if (!Handover.documents(paths).stream().allMatch(Path::isAbsolute)) {
      throw new IOException("a path that is not absolute");
    }
    return paths;
  }

  private static boolean sendAnswer(SocketChannel client, Answer answer) {
    try {
      return client.write(ByteBuffer.wrap(new byte[] {answer.code})) == 1;
    } catch (IOException e) {
      return false;
    }
  }

  private static void hangUp(SocketChannel client) {
    try (client) {
      // Closing alone would take effect only after the other thread has left the channel.
      client.shutdownInput();
      client.shutdownOutput();
    } catch (IOException e) {
      // The client has already disconnected.
    }
  }
}
