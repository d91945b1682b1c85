package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
import io.github.tensorloupe.integrity.manifest.SurveyedTensor.Content;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// The present content of all tensors of an open checkpoint.
///
/// @param files in the order of the checkpoint
public record Survey(List<SurveyedFile> files) {

  public Survey {
    files = List.copyOf(files);
  }

  /// Reads all tensors and headers of open files. Blocks the calling thread.
  ///
  /// @param path what was opened: a file, an index or a folder
  /// @param files of it
  /// @param hashing does the reading
  /// @param cancellation asked before each block
  /// @param progress reported in bytes
  /// @throws IOException if a header cannot be read, a file is closed or changed since it was
  ///   opened; a tensor that cannot be read is a part of what is found
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Survey of(
      Path path,
      List<TensorFile> files,
      ContentHashing hashing,
      Cancellation cancellation,
      Progress progress)
      throws IOException {
    return new Reading(path, files).run(hashing, cancellation, progress);
  }

  /// All tensors.
  public List<SurveyedTensor> tensors() {
    return files.stream().flatMap(file -> file.tensors().stream()).toList();
  }

  /// The failure of the first tensor that could not be read.
  public Optional<IOException> failure() {
    return tensors().stream()
        .map(SurveyedTensor::content)
        .flatMap(
            content ->
                content instanceof SurveyedTensor.Failed(IOException failure)
                    ? Optional.of(failure).stream()
                    : Optional.<IOException>empty().stream())
        .findFirst();
  }

  /// The number of tensors that do not have all their bytes.
  public long cutCount() {
    return tensors().stream()
        .filter(tensor -> tensor.content() instanceof SurveyedTensor.Cut)
        .count();
  }

  /// Puts together what the threads find.
  private static final class Reading {

    private final Path folder;
    private final List<TensorFile> files;
    private final List<Extent> extents = new ArrayList<>();
    private final List<TensorRef> tensors = new ArrayList<>();

    /// The place of each tensor's bytes among the extents, or -1.
    private final List<Integer> places = new ArrayList<>();

    private final List<Integer> heads = new ArrayList<>();
    private ContentHash[] hashes = {};
    private IOException[] failures = {};

    Reading(Path path, List<TensorFile> files) {
      Path absolute = path.toAbsolutePath().normalize();
      this.folder = Files.isDirectory(absolute) ? absolute : absolute.getParent();
      this.files = files;
      files.forEach(this::add);
    }

    private void add(TensorFile file) {
      heads.add(extents.size());
      extents.add(Extent.head(file));
      for (TensorRef tensor :
          file.header().tensors().stream().map(info -> new TensorRef(file, info)).toList()) {
        Optional<TensorData> whole = tensor.data().filter(TensorData::isComplete);
        tensors.add(tensor);
        places.add(whole.isPresent() ? extents.size() : -1);
        whole.map(Extent::of).ifPresent(extents::add);
      }
    }

    Survey run(ContentHashing hashing, Cancellation cancellation, Progress progress)
        throws IOException {
      hashes = new ContentHash[extents.size()];
      failures = new IOException[extents.size()];
      hashing.run(
          extents,
          new ContentHashing.Results() {
            @Override
            public void hashed(int index, ContentHash hash) {
              hashes[index] = hash;
            }

            @Override
            public void failed(int index, IOException failure) {
              failures[index] = failure;
            }
          },
          cancellation,
          progress);
      return survey();
    }

    private Survey survey() throws IOException {
      List<SurveyedFile> surveyed = new ArrayList<>();
      int next = 0;
      for (int i = 0; i < files.size(); i++) {
        int head = heads.get(i);
        if (failures[head] != null) {
          throw failures[head];
        }
        List<SurveyedTensor> found = new ArrayList<>();
        for (int end = next + files.get(i).header().tensors().size(); next < end; next++) {
          found.add(new SurveyedTensor(tensors.get(next), content(next)));
        }
        surveyed.add(new SurveyedFile(name(files.get(i)), files.get(i), hashes[head], found));
      }
      return new Survey(surveyed);
    }

    private Content content(int index) {
      int place = places.get(index);
      if (place < 0) {
        return new SurveyedTensor.Cut(
            tensors.get(index).data().map(data -> data.range().byteCount()).orElse(0L));
      }
      return failures[place] == null
          ? new SurveyedTensor.Hashed(hashes[place])
          : new SurveyedTensor.Failed(failures[place]);
    }

    private String name(TensorFile file) {
      Path path = file.path().toAbsolutePath().normalize();
      Path relative = path.startsWith(folder) ? folder.relativize(path) : path.getFileName();
      return StreamSupport.stream(relative.spliterator(), false)
          .map(Path::toString)
          .collect(Collectors.joining("/"));
    }
  }

  /// A file of an open checkpoint, with what its tensors hold now.
  ///
  /// @param name its path from the folder of the checkpoint on, with slashes
  /// @param head the hash of its header length and header
  /// @param tensors in the order of the header
  public record SurveyedFile(
      String name, TensorFile file, ContentHash head, List<SurveyedTensor> tensors) {

    public SurveyedFile {
      Objects.requireNonNull(name);
      Objects.requireNonNull(file);
      Objects.requireNonNull(head);
      tensors = List.copyOf(tensors);
    }
  }
}
