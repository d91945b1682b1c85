package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// Creates [RemoteAccess] for tests.
final class RemoteTestAccess {

  /// Refuses all fetches beyond the free budget.
  static final FetchBudget.Consent REFUSES =
      (_, _) -> Optional.of(Sentence.of("Not in this test."));

  private RemoteTestAccess() {}

  /// Returns access to a custom hub, without a disk cache.
  static RemoteAccess of(String endpoint) {
    return of(endpoint, Map.of(), Optional.empty());
  }

  /// @param environment the environment variables
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
