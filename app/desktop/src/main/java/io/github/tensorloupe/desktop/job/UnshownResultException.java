package io.github.tensorloupe.desktop.job;

/// The work was done, but what was to follow it failed, such as showing its result.
public final class UnshownResultException extends RuntimeException {

  private static final long serialVersionUID = 1;

  UnshownResultException(Throwable cause) {
    super("it was done, but what follows it failed: " + cause, cause);
  }
}
