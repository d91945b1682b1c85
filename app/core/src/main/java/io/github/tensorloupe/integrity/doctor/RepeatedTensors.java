package io.github.tensorloupe.integrity.doctor;

import module java.base;

import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;

/// Tensors that are in several shards.
///
/// @param same those whose content is the same everywhere, with the names of the shards
/// @param different the others
record RepeatedTensors(Map<String, List<String>> same, List<String> different) {

  private record Place(TensorFile file, TensorInfo info) {}

  /// Compares tensors bit for bit.
  ///
  /// @param names of tensors that are in several of the files
  /// @throws IOException if reading fails
  static RepeatedTensors of(Set<String> names, List<TensorFile> files, Cancellation cancellation)
      throws IOException {
    SameContent content = new SameContent();
    RepeatedTensors found = new RepeatedTensors(new LinkedHashMap<>(), new ArrayList<>());
    for (Map.Entry<String, List<Place>> entry : places(names, files).entrySet()) {
      List<Place> places = entry.getValue();
      if (isSame(places, content, cancellation)) {
        found.same.put(
            entry.getKey(),
            places.stream().map(place -> place.file().path().getFileName().toString()).toList());
      } else {
        found.different.add(entry.getKey());
      }
    }
    return found;
  }

  private static Map<String, List<Place>> places(Set<String> names, List<TensorFile> files) {
    Map<String, List<Place>> places = new LinkedHashMap<>();
    for (TensorFile file : files) {
      for (TensorInfo info : file.isRefused() ? List.<TensorInfo>of() : file.header().tensors()) {
        if (names.contains(info.name())) {
          places.computeIfAbsent(info.name(), _ -> new ArrayList<>()).add(new Place(file, info));
        }
      }
    }
    return places;
  }

  private static boolean isSame(List<Place> places, SameContent content, Cancellation cancellation)
      throws IOException {
    Place first = places.getFirst();
    for (Place place : places.subList(1, places.size())) {
      if (!content.of(first.file(), first.info(), place.file(), place.info(), cancellation)) {
        return false;
      }
    }
    return true;
  }

  /// Compares a tensor in two files, bit for bit.
  private static final class SameContent {

    private static final int BLOCK_BYTES = 1 << 18;

    private final ByteBuffer left = ByteBuffer.allocate(BLOCK_BYTES);
    private final ByteBuffer right = ByteBuffer.allocate(BLOCK_BYTES);

    /// Compares dtype, shape and all bytes.
    ///
    /// @throws IOException if reading fails or a file changed since it was opened
    boolean of(
        TensorFile oneFile,
        TensorInfo one,
        TensorFile otherFile,
        TensorInfo other,
        Cancellation cancellation)
        throws IOException {
      Optional<TensorData> oneData = oneFile.data(one);
      Optional<TensorData> otherData = otherFile.data(other);
      return one.dtype() == other.dtype()
          && one.shape().equals(other.shape())
          && oneData.isPresent()
          && otherData.isPresent()
          && sameBytes(oneData.get(), otherData.get(), cancellation);
    }

    private boolean sameBytes(TensorData one, TensorData other, Cancellation cancellation)
        throws IOException {
      long byteCount = one.range().byteCount();
      if (other.range().byteCount() != byteCount) {
        return false;
      }
      boolean isSame = true;
      for (long done = 0; isSame && done < byteCount; done += left.limit()) {
        cancellation.check();
        int count = (int) Math.min(BLOCK_BYTES, byteCount - done);
        one.file().read(one.range().begin() + done, left.clear().limit(count));
        other.file().read(other.range().begin() + done, right.clear().limit(count));
        isSame = left.flip().equals(right.flip());
      }
      one.file().requireUnchanged();
      other.file().requireUnchanged();
      return isSame;
    }
  }
}
