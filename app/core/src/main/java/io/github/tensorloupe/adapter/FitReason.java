package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The likely reason why an adapter does not fit a base, with what shows it. Immutable.
public record FitReason(Kind kind, Sentence sentence) {

  /// Reasons, those that explain most first.
  public enum Kind {
    OTHER_FAMILY,
    OTHER_SIZE,
    /// The names agree but for what stands in front.
    OTHER_PREFIX,
    NO_TEXT_ENCODER,
    /// One has in one tensor what the other has in several.
    FUSED,
    OTHER_NAMES
  }

  /// Ends of names of layers that other programs keep in one.
  private static final Pattern SPLIT =
      Pattern.compile(
          "(?:.*[._])?(?:to_[qkv]|[qkv]_proj|[qkv]_lin|query|key|value|w?[qkv]|gate_proj|up_proj)",
          Pattern.DOTALL);

  private static final Pattern FUSED =
      Pattern.compile(
          "(?:.*[._])?(?:(?:to_|w|W)?qkv(?:_proj)?|in_proj(?:[._]weight)?|query_key_value|c_attn"
              + "|W_pack|gate_up_proj)",
          Pattern.DOTALL);

  /// Of so many modules without tensor at least one must be such a layer.
  private static final int LEAST_PART = 8;

  /// The reason that the evidence shows; empty where all modules fit whose shapes are known. Takes
  /// time in proportion to the number of tensors. Reads nothing.
  ///
  /// @param modules of the adapter, measured with the base
  /// @param parts of the base
  public static Optional<FitReason> of(
      Adapter adapter, List<MeasuredModule> modules, BaseNames base, List<CheckpointPart> parts) {
    List<MeasuredModule> misshapen = modules.stream().filter(each -> each.fits(false)).toList();
    List<AdapterModule> unmatched =
        modules.stream().filter(each -> each.fit().isEmpty()).map(MeasuredModule::module).toList();
    int misfits = misshapen.size() + unmatched.size();
    if (misfits == 0) {
      return Optional.empty();
    }
    CheckpointPart own =
        new CheckpointPart(
            "", adapter.file().path(), Optional.empty(), List.of(adapter.file()), List.of());
    Optional<FitReason> family =
        2 * misfits > modules.size() ? otherFamily(List.of(own), parts) : Optional.empty();
    return family
        .or(() -> otherSize(misshapen, unmatched.size()))
        .or(() -> missingPrefix(unmatched, base))
        .or(() -> additionalPrefix(unmatched, base))
        .or(() -> noTextEncoder(unmatched, modules.size(), base))
        .or(
            () ->
                joined(
                    unmatched,
                    base,
                    SPLIT,
                    FUSED,
                    (module, tensor) ->
                        Sentence.of(
                            "The base has in one tensor, {1}, what the adapter changes in several"
                                + " modules, such as {0}.",
                            module, tensor)))
        .or(
            () ->
                joined(
                    unmatched,
                    base,
                    FUSED,
                    SPLIT,
                    (module, tensor) ->
                        Sentence.of(
                            "The adapter changes in one module, {0}, what the base has in several"
                                + " tensors, such as {1}.",
                            module, tensor)))
        .or(() -> otherNames(unmatched));
  }

  private static Optional<FitReason> otherFamily(
      List<CheckpointPart> adapter, List<CheckpointPart> base) {
    return family(adapter)
        .flatMap(
            own ->
                family(base)
                    .filter(other -> areDifferent(own.toString(), other.toString()))
                    .map(
                        other ->
                            new FitReason(
                                Kind.OTHER_FAMILY,
                                Sentence.of("It is made for {0}; the base is {1}.", own, other))));
  }

  /// The family of a checkpoint; empty where its parts are of several.
  private static Optional<Sentence> family(List<CheckpointPart> parts) {
    List<Sentence> families =
        parts.stream()
            .map(part -> Identification.of(part, Cancellation.NEVER))
            .flatMap((Identity identity) -> identity.family().stream())
            .distinct()
            .toList();
    return families.size() == 1 ? Optional.of(families.getFirst()) : Optional.empty();
  }

  /// False if one family may be more exact about the other, or names several.
  private static boolean areDifferent(String a, String b) {
    return !a.startsWith(b) && !b.startsWith(a) && !(a + b).matches(".*[(/].*");
  }

  private static Optional<FitReason> noTextEncoder(
      List<AdapterModule> unmatched, int all, BaseNames base) {
    boolean isSo =
        !unmatched.isEmpty()
            && unmatched.size() < all
            && unmatched.stream().allMatch(base::lacksTextEncoderOf);
    return isSo
        ? Optional.of(
            new FitReason(
                Kind.NO_TEXT_ENCODER,
                Sentence.of(
                    "The base has no text encoder, which {0} {0#module changes|modules change}.",
                    unmatched.size())))
        : Optional.empty();
  }

  private static Optional<FitReason> otherSize(List<MeasuredModule> misshapen, int unmatched) {
    return misshapen.stream()
        .findFirst()
        .filter(_ -> misshapen.size() >= unmatched)
        .map(first -> new FitReason(Kind.OTHER_SIZE, otherSize(first)));
  }

  private static Sentence otherSize(MeasuredModule measured) {
    String name = DisplayText.of(measured.module().name());
    Shape base = measured.fit().orElseThrow().tensor().shape();
    if (measured.module().shape().isEmpty()) {
      return Sentence.of(
          "It is made for a model of another size: the tensor of {0} has the shape {1}.",
          name, base.toString());
    }
    Shape shape = measured.module().shape().get();
    int order = Long.compare(shape.elementCount().orElse(0), base.elementCount().orElse(0));
    return Sentence.of(
        "It is made for {0}: {1} has the shape {2}, its tensor in the base {3}.",
        order > 0
            ? Sentence.of("a larger model")
            : order < 0 ? Sentence.of("a smaller model") : Sentence.of("another model"),
        name,
        shape.toString(),
        base.toString());
  }

  /// Prefixes that would make names agree, each with the first pair of names that would.
  private static final class Prefixes {

    private final Map<String, List<Sentence>> examples = new LinkedHashMap<>();

    void add(String prefix, String module, String tensor) {
      examples
          .computeIfAbsent(prefix, _ -> new ArrayList<>())
          .add(Sentence.of("{0} is {1} there", DisplayText.of(module), DisplayText.of(tensor)));
    }

    /// The reason if one prefix explains more than half.
    Optional<FitReason> reason(int modules, BiFunction<String, Sentence, Sentence> sentence) {
      return examples.entrySet().stream()
          .filter(entry -> 2 * entry.getValue().size() > modules)
          .max(Comparator.comparingInt(entry -> entry.getValue().size()))
          .map(
              entry ->
                  new FitReason(
                      Kind.OTHER_PREFIX,
                      sentence.apply(DisplayText.of(entry.getKey()), entry.getValue().getFirst())));
    }
  }

  /// Tensors of the base are called as modules are, but for more in front.
  private static Optional<FitReason> missingPrefix(List<AdapterModule> unmatched, BaseNames base) {
    Map<String, String> byPath = byPath(unmatched.stream().map(AdapterModule::name));
    Prefixes prefixes = new Prefixes();
    for (String stem : base.stems(unmatched)) {
      for (int dot = stem.indexOf('.'); dot >= 0; dot = stem.indexOf('.', dot + 1)) {
        String module = byPath.get(stem.substring(dot + 1).replace('.', '_'));
        if (module != null) {
          prefixes.add(stem.substring(0, dot + 1), module, stem);
        }
      }
    }
    return prefixes.reason(
        unmatched.size(),
        (prefix, example) ->
            Sentence.of("The base names its tensors with {0} in front: {1}.", prefix, example));
  }

  /// The other way round.
  private static Optional<FitReason> additionalPrefix(
      List<AdapterModule> unmatched, BaseNames base) {
    Map<String, String> byPath = byPath(base.stems(unmatched).stream());
    Prefixes prefixes = new Prefixes();
    for (AdapterModule module : unmatched) {
      String path = BaseNames.path(module.name());
      for (int at = path.indexOf('_'); at >= 0; at = path.indexOf('_', at + 1)) {
        String stem = byPath.get(path.substring(at + 1));
        if (stem != null) {
          prefixes.add(path.substring(0, at + 1), module.name(), stem);
        }
      }
    }
    return prefixes.reason(
        unmatched.size(),
        (prefix, example) ->
            Sentence.of(
                "The adapter names its modules with {0} in front, which the base lacks: {1}.",
                prefix, example));
  }

  private static Map<String, String> byPath(Stream<String> names) {
    return names.collect(
        Collectors.toMap(BaseNames::path, Function.identity(), (first, _) -> first));
  }

  /// Looks for layers that the adapter has in one way and the base only in the other.
  private static Optional<FitReason> joined(
      List<AdapterModule> unmatched,
      BaseNames base,
      Pattern own,
      Pattern other,
      BiFunction<String, String, Sentence> sentence) {
    List<AdapterModule> such =
        unmatched.stream().filter(module -> own.matcher(module.name()).matches()).toList();
    if (such.isEmpty() || LEAST_PART * such.size() < unmatched.size()) {
      return Optional.empty();
    }
    List<String> stems = base.stems(List.of(such.getFirst()));
    return stems.stream().anyMatch(stem -> own.matcher(stem).matches())
        ? Optional.empty()
        : stems.stream()
            .filter(stem -> other.matcher(stem).matches())
            .findFirst()
            .map(
                stem ->
                    new FitReason(
                        Kind.FUSED,
                        sentence.apply(
                            DisplayText.of(such.getFirst().name()), DisplayText.of(stem))));
  }

  private static Optional<FitReason> otherNames(List<AdapterModule> unmatched) {
    return unmatched.stream()
        .findFirst()
        .map(
            first ->
                new FitReason(
                    Kind.OTHER_NAMES,
                    Sentence.of(
                        "No tensor of the base has a name for {0}, in any known way of naming.",
                        DisplayText.of(first.name()))));
  }
}
