package io.github.tensorloupe.model.filetype;

/// The kinds of files that are told apart in output.
public enum Form {
  INDEX,
  GIT_LFS_POINTER,
  HTML,
  ZIP,
  PICKLE,
  GGUF,
  NUMPY,
  ZEROS,
  TEXT,
  /// Known perhaps, and then named in words only.
  OTHER
}
