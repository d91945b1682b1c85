package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.text.Spelled;

/// The change of a file since a manifest was made.
///
/// @param was the file in the manifest; empty for a new file
/// @param is the current file; empty for a missing file
public record FileChange(Optional<ListedFile> was, Optional<ListedFile> is) {

  public enum Kind implements Spelled {
    MISSING,
    NEW,
    /// The header differs: the metadata was edited, or the tensors differ.
    HEADER_CHANGED,
    LENGTH_CHANGED,
    EQUAL
  }

  public Kind kind() {
    if (was.isEmpty() || is.isEmpty()) {
      return is.isEmpty() ? Kind.MISSING : Kind.NEW;
    }
    if (!hasSameHeader()) {
      return Kind.HEADER_CHANGED;
    }
    return was.get().byteLength() == is.get().byteLength() ? Kind.EQUAL : Kind.LENGTH_CHANGED;
  }

  boolean hasSameHeader() {
    return was.isPresent() && is.isPresent() && was.get().head().equals(is.get().head());
  }

  public String name() {
    return is.or(() -> was).orElseThrow().name();
  }
}
