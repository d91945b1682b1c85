package io.github.tensorloupe.desktop.selection;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Header;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.storage.session.RememberedPlace;

/// Finds in an open document what a [RememberedPlace] names.
///
/// @param document is searched
record PlaceFinder(OpenDocument document) {

  /// The caret; empty where the file is not open or has become shorter. A tensor that begins
  /// elsewhere by now takes the caret with it.
  Optional<Caret> caret(RememberedPlace place) {
    return file(place.file())
        .flatMap(
            file ->
                inTensor(place)
                    .or(() -> Optional.of(place.byteOffset()).filter(at -> isIn(file, at)))
                    .map(byteOffset -> new Caret(file, byteOffset)));
  }

  private Optional<Long> inTensor(RememberedPlace place) {
    return tensor(place)
        .flatMap(TensorRef::data)
        .map(
            data -> {
              ByteRange now = data.range();
              long moved = now.begin() + place.byteOffset() - place.tensor().orElseThrow().begin();
              return now.contains(moved) ? moved : now.begin();
            });
  }

  /// The caret of an empty file stands at 0, where there is no byte.
  private static boolean isIn(TensorFile file, long byteOffset) {
    return byteOffset == 0 || byteOffset < file.bytes().length();
  }

  /// The tensor of the same name in the same file. Takes time in proportion to the number of
  /// tensors only where it does not stand in its old place among them.
  Optional<TensorRef> tensor(RememberedPlace place) {
    return place
        .tensor()
        .flatMap(
            named ->
                file(named.file())
                    .flatMap(
                        file -> info(file.header(), named).map(info -> new TensorRef(file, info))));
  }

  private static Optional<TensorInfo> info(Header header, RememberedPlace.Tensor named) {
    List<TensorInfo> tensors = header.tensors();
    return named.index() >= 0
            && named.index() < tensors.size()
            && tensors.get(named.index()).name().equals(named.name())
        ? Optional.of(tensors.get(named.index()))
        : header.tensor(named.name());
  }

  /// The node of the group with the same labels.
  OptionalInt group(RememberedPlace place) {
    return place
        .group()
        .map(labels -> new NodePath(labels).find(document.tree()))
        .orElse(OptionalInt.empty());
  }

  /// Finds a place of the document before; empty where its bytes are gone. A tensor or group that
  /// is gone is no longer selected there.
  Optional<RememberedPlace> adapt(RememberedPlace place) {
    return caret(place)
        .map(
            caret ->
                new RememberedPlace(
                    place.file(),
                    caret.byteOffset(),
                    tensor(place).map(SelectionHistory::named),
                    group(place).isPresent() ? place.group() : Optional.empty(),
                    place.pane()));
  }

  private Optional<TensorFile> file(Path path) {
    return document.checkpoint().files().stream()
        .filter(file -> file.path().equals(path))
        .findFirst();
  }
}
