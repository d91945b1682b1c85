package io.github.tensorloupe.library;

import module java.base;

/// The state of a repository that was downloaded.
///
/// @param commit its hash, in hex
/// @param refs the branches and tags that stand for it, such as `main`; empty where another commit
///   has taken their place
public record Revision(String commit, List<String> refs) {

  private static final int SHORT_LENGTH = 7;

  public Revision {
    refs = List.copyOf(refs);
  }

  /// As many digits of the hash as people write.
  public String shortCommit() {
    return commit.substring(0, Math.min(SHORT_LENGTH, commit.length()));
  }
}
