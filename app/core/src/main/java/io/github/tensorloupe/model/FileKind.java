package io.github.tensorloupe.model;

import java.util.Locale;

/// What a path really is, whatever its name says.
public enum FileKind {
  /// A safetensors file, possibly a damaged one.
  SAFETENSORS("a safetensors file"),
  /// The JSON index of a set of shards.
  INDEX("the JSON index of a sharded checkpoint"),
  /// Shards and their index.
  SET("a sharded checkpoint"),
  /// A folder.
  DIRECTORY("a folder"),
  /// The small text that Git stores in place of a large file.
  GIT_LFS_POINTER("a Git LFS pointer, not the file itself"),
  /// A web page, most often an error page saved under the file's name.
  HTML("a web page"),
  /// A zip archive; PyTorch's own format is one.
  ZIP("a zip archive, as PyTorch's .pt and .ckpt files are"),
  /// A Python pickle.
  PICKLE("a Python pickle, as old PyTorch files are"),
  /// A GGUF file of llama.cpp.
  GGUF("a GGUF file"),
  /// A NumPy array.
  NUMPY("a NumPy .npy file"),
  /// A file without any byte.
  EMPTY("an empty file"),
  /// A file of zeros, as a download that was only reserved leaves.
  ZEROS("a file of zeros, as an unfinished download leaves"),
  /// Some text.
  TEXT("a text file"),
  /// Nothing that is known here.
  UNKNOWN("a file of unknown kind");

  private final String description;

  FileKind(String description) {
    this.description = description;
  }

  /// A phrase for a person, with its article.
  public String description() {
    return description;
  }

  /// The kebab-case word used in output.
  public String spelling() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
