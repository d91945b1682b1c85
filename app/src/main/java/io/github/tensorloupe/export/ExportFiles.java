package io.github.tensorloupe.export;

import io.github.tensorloupe.model.FileBytes;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/// Every step that an export takes on the disk: the seam where faults are injected. Thread-safe.
public interface ExportFiles {

  /// The file systems of this computer.
  static ExportFiles ofThisComputer() {
    return new LocalExportFiles();
  }

  /// A new file that is being written. For one thread.
  interface Output extends Closeable {

    /// Writes bytes of the source; fewer than it has are possible.
    ///
    /// @param byteOffset file offset of the first byte
    void write(ByteBuffer source, long byteOffset) throws IOException;

    /// Copies bytes of an open file, by the kernel where it can; fewer are possible.
    ///
    /// @param sourceOffset file offset of the first byte in the source
    /// @param byteCount how many at most, at least 1
    /// @param byteOffset file offset of the first byte in this file
    /// @return how many, at least 1
    long copyFrom(FileBytes source, long sourceOffset, long byteCount, long byteOffset)
        throws IOException;

    /// Waits until the disk has everything that was written.
    void force() throws IOException;
  }

  /// Makes a new file and opens it.
  ///
  /// @throws java.nio.file.FileAlreadyExistsException if the name is taken
  Output create(Path file) throws IOException;

  /// Gives a file another name in the same folder, in one step where the file system can.
  ///
  /// @param replaces whether whatever has that name gives way
  /// @throws java.nio.file.FileAlreadyExistsException if it does not
  void move(Path from, Path to, boolean replaces) throws IOException;

  /// Deletes a file, if it is there.
  void delete(Path file) throws IOException;
}
