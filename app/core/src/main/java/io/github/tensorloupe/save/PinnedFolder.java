package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.model.FileStamp;

/// An open folder with operations on its files. Not thread-safe.
///
/// @param operations the file operations, which access the folder by its handle; see
///   [FileOperations#pin]
/// @param path a path that leads to the open folder until it is closed
/// @param closing closes the handle; must not throw
public record PinnedFolder(FileOperations operations, Path path, Runnable closing)
    implements AutoCloseable {

  static PinnedFolder of(FileOperations files, Path folder, Path handle, Runnable closing) {
    InvocationHandler handler =
        (_, method, arguments) -> {
          Object[] inFolder =
              Stream.ofNullable(arguments)
                  .flatMap(Arrays::stream)
                  .map(each -> each instanceof Path path ? moved(path, folder, handle) : each)
                  .toArray();
          try {
            return named(method.invoke(files, inFolder), arguments, folder, handle);
          } catch (InvocationTargetException e) {
            throw e.getCause() instanceof FileSystemException failure
                ? renamed(failure, folder, handle)
                : e.getCause();
          }
        };
    Object proxy =
        java.lang.reflect.Proxy.newProxyInstance(
            FileOperations.class.getClassLoader(), new Class<?>[] {FileOperations.class}, handler);
    return new PinnedFolder((FileOperations) proxy, handle, closing);
  }

  private static Path moved(Path path, Path from, Path to) {
    return path.equals(from)
        ? to
        : from.equals(path.getParent()) ? to.resolve(path.getFileName()) : path;
  }

  private static Object named(Object result, Object[] arguments, Path folder, Path handle) {
    return switch (result) {
      case LocalFile file -> file.named((Path) arguments[0]);
      case List<?> list ->
          list.stream()
              .map(each -> each instanceof Path path ? moved(path, handle, folder) : each)
              .toList();
      case null, default -> result;
    };
  }

  /// Returns the exception with paths in place of handles.
  public static FileSystemException renamed(FileSystemException e, Path folder, Path handle) {
    Path path = Path.of(Objects.requireNonNullElse(e.getFile(), ""));
    String name =
        path.startsWith(handle) ? folder.resolve(handle.relativize(path)).toString() : e.getFile();
    FileSystemException renamed =
        switch (e) {
          case AccessDeniedException _ -> new AccessDeniedException(name, null, e.getReason());
          case NoSuchFileException _ -> new NoSuchFileException(name, null, e.getReason());
          case FileAlreadyExistsException _ ->
              new FileAlreadyExistsException(name, null, e.getReason());
          case DirectoryNotEmptyException _ -> new DirectoryNotEmptyException(name);
          default -> new FileSystemException(name, null, e.getReason());
        };
    renamed.initCause(e);
    return renamed;
  }

  /// Returns the file key of the folder, or empty if the file system has none.
  public Optional<Object> key() throws IOException {
    return FileStamp.read(path).fileKey();
  }

  @Override
  public void close() {
    closing.run();
  }
}
