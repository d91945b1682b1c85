package io.github.tensorloupe.instance;

import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/// The side of the second launch: sends a message and waits for what becomes of it, but not for
/// ever.
final class Handing {

  /// What came of it.
  enum Outcome {
    /// The running program has taken it over.
    TAKEN,
    /// There is one, but it does not take it over, or not in time.
    NOT_TAKEN,
    /// Nobody listens there.
    NOBODY
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
      channel = SocketChannel.open(UnixDomainSocketAddress.of(place.socket()));
    } catch (IOException e) {
      // There is no socket, or it is what a program left that has ended without removing it.
      return Outcome.NOBODY;
    }
    try (channel) {
      BlockingQueue<Optional<Answer>> answers = new ArrayBlockingQueue<>(16);
      // Sockets of this kind know no time-outs, so another thread waits, until it is closed.
      Thread.ofPlatform()
          .daemon()
          .name("tensorloupe-handing")
          .start(() -> converse(channel, bytes, answers));
      Outcome outcome = outcome(answers);
      // Closing alone takes effect only once the other thread has left; this does so at once.
      channel.shutdownInput();
      return outcome;
    }
  }

  private Outcome outcome(BlockingQueue<Optional<Answer>> answers) {
    long end = System.nanoTime() + patience.silence().toNanos();
    boolean isStarting = false;
    while (true) {
      Optional<Answer> answer = next(answers, end - System.nanoTime());
      if (answer.equals(Optional.of(Answer.TAKEN))) {
        return Outcome.TAKEN;
      }
      if (isStarting || !answer.equals(Optional.of(Answer.STARTING))) {
        return Outcome.NOT_TAKEN;
      }
      isStarting = true;
      end = System.nanoTime() + patience.business().toNanos();
    }
  }

  /// Empty if there is none in time, or none any more.
  private static Optional<Answer> next(BlockingQueue<Optional<Answer>> answers, long nanoseconds) {
    try {
      Optional<Answer> answer = answers.poll(nanoseconds, TimeUnit.NANOSECONDS);
      return answer == null ? Optional.empty() : answer;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  private static void converse(
      SocketChannel channel, byte[] bytes, BlockingQueue<Optional<Answer>> answers) {
    try {
      ByteBuffer sent = ByteBuffer.wrap(bytes);
      while (sent.hasRemaining()) {
        channel.write(sent);
      }
      ByteBuffer one = ByteBuffer.allocate(1);
      while (channel.read(one) == 1) {
        answers.offer(Answer.of(one.get(0)));
        one.clear();
      }
    } catch (IOException e) {
      // Whoever waits is told below that nothing more will come.
    }
    answers.offer(Optional.empty());
  }
}
