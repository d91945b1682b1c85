package io.github.tensorloupe.desktop.session;

import module java.base;

import io.github.tensorloupe.desktop.control.names.NameTree;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.Checkpoint;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Finds a [RememberedPlace] in an open checkpoint.
public record PlaceFinder(Checkpoint checkpoint, NameTree tree) {

  public Optional<TensorFile> file(Path path) {
    return checkpoint.files().stream().filter(file -> file.path().equals(path)).findFirst();
  }

  /// Returns the file offset of the caret, moved with its tensor if that begins elsewhere now;
  /// empty if the file is not open or too short.
  public Optional<Long> byteOffset(RememberedPlace place) {
    Optional<TensorFile> file = file(place.file());
    if (file.isEmpty()) {
      return Optional.empty();
    }
    Optional<ByteRange> data = tensor(place).flatMap(TensorRef::data).map(each -> each.range());
    if (data.isPresent()) {
      ByteRange now = data.get();
      long moved = now.begin() + place.byteOffset() - place.tensor().orElseThrow().begin();
      return Optional.of(now.contains(moved) ? moved : now.begin());
    }
    // The caret of an empty file is at 0, although there is no byte.
    long length = Math.max(1, file.get().bytes().length());
    return Optional.of(place.byteOffset()).filter(at -> at < length);
  }

  /// Returns the tensor of the same name in the same file. Searches all tensors only if the
  /// remembered index is wrong.
  public Optional<TensorRef> tensor(RememberedPlace place) {
    return place.tensor().flatMap(named -> file(named.file()).flatMap(file -> tensor(file, named)));
  }

  private static Optional<TensorRef> tensor(TensorFile file, RememberedPlace.Tensor named) {
    List<TensorInfo> tensors = file.header().tensors();
    boolean isInPlace =
        named.index() >= 0
            && named.index() < tensors.size()
            && tensors.get(named.index()).name().equals(named.name());
    Optional<TensorInfo> found =
        isInPlace ? Optional.of(tensors.get(named.index())) : file.header().tensor(named.name());
    return found.map(info -> new TensorRef(file, info));
  }

  public OptionalInt group(RememberedPlace place) {
    return place.group().map(tree::find).orElse(OptionalInt.empty());
  }

  /// Returns a place of the previous checkpoint in this one, without a selected tensor or group
  /// that does not exist anymore; empty if its bytes do not exist.
  public Optional<RememberedPlace> adapt(RememberedPlace place) {
    Optional<RememberedPlace.Tensor> tensor = tensor(place).map(RememberedPlace.Tensor::of);
    Optional<List<String>> group = place.group().filter(_ -> group(place).isPresent());
    return byteOffset(place)
        .map(at -> new RememberedPlace(place.file(), at, tensor, group, place.pane()));
  }
}
