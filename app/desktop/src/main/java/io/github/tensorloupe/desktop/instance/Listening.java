package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The side of the running program: listens for second launches, on daemon threads. Thread-safe.
final class Listening implements AutoCloseable {

  private static final int MOST_AT_ONCE = 64;
  private static final long LONGEST_MESSAGE_SECONDS = 5;

  private final ServerSocketChannel server;
  private final Consumer<Handover> onHandover;
  private final Semaphore free = new Semaphore(MOST_AT_ONCE);
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();

  private Listening(ServerSocketChannel server, Consumer<Handover> onHandover) {
    this.server = server;
    this.onHandover = onHandover;
  }

  /// Begins to listen. What is at the place is removed, so that the caller must hold its lock.
  ///
  /// @param onHandover receives what is handed over, on a thread of its own
  static Listening at(Path socket, Consumer<Handover> onHandover) throws IOException {
    Files.deleteIfExists(socket);
    ServerSocketChannel server = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      server.bind(UnixDomainSocketAddress.of(socket));
      if (FileSystems.getDefault().supportedFileAttributeViews().contains("posix")) {
        Files.setPosixFilePermissions(socket, PosixFilePermissions.fromString("rw-------"));
      }
    } catch (IOException | RuntimeException e) {
      server.close();
      throw e;
    }
    Listening listening = new Listening(server, onHandover);
    Thread.ofPlatform().daemon().name("tensorloupe-instance").start(listening::acceptAll);
    return listening;
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
      // It was closed, or it is broken for good; whoever comes later opens a window of its own.
    }
  }

  private void serve(SocketChannel client) {
    clients.add(client);
    try (client) {
      converse(client);
    } catch (IOException e) {
      // The second launch has gone.
    } finally {
      clients.remove(client);
      free.release();
    }
  }

  private void converse(SocketChannel client) throws IOException {
    try {
      List<Path> paths = paths(client);
      onHandover.accept(new Handover(paths, answer -> tell(client, answer)));
    } catch (IOException | InvalidPathException e) {
      tell(client, Answer.REFUSED);
      return;
    }
    // Until the second launch has ended, it can be answered.
    client.read(ByteBuffer.allocate(1));
  }

  private static List<Path> paths(SocketChannel client) throws IOException {
    AtomicBoolean isRead = new AtomicBoolean();
    CompletableFuture.delayedExecutor(LONGEST_MESSAGE_SECONDS, TimeUnit.SECONDS)
        .execute(() -> closeUnless(isRead, client));
    Message message = Message.read(Channels.newInputStream(client));
    isRead.set(true);
    List<Path> paths = message.paths().stream().map(Path::of).toList();
    if (!paths.stream().allMatch(Path::isAbsolute)) {
      throw new IOException("a path that is not absolute");
    }
    return paths;
  }

  private static void closeUnless(AtomicBoolean isRead, SocketChannel client) {
    if (!isRead.get()) {
      try {
        client.close();
      } catch (IOException e) {
        // Then its thread goes on waiting, and nothing else does.
      }
    }
  }

  private static boolean tell(SocketChannel client, Answer answer) {
    try {
      return client.write(ByteBuffer.wrap(new byte[] {answer.code()})) == 1;
    } catch (IOException e) {
      return false;
    }
  }

  /// Whoever waits for an answer learns that there will be none.
  @Override
  public void close() throws IOException {
    server.close();
    for (SocketChannel client : clients) {
      try (client) {
        // Closing alone takes effect only once the other thread has left; this does so at once.
        client.shutdownInput();
        client.shutdownOutput();
      } catch (IOException e) {
        // It has gone by itself.
      }
    }
  }
}
