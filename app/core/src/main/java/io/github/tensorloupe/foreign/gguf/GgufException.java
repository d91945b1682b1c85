package io.github.tensorloupe.foreign.gguf;

import module java.base;

import io.github.tensorloupe.format.Finding;

/// An error after which the tensors of a file cannot be listed.
final class GgufException extends Exception {

  private static final long serialVersionUID = 1L;

  final transient Finding finding;

  GgufException(Finding finding) {
    super(finding.message());
    this.finding = finding;
  }
}
