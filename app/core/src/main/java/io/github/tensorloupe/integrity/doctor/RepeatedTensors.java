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

  private static final int BLOCK_BYTES = 1 << 18;

  private record Place(TensorFile file, TensorInfo info) {}

  /// Compares tensors bit for bit.
  ///
  /// @param names of tensors that are in several of the files
  /// @throws IOException if reading fails
  static RepeatedTensors of(Set<String> names, List<TensorFile> files, Cancellation cancellation)
      throws IOException {
    RepeatedTensors found = new RepeatedTensors(new LinkedHashMap<>(), new ArrayList<>());
    for (Map.Entry<String, List<Place>> entry : places(names, files).entrySet()) {
      List<Place> places = entry.getValue();
      if (isSame(places, cancellation)) {
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

  private static boolean isSame(List<Place> places, Cancellation cancellation) throws IOException {
    Place first = places.getFirst();
    for (Place place : places.subList(1, places.size())) {
      if (!isSame(first, place, cancellation)) {
        return false;
      }
    }
    return true;
  }

  /// True if dtype, shape and all bytes are the same.
  private static boolean isSame(Place one, Place other, Cancellation cancellation)
      throws IOException {
    Optional<TensorData> oneData = one.file().data(one.info());
    Optional<TensorData> otherData = other.file().data(other.info());
    return one.info().dtype() == other.info().dtype()
        && one.info().shape().equals(other.info().shape())
        && oneData.isPresent()
        && otherData.isPresent()
        && isSame(oneData.get(), otherData.get(), cancellation);
  }

  private static boolean isSame(TensorData one, TensorData other, Cancellation cancellation)
      throws IOException {
    long byteCount = one.range().byteCount();
    if (other.range().byteCount() != byteCount) {
      return false;
    }
    boolean isSame = true;
    for (long begin = 0; isSame && begin < byteCount; begin += BLOCK_BYTES) {
      cancellation.check();
      int count = (int) Math.min(BLOCK_BYTES, byteCount - begin);
      isSame =
          Arrays.equals(
              one.file().read(one.range().begin() + begin, count),
              other.file().read(other.range().begin() + begin, count));
    }
    one.file().requireUnchanged();
    other.file().requireUnchanged();
    return isSame;
  }
}
