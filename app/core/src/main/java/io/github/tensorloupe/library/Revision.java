package io.github.tensorloupe.library;

import module java.base;

/// A downloaded state of a repository.
///
/// @param commit the commit hash in hex
/// @param refs the branches and tags of the commit, such as `main`; empty if they moved to other
///   commits
public record Revision(String commit, List<String> refs) {

  private static final int SHORT_LENGTH = 7;

  public Revision {
    refs = List.copyOf(refs);
  }

  /// Returns an abbreviated hash.
  public String shortCommit() {
    return commit.substring(0, Math.min(SHORT_LENGTH, commit.length()));
  }
}
