package io.github.tensorloupe.integrity.manifest;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.integrity.content.ContentHash;
import io.github.tensorloupe.integrity.content.ContentHashing;
import io.github.tensorloupe.integrity.content.Extent;
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
    List<Extent> extents = new ArrayList<>();
    List<Reading> readings = files.stream().map(file -> Reading.of(file, extents)).toList();
    ContentHash[] hashes = new ContentHash[extents.size()];
    IOException[] failures = new IOException[extents.size()];
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
    Path absolute = path.toAbsolutePath().normalize();
    Path folder = Files.isDirectory(absolute) ? absolute : absolute.getParent();
    List<SurveyedFile> surveyed = new ArrayList<>();
    for (Reading reading : readings) {
      surveyed.add(reading.surveyed(folder, hashes, failures));
    }
    return new Survey(surveyed);
  }

  /// All tensors.
  public List<SurveyedTensor> tensors() {
    return files.stream().flatMap(file -> file.tensors().stream()).toList();
  }

  /// The failure of the first tensor that could not be read.
  public Optional<IOException> failure() {
    return tensors().stream()
        .map(SurveyedTensor::content)
        .filter(SurveyedTensor.Failed.class::isInstance)
        .map(content -> ((SurveyedTensor.Failed) content).failure())
        .findFirst();
  }

  /// The number of tensors that do not have all their bytes.
  public long cutCount() {
    return tensors().stream()
        .filter(tensor -> tensor.content() instanceof SurveyedTensor.Cut)
        .count();
  }

  /// A tensor and the place of its bytes among those that are read, or -1.
  private record Place(TensorRef tensor, int extent) {}

  /// What is read of a file.
  ///
  /// @param head the place of its head
  private record Reading(TensorFile file, int head, List<Place> places) {

    static Reading of(TensorFile file, List<Extent> extents) {
      Reading reading = new Reading(file, extents.size(), new ArrayList<>());
      extents.add(Extent.head(file));
      for (TensorInfo info : file.header().tensors()) {
        TensorRef tensor = new TensorRef(file, info);
        Optional<TensorData> whole = tensor.data().filter(TensorData::isComplete);
        reading.places.add(new Place(tensor, whole.isPresent() ? extents.size() : -1));
        whole.map(Extent::of).ifPresent(extents::add);
      }
      return reading;
    }

    SurveyedFile surveyed(Path folder, ContentHash[] hashes, IOException[] failures)
        throws IOException {
      if (failures[head] != null) {
        throw failures[head];
      }
      List<SurveyedTensor> tensors =
          places.stream()
              .map(place -> new SurveyedTensor(place.tensor(), content(place, hashes, failures)))
              .toList();
      return new SurveyedFile(name(folder), file, hashes[head], tensors);
    }

    private static SurveyedTensor.Content content(
        Place place, ContentHash[] hashes, IOException[] failures) {
      if (place.extent() < 0) {
        return new SurveyedTensor.Cut(
            place.tensor().data().map(data -> data.range().byteCount()).orElse(0L));
      }
      return failures[place.extent()] == null
          ? new SurveyedTensor.Hashed(hashes[place.extent()])
          : new SurveyedTensor.Failed(failures[place.extent()]);
    }

    private String name(Path folder) {
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
      tensors = List.copyOf(tensors);
    }
  }

  /// A tensor of an open checkpoint, with what it holds now.
  public record SurveyedTensor(TensorRef tensor, Content content) {

    /// The content of a tensor, as far as it is known.
    public sealed interface Content {}

    /// All were read.
    public record Hashed(ContentHash hash) implements Content {}

    /// They are not all in the file.
    ///
    /// @param presentBytes how many are
    public record Cut(long presentBytes) implements Content {}

    /// They could not be read.
    public record Failed(IOException failure) implements Content {}
  }
}
