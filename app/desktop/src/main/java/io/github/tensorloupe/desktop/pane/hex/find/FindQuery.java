package io.github.tensorloupe.desktop.pane.hex.find;

import io.github.tensorloupe.analysis.search.ElementTest;
import io.github.tensorloupe.analysis.search.SearchArea;
import io.github.tensorloupe.analysis.search.Sought;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What is looked for where. Immutable.
///
/// @param file that is searched
/// @param tensor the only one that is searched; empty for the whole file
/// @param what is looked for
record FindQuery(TensorFile file, Optional<TensorRef> tensor, What what) {

  /// What is looked for.
  sealed interface What {}

  /// The same everywhere.
  record Bytes(Sought sought) implements What {}

  /// In each tensor what its dtype asks for; nothing in tensors of other dtypes.
  record Elements(Map<Dtype, ElementTest> tests) implements What {
    Elements {
      tests = Map.copyOf(tests);
    }
  }

  /// Where to look, in the order of the file. Takes time in proportion to the number of tensors.
  List<SearchArea> areas() {
    return switch (what) {
      case Bytes(Sought sought) -> List.of(SearchArea.of(range(), sought));
      case Elements(Map<Dtype, ElementTest> tests) -> areas(tests);
    };
  }

  private ByteRange range() {
    return tensor
        .flatMap(TensorRef::data)
        .map(TensorData::range)
        .orElse(new ByteRange(0, file.bytes().length()));
  }

  private List<SearchArea> areas(Map<Dtype, ElementTest> tests) {
    List<TensorInfo> searched =
        tensor.map(only -> List.of(only.info())).orElse(file.header().tensors());
    List<SearchArea> areas = new ArrayList<>();
    for (TensorInfo info : searched) {
      ElementTest test = tests.get(info.dtype());
      if (test != null) {
        file.data(info).ifPresent(data -> areas.add(SearchArea.of(data, test)));
      }
    }
    return areas;
  }
}
