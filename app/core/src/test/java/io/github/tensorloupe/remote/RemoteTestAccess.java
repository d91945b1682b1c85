package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Ways to open addresses that suit tests.
final class RemoteTestAccess {

  /// Allows nothing beyond what is fetched unasked.
  static final FetchBudget.Consent REFUSES =
      (_, _) -> Optional.of(Sentence.of("Not in this test."));

  private RemoteTestAccess() {}

  /// With a hub of one's own, without a disk.
  static RemoteAccess of(String endpoint) {
    return of(endpoint, Map.of(), Optional.empty());
  }

  /// @param environment its variables
  static RemoteAccess of(String endpoint, Map<String, String> environment, Optional<Path> cache) {
    return new RemoteAccess(
        new RemoteSettings(
            URI.create(endpoint),
            environment,
            Path.of("no-home"),
            Optional::empty,
            Duration.ofSeconds(5),
            cache));
  }
}
