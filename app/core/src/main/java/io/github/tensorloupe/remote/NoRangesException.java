package io.github.tensorloupe.remote;

import io.github.tensorloupe.model.SentenceException;

/// Thrown if a server sends only whole files, see [RemoteFileSystem#copyWhole].
public final class NoRangesException extends SentenceException {

  private static final long serialVersionUID = 1L;

  NoRangesException() {
    super("The server does not support partial downloads.");
  }
}
