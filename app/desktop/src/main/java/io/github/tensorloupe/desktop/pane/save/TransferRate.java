package io.github.tensorloupe.desktop.pane.save;

import java.time.Duration;
import java.util.Optional;

/// How fast bytes are written, as an average since the beginning.
///
/// @param doneBytes written so far, 0 or more
/// @param totalBytes to be written, 0 where that is not known
/// @param elapsed since the beginning
record TransferRate(long doneBytes, long totalBytes, Duration elapsed) {

  /// Less time than this tells nothing about the rest.
  private static final Duration MEANINGFUL = Duration.ofMillis(500);

  /// Bytes per second, if that can be told yet.
  Optional<Long> bytesPerSecond() {
    if (doneBytes <= 0 || elapsed.compareTo(MEANINGFUL) < 0) {
      return Optional.empty();
    }
    return Optional.of(Math.round(doneBytes / (elapsed.toNanos() / 1e9)));
  }

  /// How long the rest takes at this rate, if that can be told yet.
  Optional<Duration> timeLeft() {
    return bytesPerSecond()
        .filter(rate -> rate > 0 && totalBytes >= doneBytes)
        .map(rate -> Duration.ofSeconds((totalBytes - doneBytes + rate - 1) / rate));
  }
}
