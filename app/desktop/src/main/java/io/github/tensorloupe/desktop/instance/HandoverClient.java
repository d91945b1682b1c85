package io.github.tensorloupe.desktop.instance;

import module java.base;

/// The client of a second launch: sends a message and waits for the answer until a timeout.
final class HandoverClient {

  enum Outcome {
    /// The running program accepted the message.
    ACCEPTED,
    /// A program runs, but refused the message or did not answer in time.
    NOT_ACCEPTED,
    /// No program listens there.
    NO_LISTENER,
    /// The program ended before it accepted the message.
    CLOSED
  }

  private HandoverClient() {}

  /// @throws IOException if the message cannot be sent
  static Outcome hand(Message message, Path socket, Patience patience) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(message.bytes());
    try (Selector selector = Selector.open();
        SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
      channel.configureBlocking(false);
      try {
        if (!channel.connect(UnixDomainSocketAddress.of(socket))) {
          return Outcome.NO_LISTENER;
        }
      } catch (IOException e) {
        // The socket does not exist, or belongs to a program that crashed, or its queue of pending
        // connections is full.
        return Outcome.NO_LISTENER;
      }
      SelectionKey key = channel.register(selector, SelectionKey.OP_WRITE);
      try {
        return converse(bytes, channel, key, patience);
      } catch (IOException e) {
        return Outcome.CLOSED;
      }
    }
  }

  private static Outcome converse(
      ByteBuffer message, SocketChannel channel, SelectionKey key, Patience patience)
      throws IOException {
    ByteBuffer answer = ByteBuffer.allocate(1);
    long start = System.nanoTime();
    OptionalLong lastReport = OptionalLong.empty();
    while (true) {
      long rest = patience.remaining(start, lastReport, System.nanoTime());
      if (rest <= 0 || Thread.currentThread().isInterrupted()) {
        return Outcome.NOT_ACCEPTED;
      }
      key.selector().select(_ -> {}, TimeUnit.NANOSECONDS.toMillis(rest) + 1);
      if (message.hasRemaining()) {
        channel.write(message);
        key.interestOps(message.hasRemaining() ? SelectionKey.OP_WRITE : SelectionKey.OP_READ);
        continue;
      }
      int count = channel.read(answer.clear());
      if (count < 0) {
        return Outcome.CLOSED;
      }
      if (count > 0) {
        switch (Answer.of(answer.get(0))) {
          case ACCEPTED -> {
            return Outcome.ACCEPTED;
          }
          case STARTING -> lastReport = OptionalLong.of(System.nanoTime());
          case REFUSED -> {
            return Outcome.NOT_ACCEPTED;
          }
        }
      }
    }
  }

  /// The answer of the running program, one byte each.
  enum Answer {
    /// The message was accepted.
    ACCEPTED('T'),
    /// The program is starting or busy and will accept the message soon.
    STARTING('S'),
    /// The message is invalid or was refused.
    REFUSED('R');

    final byte code;

    Answer(char code) {
      this.code = (byte) code;
    }

    /// Returns the answer with this code. An unknown code is a refusal.
    static Answer of(byte code) {
      return Stream.of(values()).filter(answer -> answer.code == code).findFirst().orElse(REFUSED);
    }
  }

  /// The timeouts of a second launch, after which it opens its own window.
  ///
  /// @param silence maximum time without a sign of life
  /// @param business maximum time after a report that the program is starting or busy
  /// @param longest maximum total time, also if such reports repeat
  record Patience(Duration silence, Duration business, Duration longest) {

    /// On a busy machine, the window of a large file may not answer for some seconds.
    static final Patience DEFAULT =
        new Patience(Duration.ofSeconds(2), Duration.ofSeconds(15), Duration.ofMinutes(1));

    /// Returns the remaining waiting time in nanoseconds; 0 or less if the time is over.
    ///
    /// @param start the start of the wait; all times as returned by [System#nanoTime]
    /// @param lastReport the time of the last report that the program is starting or busy
    long remaining(long start, OptionalLong lastReport, long now) {
      long end =
          lastReport.isPresent()
              ? lastReport.getAsLong() + business.toNanos()
              : start + silence.toNanos();
      return Math.min(end - now, start + longest.toNanos() - now);
    }
  }
}
