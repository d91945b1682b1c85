package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// Limits the number of bytes fetched without consent. Thread-safe.
public final class FetchBudget {

  @FunctionalInterface
  public interface Consent {

    /// Requests consent. Called on the reading thread, which waits for the answer.
    ///
    /// @param server the server of the file
    /// @param byteCount the number of bytes to fetch
    /// @return the reason for a refusal; empty if granted
    Optional<Sentence> objection(String server, long byteCount);
  }

  /// Bytes fetched before asking for consent; reset after each approval.
  private static final long FREE_BYTES = 32L << 20;

  private final String server;
  private final Consent consent;

  /// The number of bytes that may still be fetched; guarded by this.
  private long remaining = FREE_BYTES;

  FetchBudget(String server, Consent consent) {
    this.server = server;
    this.consent = consent;
  }

  /// Requests consent for fetching bytes, if necessary, without counting them.
  void require(long byteCount) throws SentenceException {
    take(byteCount, 0);
  }

  /// Counts bytes, and requests consent if the budget is exceeded.
  void take(long byteCount) throws SentenceException {
    take(byteCount, byteCount);
  }

  private synchronized void take(long required, long consumed) throws SentenceException {
    if (required > remaining) {
      Optional<Sentence> objection = consent.objection(server, required);
      if (objection.isPresent()) {
        throw new SentenceException(
            Sentence.of(
                    "This needs {0} from {1}, which were not fetched.",
                    new ByteSize(required), server)
                .then(objection.get()));
      }
      remaining = required + FREE_BYTES;
    }
    remaining -= consumed;
  }
}
