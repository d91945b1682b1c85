package io.github.tensorloupe.remote;

import module java.base;

import io.github.tensorloupe.model.FileStamp;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import java.nio.file.spi.FileSystemProvider;

/// The read-only file system provider of [RemoteFileSystem].
final class RemoteProvider extends FileSystemProvider {

  private record Attributes(
      boolean isDirectory,
      boolean isRegularFile,
      boolean isSymbolicLink,
      boolean isOther,
      long size,
      FileTime lastModifiedTime,
      FileTime lastAccessTime,
      FileTime creationTime,
      Object fileKey)
      implements BasicFileAttributes {}

  @Override
  public String getScheme() {
    return "tensorloupe-remote";
  }

  @Override
  public <A extends BasicFileAttributes> A readAttributes(
      Path path, Class<A> type, LinkOption... options) throws IOException {
    if (type != BasicFileAttributes.class) {
      throw new UnsupportedOperationException(type.getName());
    }
    RemotePath file = RemotePath.absolute(path);
    Optional<FileStamp> stamp = file.getFileSystem().stamp(file);
    if (stamp.isEmpty() && file.getFileSystem().tree().children(file).isEmpty()) {
      throw new NoSuchFileException(path.toString());
    }
    boolean isFile = stamp.isPresent();
    long size = stamp.map(FileStamp::byteLength).orElse(0L);
    FileTime time = RemoteFileSystem.UNKNOWN_TIME;
    Object key = stamp.flatMap(FileStamp::fileKey).orElse(null);
    return type.cast(new Attributes(!isFile, isFile, false, false, size, time, time, time, key));
  }

  @Override
  public Map<String, Object> readAttributes(Path path, String names, LinkOption... options) {
    throw new UnsupportedOperationException(names);
  }

  @Override
  public <V extends FileAttributeView> V getFileAttributeView(
      Path path, Class<V> type, LinkOption... options) {
    return null;
  }

  @Override
  public void checkAccess(Path path, AccessMode... modes) throws IOException {
    if (List.of(modes).contains(AccessMode.WRITE)) {
      throw new AccessDeniedException(path.toString());
    }
    readAttributes(path, BasicFileAttributes.class);
  }

  @Override
  public DirectoryStream<Path> newDirectoryStream(
      Path path, DirectoryStream.Filter<? super Path> filter) throws IOException {
    RemotePath folder = RemotePath.absolute(path);
    Set<String> names =
        folder
            .getFileSystem()
            .tree()
            .children(folder)
            .orElseThrow(() -> new NotDirectoryException(path.toString()));
    List<Path> accepted = new ArrayList<>();
    for (String name : names) {
      Path child = path.resolve(name);
      if (filter.accept(child)) {
        accepted.add(child);
      }
    }
    return new DirectoryStream<>() {
      @Override
      public Iterator<Path> iterator() {
        return accepted.iterator();
      }

      @Override
      public void close() {
        // The stream has no resources.
      }
    };
  }

  /// Not supported. Files must be opened as [io.github.tensorloupe.model.ByteSource].
  @Override
  public SeekableByteChannel newByteChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    throw readOnly(path);
  }

  @Override
  public FileChannel newFileChannel(
      Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
      throws IOException {
    throw readOnly(path);
  }

  @Override
  public boolean isSameFile(Path path, Path other) {
    return path.equals(other);
  }

  @Override
  public boolean isHidden(Path path) {
    return false;
  }

  @Override
  public FileStore getFileStore(Path path) throws IOException {
    throw readOnly(path);
  }

  private static IOException readOnly(Path path) {
    return new SentenceException(
        "{0} is on a server, and files on servers are never changed.", PathText.of(path));
  }

  @Override
  public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
    throw readOnly(folder);
  }

  @Override
  public void delete(Path path) throws IOException {
    throw readOnly(path);
  }

  @Override
  public void copy(Path source, Path target, CopyOption... options) throws IOException {
    throw readOnly(target);
  }

  @Override
  public void move(Path source, Path target, CopyOption... options) throws IOException {
    throw readOnly(target);
  }

  @Override
  public void setAttribute(Path path, String attribute, Object value, LinkOption... options)
      throws IOException {
    throw readOnly(path);
  }

  @Override
  public FileSystem newFileSystem(URI uri, Map<String, ?> environment) {
    throw new UnsupportedOperationException("addresses are opened, not their file systems");
  }

  @Override
  public FileSystem getFileSystem(URI uri) {
    throw new FileSystemNotFoundException(uri.toString());
  }

  @Override
  public Path getPath(URI uri) {
    throw new FileSystemNotFoundException(uri.toString());
  }
}
