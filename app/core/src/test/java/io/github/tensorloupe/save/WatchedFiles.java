package io.github.tensorloupe.save;

import io.github.tensorloupe.model.ByteSource;
import io.github.tensorloupe.model.FileIdentity;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The file systems of this computer with a callback before every step, which may make the step
/// fail.
class WatchedFiles implements FileOperations {

  /// One step on the disk.
  ///
  /// @param name the name of the method
  /// @param path the file or folder
  /// @param byteOffset the file offset of a write or read
  /// @param bytes the bytes of a write, or an array of the length of a read
  record Step(String name, Path path, long byteOffset, byte[] bytes) {
    @Override
    public String toString() {
      return name + " " + path.getFileName();
    }
  }

  private FileOperations files = FileOperations.ofThisComputer();

  /// The paths of open files, by their handles.
  private final Map<Path, Path> opened = new HashMap<>();

  /// Called before a step.
  void before(Step step) throws IOException {}

  /// Returns the number of these bytes that a write accepts.
  int accepted(Step step, int byteCount) {
    return byteCount;
  }

  /// Returns the bytes that the kernel writes when it copies these bytes.
  byte[] copied(byte[] bytes) {
    return bytes;
  }

  private void note(String name, Path path) throws IOException {
    before(new Step(name, opened.getOrDefault(path, path), 0, new byte[0]));
  }

  @Override
  public PinnedFolder pin(Path folder) throws IOException {
    FileOperations byPath = files;
    PinnedFolder pinned = files.pin(folder);
    files = pinned.operations();
    return new PinnedFolder(
        this,
        pinned.path(),
        () -> {
          files = byPath;
          pinned.close();
        });
  }

  @Override
  public Path realPath(Path path) throws IOException {
    return files.realPath(path);
  }

  @Override
  public boolean exists(Path path) throws IOException {
    return files.exists(path);
  }

  @Override
  public boolean isFile(Path path) throws IOException {
    return files.isFile(path);
  }

  @Override
  public boolean isLink(Path path) {
    return files.isLink(path);
  }

  @Override
  public boolean isWritable(Path path) {
    return files.isWritable(path);
  }

  @Override
  public List<Path> list(Path folder) throws IOException {
    return files.list(folder);
  }

  @Override
  public Optional<Object> fileKey(Path file) throws IOException {
    return files.fileKey(file);
  }

  @Override
  public BasicFileAttributes attributes(Path file) throws IOException {
    return files.attributes(file);
  }

  @Override
  public int hardLinkCount(Path file) throws IOException {
    return files.hardLinkCount(file);
  }

  @Override
  public long freeByteCount(Path folder) throws IOException {
    return files.freeByteCount(folder);
  }

  @Override
  public FileIdentity identity(Path file) throws IOException {
    note("identity", file);
    return files.identity(file);
  }

  @Override
  public OpenFile create(Path file) throws IOException {
    note("create", file);
    return new WatchedFile(file, files.create(file));
  }

  @Override
  public Optional<Path> lockFolder() {
    return files.lockFolder();
  }

  @Override
  public boolean isTrusted(Path leftover, Path target) throws IOException {
    return files.isTrusted(leftover, target);
  }

  @Override
  public boolean hasTrustedOwner(Path file, Path target) throws IOException {
    return files.hasTrustedOwner(file, target);
  }

  @Override
  public Set<Restriction> restrictions(Path path) throws IOException {
    return files.restrictions(path);
  }

  @Override
  public OpenFile createShared(Path file) throws IOException {
    note("createShared", file);
    return new WatchedFile(file, files.createShared(file));
  }

  @Override
  public OpenFile openToRead(Path file) throws IOException {
    note("openToRead", file);
    return new WatchedFile(file, files.openToRead(file));
  }

  @Override
  public OpenFile openToWrite(Path file) throws IOException {
    note("openToWrite", file);
    return new WatchedFile(file, files.openToWrite(file));
  }

  @Override
  public List<String> copyAttributes(Path from, Path to) throws IOException {
    note("copyAttributes", to);
    return files.copyAttributes(from, to);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    before(new Step("rename", from, 0, to.toString().getBytes()));
    files.rename(from, to);
  }

  @Override
  public void publish(Path from, Path to) throws IOException {
    before(new Step("publish", from, 0, to.toString().getBytes()));
    files.publish(from, to);
  }

  @Override
  public void renameNoReplace(Path from, Path to) throws IOException {
    before(new Step("renameNoReplace", from, 0, to.toString().getBytes()));
    files.renameNoReplace(from, to);
  }

  @Override
  public boolean exchange(Path one, Path other) throws IOException {
    before(new Step("exchange", one, 0, other.toString().getBytes()));
    return files.exchange(one, other);
  }

  @Override
  public void delete(Path file) throws IOException {
    note("delete", file);
    files.delete(file);
  }

  @Override
  public void forceFolder(Path folder) throws IOException {
    note("forceFolder", folder);
    files.forceFolder(folder);
  }

  @Override
  public boolean holdsLock(Path file) {
    return files.holdsLock(file);
  }

  @Override
  public String hostName() {
    return files.hostName();
  }

  @Override
  public long processId() {
    return files.processId();
  }

  private final class WatchedFile implements OpenFile {

    private final Path path;
    private final OpenFile file;

    WatchedFile(Path path, OpenFile file) {
      this.path = path;
      this.file = file;
      opened.put(file.handle(), path);
    }

    @Override
    public Path handle() {
      return file.handle();
    }

    @Override
    public Optional<Object> key() {
      return file.key();
    }

    @Override
    public long length() throws IOException {
      return file.length();
    }

    @Override
    public int read(ByteBuffer target, long byteOffset) throws IOException {
      before(new Step("read", path, byteOffset, new byte[target.remaining()]));
      return file.read(target, byteOffset);
    }

    @Override
    public int write(ByteBuffer source, long byteOffset) throws IOException {
      Step step = new Step("write", path, byteOffset, copyOf(source));
      int end = source.limit();
      try {
        before(step);
        source.limit(source.position() + accepted(step, source.remaining()));
        return file.write(source, byteOffset);
      } finally {
        source.limit(end);
      }
    }

    private static byte[] copyOf(ByteBuffer source) {
      byte[] bytes = new byte[source.remaining()];
      source.duplicate().get(bytes);
      return bytes;
    }

    @Override
    public long copyFrom(OpenFile source, long sourceOffset, long byteCount, long byteOffset)
        throws IOException {
      OpenFile original = ((WatchedFile) source).file;
      ByteBuffer copied = ByteBuffer.allocate((int) byteCount);
      Transfer.read(original, copied, sourceOffset);
      Step step = new Step("write", path, byteOffset, copied.array());
      before(step);
      int accepted = accepted(step, (int) byteCount);
      byte[] bytes = WatchedFiles.this.copied(copied.array());
      return bytes == copied.array()
          ? file.copyFrom(original, sourceOffset, accepted, byteOffset)
          : file.write(ByteBuffer.wrap(bytes, 0, accepted), byteOffset);
    }

    @Override
    public long copyFrom(ByteSource source, long sourceOffset, long byteCount, long byteOffset)
        throws IOException {
      Step step = new Step("write", path, byteOffset, source.read(sourceOffset, (int) byteCount));
      before(step);
      return file.copyFrom(source, sourceOffset, accepted(step, (int) byteCount), byteOffset);
    }

    @Override
    public void force() throws IOException {
      note("force", path);
      file.force();
    }

    @Override
    public void dropCached(long byteOffset, long byteCount) {
      file.dropCached(byteOffset, byteCount);
    }

    @Override
    public boolean tryLock(boolean shared) throws IOException {
      note("tryLock", path);
      return file.tryLock(shared);
    }

    @Override
    public boolean isLockedByReader() {
      return file.isLockedByReader();
    }

    @Override
    public void close() throws IOException {
      // The file is closed even if the callback fails.
      file.close();
      note("close", path);
    }
  }
}
