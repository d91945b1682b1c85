package io.github.tensorloupe.model;

import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.text.Spelled;

/// The actual kind of a file or folder, independent of its name.
public enum FileKind implements Spelled {
  /// A valid or damaged safetensors file.
  SAFETENSORS(Sentence.of("a safetensors file")),
  INDEX(Sentence.of("the JSON index of a sharded checkpoint")),
  SET(Sentence.of("a sharded checkpoint")),
  DIRECTORY(Sentence.of("a folder")),
  GIT_LFS_POINTER(Sentence.of("a Git LFS pointer, not the file itself")),
  HTML(Sentence.of("a web page")),
  ZIP(Sentence.of("a zip archive, as PyTorch's .pt and .ckpt files are")),
  PICKLE(Sentence.of("a Python pickle, as old PyTorch files are")),
  PYTORCH_ZIP(Sentence.of("a PyTorch checkpoint")),
  PYTORCH_LEGACY(Sentence.of("a PyTorch checkpoint in the format before version 1.6")),
  GGUF(Sentence.of("a GGUF file")),
  NPY(Sentence.of("a NumPy .npy file")),
  NPZ(Sentence.of("a NumPy .npz archive")),
  HDF5(Sentence.of("an HDF5 file, as Keras writes it (.h5)")),
  FLAX_MSGPACK(Sentence.of("a Flax checkpoint (.msgpack)")),
  EMPTY(Sentence.of("an empty file")),
  ZEROS(Sentence.of("a file of zeros, typical of an unfinished download")),
  TEXT(Sentence.of("a text file")),
  UNKNOWN(Sentence.of("a file of unknown kind"));

  private final Sentence description;

  FileKind(Sentence description) {
    this.description = description;
  }

  public Sentence description() {
    return description;
  }

  /// Returns true for checkpoints and arrays in other formats.
  public boolean isForeignCheckpoint() {
    return switch (this) {
      case PYTORCH_ZIP, PYTORCH_LEGACY, GGUF, NPY, NPZ, HDF5, FLAX_MSGPACK -> true;
      default -> false;
    };
  }

  /// Returns true if files of this kind begin with a header length.
  public boolean mayHaveHeader() {
    return this == SAFETENSORS || this == UNKNOWN;
  }
}
