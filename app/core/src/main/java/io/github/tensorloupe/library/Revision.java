package io.github.tensorloupe.library;

import module java.base;

/// A downloaded revision of a repository.
///
/// @param commit the commit hash in hex
/// @param refs the branches and tags that point to the commit, such as `main`; may be empty
public record Revision(String commit, List<String> refs) {

  private static final int SHORT_LENGTH = 7;

  public Revision {
    refs = List.copyOf(refs);
  }

  public String shortCommit() {
    return commit.substring(0, Math.min(SHORT_LENGTH, commit.length()));
  }
}
