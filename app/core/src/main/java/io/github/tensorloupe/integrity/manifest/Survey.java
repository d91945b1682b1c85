package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedFile;
import io.github.tensorloupe.integrity.manifest.Manifest.ListedTensor;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The hashes of the headers and tensors of an open checkpoint.
///
/// @param files the files in the order of the checkpoint
public record Survey(List<ListedFile> files) {

  /// Hashes all headers and tensors of open files. Blocks the calling thread.
  ///
  /// @param path the path that was opened: a file, an index or a folder
  /// @param cancellation checked before each block
  /// @param progress reported in bytes
  /// @throws IOException if reading a header fails, or if a file is closed or has changed since it
  ///   was opened; a failure to read a tensor is part of the result
  public static Survey of(
      Path path,
      List<TensorFile> files,
      int threadCount,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    List<Extent> extents = new ArrayList<>();
    for (TensorFile file : files) {
      extents.add(Extent.head(file));
      file.header()
          .tensors()
          .forEach(info -> whole(file, info).map(Extent::of).ifPresent(extents::add));
    }
    Iterator<Content> contents =
        ContentHashing.of(extents, threadCount, cancellation, progress).iterator();
    Path absolute = AbsolutePaths.of(path);
    Path folder = Files.isDirectory(absolute) ? absolute : absolute.getParent();
    List<ListedFile> surveyed = new ArrayList<>();
    for (TensorFile file : files) {
      surveyed.add(surveyed(file, folder, contents));
    }
    return new Survey(surveyed);
  }

  /// Returns the data of a tensor, or empty if it is truncated or not read.
  private static Optional<TensorData> whole(TensorFile file, TensorInfo info) {
    return file.data(info).filter(TensorData::isComplete);
  }

  /// @param contents provides the content of the header, then of each complete tensor
  private static ListedFile surveyed(TensorFile file, Path folder, Iterator<Content> contents)
      throws IOException {
    ContentHash head = contents.next().hash();
    List<ListedTensor> tensors = new ArrayList<>();
    for (TensorInfo info : file.header().tensors()) {
      Content content =
          whole(file, info).isPresent()
              ? contents.next()
              : file.isOverlapping(info) ? new Content.Shared() : new Content.Truncated();
      tensors.add(new ListedTensor(info, content));
    }
    long byteLength = file.bytes().length();
    return new ListedFile(name(file, folder), byteLength, head, tensors, Optional.of(file));
  }

  private static String name(TensorFile file, Path folder) {
    Path path = AbsolutePaths.of(file.path());
    Path relative = path.startsWith(folder) ? folder.relativize(path) : path.getFileName();
    return relative.toString().replace(relative.getFileSystem().getSeparator(), "/");
  }

  private Stream<Content> contents() {
    return files.stream().flatMap(file -> file.tensors().stream()).map(ListedTensor::content);
  }

  public Optional<IOException> failure() {
    return contents()
        .flatMap(each -> each instanceof Content.Unread(var why) ? Stream.of(why) : Stream.empty())
        .findFirst();
  }

  public long cutCount() {
    return contents().filter(Content.Truncated.class::isInstance).count();
  }

  public long sharedCount() {
    return contents().filter(Content.Shared.class::isInstance).count();
  }
}
