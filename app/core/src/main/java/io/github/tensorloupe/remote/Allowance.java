package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// Limits how much is fetched before somebody is asked. Thread-safe.
public final class Allowance {

  @FunctionalInterface
  public interface Consent {

    /// Asked on the thread that reads, which waits for the answer.
    ///
    /// @param server it would be fetched from
    /// @param byteCount how much, as far as that is known
    /// @return what to tell where it may not; empty where it may
    Optional<Sentence> objection(String server, long byteCount);
  }

  /// So much may be fetched without asking, and again behind each thing that was allowed.
  private static final long UNASKED_BYTES = 32L << 20;

  private final String server;
  private final Consent consent;

  /// What may still be fetched; guarded by this.
  private long left = UNASKED_BYTES;

  Allowance(String server, Consent consent) {
    this.server = server;
    this.consent = consent;
  }

  /// Makes sure that the bytes may be fetched.
  void require(long byteCount) throws SentenceException {
    take(byteCount, 0);
  }

  /// Takes so much from what may be fetched, and asks where that is not enough.
  void take(long byteCount) throws SentenceException {
    take(byteCount, byteCount);
  }

  private synchronized void take(long asked, long taken) throws SentenceException {
    if (asked > left) {
      Optional<Sentence> objection = consent.objection(server, asked);
      if (objection.isPresent()) {
        throw new SentenceException(
            Sentence.of(
                    "This needs {0} from {1}, which were not fetched.", new ByteSize(asked), server)
                .then(objection.get()));
      }
      left = asked + UNASKED_BYTES;
    }
    left -= taken;
  }
}
