package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;

import io.github.tensorloupe.analysis.search.ByteSearch;
import io.github.tensorloupe.analysis.search.ElementTest;
import io.github.tensorloupe.analysis.search.SearchArea;
import io.github.tensorloupe.analysis.search.SearchPattern;
import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.FileBytes;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import io.github.tensorloupe.work.Progress;

/// A search: its pattern and its areas. Immutable.
///
/// @param file that is searched
/// @param tensor the only one that is searched; empty for the whole file
/// @param what is looked for
record FindQuery(TensorFile file, Optional<TensorRef> tensor, What what) {

  /// The pattern of a search.
  sealed interface What {}

  /// The same everywhere.
  record Bytes(SearchPattern sought) implements What {}

  /// In each tensor what its dtype asks for; nothing in tensors of other dtypes.
  record Elements(Map<Dtype, ElementTest> tests) implements What {
    Elements {
      tests = Map.copyOf(tests);
    }
  }

  List<SearchArea> areas() {
    return switch (what) {
      case Bytes(SearchPattern sought) -> List.of(SearchArea.of(range(), sought));
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

  /// The result of a search.
  ///
  /// @param match file offsets; empty where there is none in all of what was to be searched
  /// @param wrapped true if it was found from the other end on
  record Outcome(Optional<ByteRange> match, boolean wrapped) {

    /// Searches from a place to the end and then from the top to that place; backwards the other
    /// way round. Blocks.
    ///
    /// @param byteOffset file offset: forward the first that a match may begin at, backwards the
    ///   one behind the last
    static Outcome search(
        FindQuery query,
        boolean forward,
        long byteOffset,
        Cancellation cancellation,
        Progress progress)
        throws IOException {
      FileBytes file = query.file().bytes();
      List<SearchArea> areas = query.areas();
      long all = areas.stream().mapToLong(area -> area.range().byteCount()).sum();
      ByteRange before = new ByteRange(0, byteOffset);
      ByteRange behind = new ByteRange(byteOffset, Math.max(byteOffset, file.length()));
      ByteSearch search = ByteSearch.besideOthers();
      Progress atFirst = (done, total) -> progress.report(Math.min(done, all), all);
      Progress then = (done, total) -> progress.report(Math.clamp(all - total + done, 0, all), all);
      Optional<ByteRange> match =
          forward
              ? search.first(file, areas, behind, cancellation, atFirst)
              : search.last(file, areas, before, cancellation, atFirst);
      if (match.isPresent()) {
        return new Outcome(match, false);
      }
      Optional<ByteRange> wrapped =
          forward
              ? search.first(file, areas, before, cancellation, then)
              : search.last(file, areas, behind, cancellation, then);
      return new Outcome(wrapped, wrapped.isPresent());
    }
  }

  /// The kind of thing to search for.
  enum FindKind {
    BYTES("bytes"),
    TEXT("text"),
    VALUE("value"),
    NAN("nan"),
    INFINITY("infinity"),
    NON_ZERO("non-zero");

    private final String word;

    FindKind(String word) {
      this.word = word;
    }

    /// The key of its name in the message bundle.
    String messageKey() {
      return "find.kind." + word;
    }

    /// The key of what the field asks for; only where there is something to type.
    String promptKey() {
      return "find.prompt." + word;
    }

    /// True if a person has to say what is looked for.
    boolean isTyped() {
      return switch (this) {
        case BYTES, TEXT, VALUE -> true;
        case NAN, INFINITY, NON_ZERO -> false;
      };
    }
  }
}
