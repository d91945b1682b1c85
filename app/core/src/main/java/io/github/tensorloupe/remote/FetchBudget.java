package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.text.ByteSize;
import io.github.tensorloupe.text.Sentence;

/// The number of bytes that may be fetched without consent. Thread-safe.
public final class FetchBudget {

  @FunctionalInterface
  public interface Consent {

    /// Requests consent. Called on the reading thread, which blocks until the answer.
    ///
    /// @param server the server of the file
    /// @param byteCount the number of bytes to fetch
    /// @return the reason for a refusal, or empty if granted
    Optional<Sentence> objection(String server, long byteCount);
  }

  /// The number of bytes fetched before consent is requested. Reset after each approval.
  private static final long FREE_BYTES = 32L << 20;

  private final String server;
  private final Consent consent;

  // Guarded by this.
  private long remaining = FREE_BYTES;

  FetchBudget(String server, Consent consent) {
    this.server = server;
    this.consent = consent;
  }

  /// Requests consent if a number of bytes exceeds the budget. Then reduces the budget.
  ///
  /// @param consumed the number of bytes to subtract from the budget
  synchronized void consume(long required, long consumed) throws SentenceException {
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
