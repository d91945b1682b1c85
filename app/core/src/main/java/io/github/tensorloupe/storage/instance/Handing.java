package io.github.tensorloupe.storage.instance;

import module java.base;

/// The side of the second launch: sends a message and waits for what becomes of it, but not for
/// ever.
final class Handing {

  /// The outcome.
  enum Outcome {
    /// The running program has taken it over.
    TAKEN,
    /// There is one, but it does not take it over, or not in time.
    NOT_TAKEN,
    /// Nobody listens there.
    NOBODY,
    /// There was one, but it has ended before it took it over.
    GONE
  }

  private final InstancePlace place;
  private final Patience patience;

  Handing(InstancePlace place, Patience patience) {
    this.place = place;
    this.patience = patience;
  }

  /// Hands a message over.
  ///
  /// @throws IOException if the message cannot be sent at all
  Outcome hand(Message message) throws IOException {
    byte[] bytes = message.bytes();
    SocketChannel channel;
    try {
      channel = connected();
    } catch (IOException e) {
      // There is no socket, or it is what a program left that has ended without removing it, or so
      // many are waiting there that the system takes no more.
      return Outcome.NOBODY;
    }
    try (channel) {
      BlockingQueue<Optional<Answer>> said = new LinkedBlockingQueue<>();
      // Sockets of this kind know no time-outs, so another thread waits, until it is closed.
      Thread.ofPlatform()
          .daemon()
          .name("tensorloupe-handing")
          .start(() -> converse(channel, bytes, said));
      Outcome outcome = outcome(said);
      // Closing alone takes effect only once the other thread has left; this does so at once.
      channel.shutdownInput();
      return outcome;
    }
  }

  /// Waits for nobody: where a program hangs, the system lets only so many connect.
  private SocketChannel connected() throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.configureBlocking(false);
      if (!channel.connect(UnixDomainSocketAddress.of(place.socket()))) {
        throw new IOException("not at once");
      }
      channel.configureBlocking(true);
      return channel;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private Outcome outcome(BlockingQueue<Optional<Answer>> said) {
    long last = System.nanoTime() + patience.longest().toNanos();
    long end = System.nanoTime() + patience.silence().toNanos();
    while (true) {
      Optional<Answer> next = next(said, Math.min(end, last) - System.nanoTime());
      if (next.isEmpty()) {
        return Outcome.GONE;
      }
      switch (next.get()) {
        case TAKEN -> {
          return Outcome.TAKEN;
        }
        case STARTING -> end = System.nanoTime() + patience.business().toNanos();
        case REFUSED -> {
          return Outcome.NOT_TAKEN;
        }
      }
    }
  }

  /// The next answer: a refusal where nothing is said in time, empty where the other side has hung
  /// up.
  private static Optional<Answer> next(BlockingQueue<Optional<Answer>> said, long nanoseconds) {
    try {
      Optional<Answer> next = said.poll(nanoseconds, TimeUnit.NANOSECONDS);
      return next == null ? Optional.of(Answer.REFUSED) : next;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of(Answer.REFUSED);
    }
  }

  /// @param said receives every answer, and at the end that no more will come
  private static void converse(
      SocketChannel channel, byte[] bytes, BlockingQueue<Optional<Answer>> said) {
    try {
      ByteBuffer sent = ByteBuffer.wrap(bytes);
      while (sent.hasRemaining()) {
        channel.write(sent);
      }
      ByteBuffer one = ByteBuffer.allocate(1);
      while (channel.read(one) == 1) {
        said.add(Optional.of(Answer.of(one.get(0))));
        one.clear();
      }
    } catch (IOException e) {
      // Whoever waits is told below that nothing more will come.
    }
    said.add(Optional.empty());
  }

  /// The answer of the running program, one byte each.
  enum Answer {
    /// It has taken over what was handed to it.
    TAKEN('T'),
    /// It is alive, but starting or busy, and will take it over soon.
    STARTING('S'),
    /// It does not understand what was sent, or does not want it.
    REFUSED('R');

    private final byte code;

    Answer(char code) {
      this.code = (byte) code;
    }

    byte code() {
      return code;
    }

    /// The answer with this code; what is no code is no consent.
    static Answer of(byte code) {
      return Stream.of(values()).filter(answer -> answer.code == code).findFirst().orElse(REFUSED);
    }
  }

  /// The time that a second launch waits for the running program before it opens a window of its
  /// own.
  ///
  /// @param silence a program that is alive says something within this time
  /// @param business one that has said that it is starting or busy has this time more
  /// @param longest also one that says so again and again has no more time than this
  record Patience(Duration silence, Duration business, Duration longest) {

    /// A window of a large file on a machine that has much to do does not answer for some seconds.
    static final Patience USUAL =
        new Patience(Duration.ofSeconds(2), Duration.ofSeconds(15), Duration.ofMinutes(1));
  }
}
