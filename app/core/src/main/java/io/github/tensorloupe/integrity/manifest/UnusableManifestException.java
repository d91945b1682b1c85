package io.github.tensorloupe.integrity.manifest;

import java.io.IOException;

/// A manifest cannot be used; the message is a sentence that says why and where.
public final class UnusableManifestException extends IOException {

  private static final long serialVersionUID = 1L;

  UnusableManifestException(String sentence) {
    super(sentence);
  }
}
