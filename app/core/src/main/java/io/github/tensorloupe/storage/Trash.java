package io.github.tensorloupe.storage;

import module java.base;

import io.github.tensorloupe.save.FileOperations;
import io.github.tensorloupe.save.TrustedPaths;

/// The trash of the desktop, according to the Trash specification of freedesktop.org. Files are
/// moved within their file system, and never copied or deleted.
public record Trash(FileOperations files, Folders folders) {

  private static final int MAX_NUMBER = 10_000;

  /// Moves a file to the trash of its file system. Blocks the calling thread.
  ///
  /// @throws IOException if the file cannot be moved; it is unchanged
  public void move(Path file) throws IOException {
    Path folder = file.toAbsolutePath().normalize().getParent().toRealPath();
    Path source = folder.resolve(file.getFileName());
    String path = source.toUri().getRawPath();
    Object device = device(folder);
    Optional<Path> home = folders.trash();
    Path trash;
    if (home.isPresent() && device.equals(device(Folders.nearestExisting(home.get())))) {
      trash = home.get();
    } else {
      Path top = folder;
      while (top.getParent() != null && device.equals(device(top.getParent()))) {
        top = top.getParent();
      }
      trash = top.resolve(".Trash-" + Files.getAttribute(Path.of("/proc/self"), "unix:uid"));
      // In the trash of a mounted file system, paths are relative to its mount point.
      path = path.substring(top.toUri().getRawPath().length());
    }
    for (String name : List.of("files", "info")) {
      Folders.create(trash.resolve(name));
      TrustedPaths.requireOwn(trash.resolve(name));
    }
    LocalDateTime now = LocalDateTime.now().truncatedTo(ChronoUnit.SECONDS);
    String date = DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(now);
    move(source, trash, "[Trash Info]\nPath=%s\nDeletionDate=%s\n".formatted(path, date));
  }

  private void move(Path source, Path trash, String info) throws IOException {
    String name = source.getFileName().toString();
    for (int number = 1; number < MAX_NUMBER; number++) {
      String free = number == 1 ? name : name + "." + number;
      Path infoFile = trash.resolve("info", free + ".trashinfo");
      try {
        // The exclusive creation of this file reserves the name.
        Files.writeString(infoFile, info, StandardOpenOption.CREATE_NEW);
      } catch (FileAlreadyExistsException e) {
        continue;
      }
      try {
        files.renameNoReplace(source, trash.resolve("files", free));
        return;
      } catch (FileAlreadyExistsException e) {
        Files.delete(infoFile);
      } catch (IOException e) {
        Files.delete(infoFile);
        throw e;
      }
    }
    throw new FileAlreadyExistsException(trash.resolve("files", name).toString());
  }

  private static Object device(Path path) throws IOException {
    return Files.getAttribute(path, "unix:dev");
  }
}
