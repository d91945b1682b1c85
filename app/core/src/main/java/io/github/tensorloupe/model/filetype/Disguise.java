package io.github.tensorloupe.model.filetype;

import module java.base;

/// A kind of file that people take for a safetensors file, and how it is known by its bytes.
public interface Disguise {

  /// The kind of the file, if it is this one. Reads a bounded number of bytes.
  ///
  /// @throws IOException if reading fails
  Optional<Recognised> in(Sample sample) throws IOException;
}
