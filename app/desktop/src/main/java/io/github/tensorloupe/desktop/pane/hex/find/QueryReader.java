package io.github.tensorloupe.desktop.pane.hex.find;

import module java.base;

import io.github.tensorloupe.desktop.error.Feedback;
import io.github.tensorloupe.desktop.pane.hex.search.ByteExpression;
import io.github.tensorloupe.desktop.pane.hex.search.BytePattern;
import io.github.tensorloupe.desktop.pane.hex.search.ElementTest;
import io.github.tensorloupe.desktop.pane.hex.search.PatternText;
import io.github.tensorloupe.desktop.pane.hex.search.SearchQuery;
import io.github.tensorloupe.desktop.pane.hex.search.SearchQuery.Sought;
import io.github.tensorloupe.desktop.pane.hex.search.ValueText;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.format.TensorInfo;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;

/// Parses the query of a search.
///
/// @param tensor the tensor to search; empty for the whole file
record QueryReader(TensorFile file, Optional<TensorRef> tensor, Messages messages) {

  /// @param query empty if the text is empty, invalid, or cannot match
  /// @param note the reason for the missing query, or a remark about the query; may be empty text
  /// @param offer a suggestion to replace the typed text
  record Reading(Optional<SearchQuery> query, Feedback note, Optional<String> offer) {

    private static final Feedback SILENCE = Feedback.done("");
    static final Reading NOTHING = of(SILENCE);

    static Reading of(Feedback note) {
      return new Reading(Optional.empty(), note, Optional.empty());
    }
  }

  Reading read(FindKind kind, String text, boolean ignoreCase) {
    if (kind.isTyped() && (kind.hasCase() ? text.isEmpty() : text.isBlank())) {
      return Reading.NOTHING;
    }
    if (tensor.isPresent() && tensor.get().data().isEmpty()) {
      return refused("find.no-bytes", DisplayText.of(tensor.get().info().name()));
    }
    return switch (kind) {
      case BYTES -> pattern(PatternText.bytes(text));
      case TEXT -> pattern(PatternText.text(text, ignoreCase));
      case EXPRESSION -> expression(text, ignoreCase);
      case VALUE -> value(text.strip());
      case NAN -> every(ElementTest::nan, "find.nan.none");
      case INFINITY -> every(ElementTest::infinity, "find.infinity.none");
      case NON_ZERO -> ready(nonZero(), Reading.SILENCE);
    };
  }

  private Reading ready(Sought sought, Feedback note) {
    SearchQuery query = new SearchQuery(file, tensor, sought);
    return new Reading(Optional.of(query), note, Optional.empty());
  }

  private Reading refused(String key, Object... arguments) {
    return Reading.of(Feedback.refused(messages.text(key, arguments)));
  }

  private Set<Dtype> dtypes() {
    return tensor.map(only -> List.of(only.info())).orElse(file.header().tensors()).stream()
        .map(TensorInfo::dtype)
        .collect(Collectors.toCollection(() -> EnumSet.noneOf(Dtype.class)));
  }

  private Reading pattern(PatternText.Reading reading) {
    return switch (reading) {
      case PatternText.Found(BytePattern pattern) ->
          ready(new Sought.Bytes(pattern), Reading.SILENCE);
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

  private Reading expression(String text, boolean ignoreCase) {
    try {
      return ready(new Sought.Expression(new ByteExpression(text, ignoreCase)), Reading.SILENCE);
    } catch (PatternSyntaxException e) {
      if (e.getDescription().equals(ByteExpression.EMPTY_MATCH)) {
        return refused("find.expression.empty");
      }
      if (e.getDescription().equals(ByteExpression.ALL_BEFORE)) {
        return refused("find.expression.all-before");
      }
      int at = Math.clamp(e.getIndex(), 0, text.length());
      return e.getIndex() < 0
          ? refused("find.expression.wrong", e.getDescription())
          : refused(
              "find.expression.wrong-at",
              e.getDescription(),
              at + 1,
              DisplayText.of(text.substring(Math.max(0, at - 8), at), 8));
    }
  }

  private Sought nonZero() {
    return tensor
        .map(only -> only.info().dtype())
        .<Sought>map(dtype -> new Sought.Elements(Map.of(dtype, ElementTest.nonZero(dtype))))
        .orElse(new Sought.Bytes(ElementTest.NON_ZERO_BYTE));
  }

  private Reading every(Function<Dtype, Optional<ElementTest>> test, String noneKey) {
    Map<Dtype, ElementTest> tests = new EnumMap<>(Dtype.class);
    dtypes().forEach(dtype -> test.apply(dtype).ifPresent(found -> tests.put(dtype, found)));
    return tests.isEmpty()
        ? refused(noneKey, dtypeNames())
        : ready(new Sought.Elements(tests), Reading.SILENCE);
  }

  private String dtypeNames() {
    Set<Dtype> dtypes = dtypes();
    return dtypes.size() == 1 ? dtypes.iterator().next().name() : messages.text("find.no-dtype");
  }

  private Reading value(String text) {
    Map<Dtype, ElementTest> tests = new EnumMap<>(Dtype.class);
    Feedback feedback = Reading.SILENCE;
    Optional<Reading> refusal = Optional.empty();
    for (Dtype dtype : dtypes()) {
      switch (ValueText.read(messages.withPoint(text), dtype)) {
        case ValueText.Found(ElementTest test) -> tests.put(dtype, test);
        case ValueText.Named(ElementTest test, String nearest) -> {
          tests.put(dtype, test);
          feedback = Feedback.done(absent(dtype, text, nearest));
        }
        case ValueText.Absent(String nearest) -> {
          Feedback why = Feedback.refused(absent(dtype, text, nearest));
          refusal =
              Optional.of(
                  new Reading(Optional.empty(), why, Optional.of(messages.localized(nearest))));
        }
        case ValueText.Unsupported() ->
            refusal = Optional.of(refused("find.value.none", dtype, text));
        case ValueText.NotANumber() ->
            refusal = Optional.of(refused("find.value.no-number", DisplayText.of(text)));
      }
    }
    return tests.isEmpty()
        ? refusal.orElseGet(() -> refused("find.value.none", dtypeNames(), text))
        : ready(new Sought.Elements(tests), feedback);
  }

  private String absent(Dtype dtype, String text, String nearest) {
    return messages.text("find.value.absent", dtype, text, messages.localized(nearest));
  }

  enum FindKind {
    BYTES,
    TEXT,
    EXPRESSION,
    VALUE,
    NAN,
    INFINITY,
    NON_ZERO;

    String key() {
      return Messages.word(this);
    }

    /// Returns true if the user must type the text to search for.
    boolean isTyped() {
      return hasCase() || this == BYTES || this == VALUE;
    }

    /// Returns true if the case of letters can be ignored.
    boolean hasCase() {
      return this == TEXT || this == EXPRESSION;
    }
  }
}
