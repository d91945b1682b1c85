package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.Content;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.model.AbsolutePaths;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The hashes of the headers and tensors of a checkpoint at a point in time.
///
/// @param program the name of the program that created the manifest
/// @param files the files in the order of the checkpoint
public record Manifest(Instant created, String program, List<ListedFile> files) {

  /// The version of the manifest format.
  public static final int VERSION = 1;

  private static final String NAME = "tensorloupe-manifest.json";

  /// A file of a checkpoint.
  ///
  /// @param name the path relative to the folder of the checkpoint, with slashes
  /// @param head the hash of the header length and the header
  /// @param tensors the tensors in the order of the header; if read from a manifest file, only
  ///   tensors with a hash
  /// @param open the open file, or empty if read from a manifest file
  public record ListedFile(
      String name,
      long byteLength,
      ContentHash head,
      List<ListedTensor> tensors,
      Optional<TensorFile> open) {}

  /// A tensor of a file.
  ///
  /// @param content a hash, or the reason why the tensor has no hash
  public record ListedTensor(TensorInfo info, Content content) {

    /// Returns the hash of the bytes, or empty if the tensor is truncated or reading failed.
    public Optional<ContentHash> hash() {
      return content instanceof ContentHash hash ? Optional.of(hash) : Optional.empty();
    }
  }

  /// Returns the default path of the manifest of a checkpoint: in the folder of a set, or next to a
  /// single file with a name that is derived from the file name.
  ///
  /// @param checkpoint a file, an index or a folder
  /// @param isSet true if the checkpoint is an index or a folder
  public static Path defaultPath(Path checkpoint, boolean isSet) {
    if (Files.isDirectory(checkpoint)) {
      return checkpoint.resolve(NAME);
    }
    return checkpoint.resolveSibling(isSet ? NAME : checkpoint.getFileName() + "." + NAME);
  }

  /// Hashes all headers and tensors of open files. Blocks the calling thread.
  ///
  /// @param path the path that was opened: a file, an index or a folder
  /// @param program the name of this program
  /// @param cancellation checked before each block
  /// @param progress reported in bytes
  /// @throws IOException if reading a header fails, or if a file is closed or has changed since it
  ///   was opened; a failure to read a tensor is part of the result
  public static Manifest of(
      Path path,
      List<TensorFile> files,
      String program,
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
    List<ListedFile> listed = new ArrayList<>();
    for (TensorFile file : files) {
      listed.add(listed(file, folder, contents));
    }
    return new Manifest(Instant.now().truncatedTo(ChronoUnit.SECONDS), program, listed);
  }

  /// Returns the data of a tensor, or empty if it is truncated or not read.
  private static Optional<TensorData> whole(TensorFile file, TensorInfo info) {
    return file.data(info).filter(TensorData::isComplete);
  }

  /// @param contents provides the content of the header, then of each complete tensor
  private static ListedFile listed(TensorFile file, Path folder, Iterator<Content> contents)
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

  /// Returns the number of tensors with a hash.
  public long tensorCount() {
    return count(ContentHash.class);
  }

  public long cutCount() {
    return count(Content.Truncated.class);
  }

  public long sharedCount() {
    return count(Content.Shared.class);
  }

  private long count(Class<? extends Content> kind) {
    return contents().filter(kind::isInstance).count();
  }

  private Stream<Content> contents() {
    return files.stream().flatMap(file -> file.tensors().stream()).map(ListedTensor::content);
  }

  /// Throws the failure if reading a tensor failed.
  public void requireRead() throws IOException {
    for (Content content : (Iterable<Content>) contents()::iterator) {
      if (content instanceof Content.Unread(IOException failure)) {
        throw failure;
      }
    }
  }
}
