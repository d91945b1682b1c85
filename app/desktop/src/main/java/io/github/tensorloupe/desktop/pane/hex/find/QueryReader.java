package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;

import io.github.tensorloupe.analysis.search.BytePattern;
import io.github.tensorloupe.analysis.search.ElementTest;
import io.github.tensorloupe.analysis.search.PatternText;
import io.github.tensorloupe.analysis.search.ValueText;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.Bytes;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.Elements;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.FindKind;
import io.github.tensorloupe.desktop.pane.hex.find.FindQuery.What;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.Result.Ready;
import io.github.tensorloupe.desktop.pane.hex.find.QueryReader.Result.Refused;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Reads what a person wants to find. Immutable.
final class QueryReader {

  private final Messages messages;

  QueryReader(Messages messages) {
    this.messages = messages;
  }

  /// Reads what is wanted.
  ///
  /// @param tensor the only one that is to be searched; empty for the whole file
  Result read(
      FindKind kind, String text, boolean ignoreCase, TensorFile file, Optional<TensorRef> tensor) {
    if (kind.isTyped() && (kind == FindKind.TEXT ? text.isEmpty() : text.isBlank())) {
      return new Result.Empty();
    }
    if (tensor.isPresent() && tensor.get().data().isEmpty()) {
      return refused("find.no-bytes", DisplayText.of(tensor.get().info().name()));
    }
    Function<What, FindQuery> query = what -> new FindQuery(file, tensor, what);
    return switch (kind) {
      case BYTES -> pattern(PatternText.bytes(text), query);
      case TEXT -> pattern(PatternText.text(text, ignoreCase), query);
      case VALUE -> value(text.strip(), dtypes(file, tensor), query);
      case NAN -> sort(kind, ElementTest::nan, dtypes(file, tensor), query);
      case INFINITY -> sort(kind, ElementTest::infinity, dtypes(file, tensor), query);
      case NON_ZERO ->
          tensor.isEmpty()
              ? ready(query.apply(new Bytes(ElementTest.NON_ZERO_BYTE)))
              : sort(
                  kind,
                  dtype -> Optional.of(ElementTest.nonZero(dtype)),
                  dtypes(file, tensor),
                  query);
    };
  }

  private static Set<Dtype> dtypes(TensorFile file, Optional<TensorRef> tensor) {
    Set<Dtype> dtypes = EnumSet.noneOf(Dtype.class);
    if (tensor.isPresent()) {
      dtypes.add(tensor.get().info().dtype());
    } else {
      file.header().tensors().stream().map(TensorInfo::dtype).forEach(dtypes::add);
    }
    return dtypes;
  }

  private Result pattern(PatternText.Reading reading, Function<What, FindQuery> query) {
    return switch (reading) {
      case PatternText.Found(BytePattern pattern) -> ready(query.apply(new Bytes(pattern)));
      case PatternText.Refused(PatternText.Problem problem, String found) ->
          refused(
              switch (problem) {
                case EMPTY -> "find.bytes.empty";
                case NO_DIGIT -> "find.bytes.no-digit";
                case HALF_BYTE -> "find.bytes.half-byte";
                case ONLY_WILDCARDS -> "find.bytes.only-wildcards";
                case TOO_LONG -> "find.too-long";
                case NO_CHARACTER -> "find.text.no-character";
              },
              DisplayText.of(found),
              BytePattern.MAX_BYTES);
    };
  }

  private Result sort(
      FindKind kind,
      Function<Dtype, Optional<ElementTest>> test,
      Collection<Dtype> dtypes,
      Function<What, FindQuery> query) {
    Map<Dtype, ElementTest> tests = new EnumMap<>(Dtype.class);
    dtypes.forEach(dtype -> test.apply(dtype).ifPresent(found -> tests.put(dtype, found)));
    return tests.isEmpty() ? noSuch(kind, dtypes) : ready(query.apply(new Elements(tests)));
  }

  private Refused noSuch(FindKind kind, Collection<Dtype> dtypes) {
    return kind == FindKind.NAN
        ? refused("find.nan.none", names(dtypes))
        : refused("find.infinity.none", names(dtypes));
  }

  private String names(Collection<Dtype> dtypes) {
    return dtypes.size() == 1 ? dtypes.iterator().next().name() : messages.text("find.no-dtype");
  }

  private Result value(String text, Collection<Dtype> dtypes, Function<What, FindQuery> query) {
    Map<Dtype, ElementTest> tests = new EnumMap<>(Dtype.class);
    Optional<String> feedback = Optional.empty();
    Optional<Refused> refusal = Optional.empty();
    for (Dtype dtype : dtypes) {
      switch (ValueText.read(text, dtype)) {
        case ValueText.Found(ElementTest test) -> tests.put(dtype, test);
        case ValueText.Named(ElementTest test, String nearest) -> {
          tests.put(dtype, test);
          feedback = Optional.of(messages.text("find.value.absent", dtype, text, nearest));
        }
        case ValueText.Absent(String nearest) ->
            refusal =
                Optional.of(
                    new Refused(
                        messages.text("find.value.absent", dtype, text, nearest),
                        Optional.of(nearest)));
        case ValueText.NoSuchThing() ->
            refusal = Optional.of(refused("find.value.none", dtype, text));
        case ValueText.NotANumber() ->
            refusal = Optional.of(refused("find.value.no-number", DisplayText.of(text)));
      }
    }
    if (tests.isEmpty()) {
      return refusal.orElseGet(() -> refused("find.value.none", names(dtypes), text));
    }
    return new Ready(query.apply(new Elements(tests)), feedback);
  }

  private static Ready ready(FindQuery query) {
    return new Ready(query, Optional.empty());
  }

  private Refused refused(String key, Object... arguments) {
    return new Refused(messages.text(key, arguments), Optional.empty());
  }

  /// The result of reading the bar's fields.
  sealed interface Result {

    /// Something to find.
    ///
    /// @param remark something worth saying all the same
    record Ready(FindQuery query, Optional<String> feedback) implements Result {}

    /// Nothing yet: the field is empty.
    record Empty() implements Result {}

    /// Nothing that can be found.
    ///
    /// @param sentence why
    /// @param offer what could be typed instead
    record Refused(String sentence, Optional<String> offer) implements Result {}
  }
}
