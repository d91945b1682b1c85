package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.text.Spelled;

/// The change of a file since a manifest was made.
///
/// @param was what the manifest lists; empty for a new file
/// @param is what there is now; empty for a missing one
public record FileChange(Optional<ListedFile> was, Optional<ListedFile> is) {

  public enum Kind implements Spelled {
    MISSING,
    NEW,
    /// Its header is another one: edited metadata, or other tensors.
    HEADER_CHANGED,
    LENGTH_CHANGED,
    EQUAL
  }

  public Kind kind() {
    if (was.isEmpty() || is.isEmpty()) {
      return is.isEmpty() ? Kind.MISSING : Kind.NEW;
    }
    if (!hasKeptItsHeader()) {
      return Kind.HEADER_CHANGED;
    }
    return was.get().byteLength() == is.get().byteLength() ? Kind.EQUAL : Kind.LENGTH_CHANGED;
  }

  boolean hasKeptItsHeader() {
    return was.isPresent() && is.isPresent() && was.get().head().equals(is.get().head());
  }

  public String name() {
    return is.or(() -> was).orElseThrow().name();
  }
}
