package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The side of the second launch: sends a message and waits for what becomes of it, but not for
/// ever.
final class Handing {

  enum Outcome {
    /// The running program has taken it over.
    TAKEN,
    /// There is one, but it does not take it over, or not in time.
    NOT_TAKEN,
    /// No program listens there.
    NOBODY,
    /// There was one, but it has ended before it took it over.
    GONE
  }

  private Handing() {}

  /// @throws IOException if the message cannot be sent at all
  static Outcome hand(Message message, Path socket, Patience patience) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(message.bytes());
    try (Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      try {
        if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
          return Outcome.NOBODY;
        }
      } catch (IOException e) {
        // There is no socket, or it is what a program left that has ended without removing it, or
        // so many are waiting there that the system takes no more.
        return Outcome.NOBODY;
      }
      SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
      try {
        return converse(bytes, channel, key, patience);
      } catch (IOException e) {
        return Outcome.GONE;
      }
    }
  }

  private static Outcome converse(
      ByteBuffer message, SocketChannel channel, SelectionKey key, Patience patience)
      throws IOException {
    ByteBuffer answer = ByteBuffer.allocate(1);
    long last = System.nanoTime() + patience.longest().toNanos();
    long end = System.nanoTime() + patience.silence().toNanos();
    while (true) {
      long rest = Math.min(end, last) - System.nanoTime();
      if (rest <= 0 || Thread.currentThread().isInterrupted()) {
        return Outcome.NOT_TAKEN;
      }
      key.selector().select(_ -> {}, TimeUnit.NANOSECONDS.toMillis(rest) + 1);
      if (message.hasRemaining()) {
        channel.write(message);
        key.interestOps(message.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        continue;
      }
      int count = channel.read(answer.clear());
      if (count < 0) {
        return Outcome.GONE;
      }
      if (count > 0) {
        switch (Answer.of(answer.get(0))) {
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
  }

  /// The answer of the running program, one byte each.
  enum Answer {
    /// It has taken over what was handed to it.
    TAKEN('T'),
    /// It is alive, but starting or busy, and will take it over soon.
    STARTING('S'),
    /// It does not understand what was sent, or does not want it.
    REFUSED('R');

    final byte code;

    Answer(char code) {
      this.code = (byte) code;
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
