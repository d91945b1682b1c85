package io.github.tensorloupe.remote;

import module java.base;

import java.net.http.HttpResponse.BodySubscriber;

/// Takes in a body of known length and nothing behind it: where a server sends more, the connection
/// is closed at the first byte too many. Of a body that is only a message, the beginning is taken.
final class BoundedBody implements BodySubscriber<byte[]> {

  /// A message may have far fewer bytes than its limit.
  private static final int FIRST_ROOM = 1 << 14;

  private final int limit;
  private final boolean isMessage;
  private final Traffic traffic;
  private final CompletableFuture<byte[]> whole = new CompletableFuture<>();
  private Flow.Subscription subscription;
  private byte[] bytes;
  private int count;

  private BoundedBody(int limit, boolean isMessage, Traffic traffic) {
    this.limit = limit;
    this.bytes = new byte[isMessage ? Math.min(limit, FIRST_ROOM) : limit];
    this.isMessage = isMessage;
    this.traffic = traffic;
  }

  /// @param length of the body, which has to be met
  static BoundedBody ofLength(int length, Traffic traffic) {
    return new BoundedBody(length, false, traffic);
  }

  /// @param limit of the bytes that are taken; whatever follows is dropped
  static BoundedBody beginning(int limit, Traffic traffic) {
    return new BoundedBody(limit, true, traffic);
  }

  /// Takes nothing, so that the connection is closed.
  static BoundedBody refused(IOException why) {
    BoundedBody refused = new BoundedBody(0, false, new Traffic());
    refused.whole.completeExceptionally(why);
    return refused;
  }

  @Override
  public void onSubscribe(Flow.Subscription given) {
    subscription = given;
    if (whole.isDone()) {
      subscription.cancel();
    } else {
      subscription.request(Long.MAX_VALUE);
    }
  }

  @Override
  public void onNext(List<ByteBuffer> parts) {
    for (ByteBuffer part : parts) {
      traffic.countBytes(part.remaining());
      int taken = Math.min(part.remaining(), limit - count);
      if (count + taken > bytes.length) {
        bytes = Arrays.copyOf(bytes, (int) Math.min(limit, 2L * (count + taken)));
      }
      part.get(bytes, count, taken);
      count += taken;
      if (part.hasRemaining()) {
        subscription.cancel();
        end(true);
        return;
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    whole.completeExceptionally(failure);
  }

  @Override
  public void onComplete() {
    end(false);
  }

  private void end(boolean goesOn) {
    if (isMessage) {
      whole.complete(Arrays.copyOf(bytes, count));
    } else if (goesOn || count < limit) {
      whole.completeExceptionally(new WrongLengthException(limit, count, goesOn));
    } else {
      whole.complete(bytes);
    }
  }

  @Override
  public CompletionStage<byte[]> getBody() {
    return whole;
  }

  /// A body that has not the length that was promised.
  static final class WrongLengthException extends IOException {

    private static final long serialVersionUID = 1L;

    final boolean isLonger;

    WrongLengthException(int expected, int found, boolean isLonger) {
      super("%d bytes came where %d were to come".formatted(found, expected));
      this.isLonger = isLonger;
    }
  }
}
