package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.identify.Identity;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The probable reason why an adapter does not fit a base. Immutable.
public record FitReason(Kind kind, Sentence sentence) {

  /// The kinds of reasons, in descending order of precedence.
  public enum Kind {
    OTHER_FAMILY,
    /// Replaced tensors have another number of rows than the base.
    OTHER_VOCABULARY,
    /// The adapter widens the input of the network for a control image.
    WIDENED_INPUT,
    OTHER_SIZE,
    /// The names differ by a prefix.
    OTHER_PREFIX,
    NO_TEXT_ENCODER,
    /// A tensor of one checkpoint combines several tensors of the other.
    FUSED,
    OTHER_NAMES
  }

  /// Paths of layers that some programs fuse into one.
  private static final Pattern SPLIT =
      Pattern.compile(
          "(.*?_)(?:to_[qkv]|[qkv]_proj|[qkv]_lin|query|key|value|w?[qkv]|gate_proj|up_proj)",
          Pattern.DOTALL);

  private static final Pattern FUSED =
      Pattern.compile(
          "(.*?_)(?:(?:to_|w|W)?qkv(?:_proj)?|in_proj(?:_weight)?|query_key_value|c_attn|W_pack"
              + "|gate_up_proj)",
          Pattern.DOTALL);

  private static final int MAX_PREFIX = 200;

  /// Layers with a row per token.
  private static final Set<String> VOCABULARY =
      Set.of("embed_tokens", "lm_head", "wte", "embed_in", "embed_out", "word_embeddings");

  /// Finds the reason in linear time, or returns empty if all modules with known shapes fit. Reads
  /// nothing.
  ///
  /// @param modules the modules of the adapter, measured with the base
  /// @param parts the parts of the base
  public static Optional<FitReason> of(
      Adapter adapter, List<MeasuredModule> modules, BaseNames base, List<CheckpointPart> parts) {
    List<MeasuredModule> misshapen = modules.stream().filter(each -> each.fits(false)).toList();
    List<AdapterModule> unmatched =
        modules.stream().filter(each -> each.fit().isEmpty()).map(MeasuredModule::module).toList();
    Optional<FitReason> special = ofMisshapen(misshapen);
    if (special.isPresent()) {
      return special;
    }
    if (2 * (unmatched.size() + misshapen.size()) > modules.size()) {
      Optional<FitReason> reason = otherFamily(adapter, parts);
      if (reason.isPresent()) {
        return reason;
      }
    }
    long lacking = unmatched.stream().filter(base::lacksTextEncoderOf).count();
    if (!misshapen.isEmpty() && misshapen.size() >= unmatched.size() - lacking) {
      return Optional.of(otherSize(misshapen.getFirst()));
    }
    return unmatched.isEmpty()
        ? Optional.empty()
        : Optional.of(ofNames(unmatched, base, lacking, modules.size()));
  }

  /// Returns the reason if only replaced tensors or widened inputs do not fit.
  private static Optional<FitReason> ofMisshapen(List<MeasuredModule> misshapen) {
    if (misshapen.isEmpty() || misshapen.getFirst().module().shape().isEmpty()) {
      return Optional.empty();
    }
    MeasuredModule first = misshapen.getFirst();
    long[] changed = first.module().shape().get().dimensions();
    long[] stored = first.fit().orElseThrow().tensor().shape().dimensions();
    if (misshapen.stream().allMatch(MeasuredModule::widensInput)) {
      Sentence sentence =
          Sentence.of(
              "Control LoRA: the input {0} is widened from {1} to {2}. Only loaders that widen the"
                  + " base load it.",
              DisplayText.of(first.module().name()), stored[1], changed[1]);
      return Optional.of(new FitReason(Kind.WIDENED_INPUT, sentence));
    }
    if (!misshapen.stream().allMatch(each -> hasOtherRows(each, changed[0], stored))) {
      return Optional.empty();
    }
    Object[] figures = {misshapen.size(), changed[0], stored[0]};
    boolean areReplacements = misshapen.stream().allMatch(each -> each.module().isReplacement());
    Sentence difference =
        areReplacements
            ? Sentence.of(
                "{0} replaced {0#tensor has|tensors have} {1} rows, the base has {2}: the"
                    + " vocabularies differ.",
                figures)
            : Sentence.of(
                "{0} {0#module|modules} of embedding and head {0#has|have} {1} rows, the base has"
                    + " {2}: the vocabularies differ.",
                figures);
    Sentence advice =
        changed[0] > stored[0]
            ? Sentence.of(
                "Resize the base to {0} rows, or cut {1} {1#row|rows} of the adapter if no text"
                    + " uses {1#its token|their tokens}.",
                changed[0], changed[0] - stored[0])
            : Sentence.of("Resize the base to {0} rows before loading.", changed[0]);
    Sentence effect =
        areReplacements
            ? Sentence.of("Loaders that skip these tensors use the vocabulary of the base.")
            : Sentence.of("Loaders stop, or skip {0#it|them}.", misshapen.size());
    Sentence sentence = difference.then(advice).then(effect);
    return Optional.of(new FitReason(Kind.OTHER_VOCABULARY, sentence));
  }

  private static boolean hasOtherRows(MeasuredModule measured, long rows, long[] stored) {
    long[] base = measured.fit().orElseThrow().tensor().shape().dimensions();
    long[] shape = measured.module().shape().map(Shape::dimensions).orElse(new long[0]);
    return (measured.module().isReplacement() || isOfVocabulary(measured.module()))
        && shape.length == 2
        && base.length == 2
        && shape[0] == rows
        && base[0] == stored[0]
        && base[0] != rows
        && base[1] == shape[1];
  }

  private static boolean isOfVocabulary(AdapterModule module) {
    String path = AdapterNames.path(module.name());
    return VOCABULARY.contains(path.substring(path.lastIndexOf('.') + 1));
  }

  private static Optional<FitReason> otherFamily(Adapter adapter, List<CheckpointPart> parts) {
    List<TensorFile> files = List.of(adapter.file());
    Path path = adapter.file().path();
    CheckpointPart part = new CheckpointPart("", path, Optional.empty(), files, List.of());
    Identity adapterIdentity = Identification.of(part, Cancellation.NEVER);
    List<Identity> bases =
        parts.stream()
            .map(each -> Identification.of(each, Cancellation.NEVER))
            .filter(identity -> !identity.families().isEmpty())
            .toList();
    if (bases.stream().map(Identity::families).distinct().count() != 1
        || !adapterIdentity.excludesFamilyOf(bases.getFirst())) {
      return Optional.empty();
    }
    Sentence sentence =
        Sentence.of(
            "It is made for {0}; the base is {1}.",
            adapterIdentity.family().orElseThrow(), bases.getFirst().family().orElseThrow());
    return Optional.of(new FitReason(Kind.OTHER_FAMILY, sentence));
  }

  private static FitReason otherSize(MeasuredModule misshapen) {
    AdapterModule module = misshapen.module();
    Shape expected = misshapen.fit().orElseThrow().tensor().shape();
    long count = expected.elementCount().orElse(0);
    long deltaCount = module.shape().map(shape -> shape.elementCount().orElse(0)).orElse(count);
    Sentence model =
        deltaCount > count
            ? Sentence.of("a larger model")
            : deltaCount < count ? Sentence.of("a smaller model") : Sentence.of("another model");
    return new FitReason(
        Kind.OTHER_SIZE,
        Sentence.of(
            "It is made for {0}: {1} has the shape {2}, its tensor in the base {3}.",
            model,
            DisplayText.of(module.name()),
            module.shape().map(Shape::toString).orElse("?"),
            expected.toString()));
  }

  /// @param lacking the number of unmatched modules that belong to a missing text encoder
  private static FitReason ofNames(
      List<AdapterModule> unmatched, BaseNames base, long lacking, int all) {
    List<String> names = unmatched.stream().map(AdapterModule::name).toList();
    List<String> stems = base.stems(unmatched);
    Optional<Object[]> match = prefix(names, stems);
    if (match.isPresent()) {
      return new FitReason(
          Kind.OTHER_PREFIX,
          Sentence.of(
              "The base names its tensors with {0} in front: {1} is {2} there.", match.get()));
    }
    match = prefix(stems, names);
    if (match.isPresent()) {
      return new FitReason(
          Kind.OTHER_PREFIX,
          Sentence.of(
              "The adapter names its modules with {0} in front, which the base lacks:"
                  + " {2} is {1} there.",
              match.get()));
    }
    if (unmatched.size() < all && lacking == unmatched.size()) {
      return new FitReason(
          Kind.NO_TEXT_ENCODER,
          Sentence.of(
              "The base has no text encoder, which {0} {0#module changes|modules change}.",
              unmatched.size()));
    }
    match = joined(names, SPLIT, stems, FUSED);
    if (match.isPresent()) {
      return new FitReason(
          Kind.FUSED,
          Sentence.of(
              "The base stores in one tensor, {1}, the weights that the adapter changes"
                  + " in several modules, such as {0}.",
              match.get()));
    }
    match = joined(names, FUSED, stems, SPLIT);
    if (match.isPresent()) {
      return new FitReason(
          Kind.FUSED,
          Sentence.of(
              "The adapter changes in one module, {0}, the weights that the base stores"
                  + " in several tensors, such as {1}.{2}",
              match.get()[0], match.get()[1], ofMagnitudes(unmatched)));
    }
    match = renamed(unmatched, base, stems);
    if (match.isPresent()) {
      return new FitReason(
          Kind.OTHER_NAMES,
          Sentence.of(
              "The base is the same network under other names: {0} is {1} there. Loaders that do"
                  + " not map the names skip these modules.",
              match.get()));
    }
    Optional<String> tensor = base.stems(List.of(unmatched.getFirst())).stream().findFirst();
    return new FitReason(
        Kind.OTHER_NAMES,
        Sentence.of(
            "The base has no tensor, or more than one, with the name {0}; one of its tensors is"
                + " named {1}.",
            DisplayText.of(names.getFirst()), tensor.map(DisplayText::of).orElse("?")));
  }

  /// @return the prefix, a name, and the name with the prefix
  private static Optional<Object[]> prefix(List<String> shorter, List<String> longer) {
    Map<String, String> byPath = new HashMap<>();
    shorter.forEach(name -> byPath.putIfAbsent(BaseNames.path(name), name));
    Map<String, List<Object[]>> byPrefix = new TreeMap<>();
    for (String name : longer) {
      if (byPath.containsKey(BaseNames.path(name))) {
        // The name is ambiguous.
        continue;
      }
      // Underscores separate parts only in names without dots.
      char separator = name.contains(".") ? '.' : '_';
      for (int at = name.indexOf(separator);
          at >= 0 && at < MAX_PREFIX;
          at = name.indexOf(separator, at + 1)) {
        String match = byPath.get(name.substring(at + 1).replace('.', '_'));
        if (match != null) {
          String prefix = DisplayText.of(name.substring(0, at + 1));
          byPrefix
              .computeIfAbsent(prefix, _ -> new ArrayList<>())
              .add(new Object[] {prefix, DisplayText.of(match), DisplayText.of(name)});
        }
      }
    }
    return byPrefix.values().stream()
        .filter(names -> 2 * names.size() > Math.min(shorter.size(), longer.size()))
        .max(Comparator.comparingInt(List::size))
        .map(List::getFirst);
  }

  /// @return the name of a module and the name of a tensor
  private static Optional<Object[]> joined(
      List<String> names, Pattern own, List<String> stems, Pattern other) {
    Map<String, String> byParent = new HashMap<>();
    for (String name : names) {
      parent(own, name)
          .ifPresent(parent -> byParent.putIfAbsent(LayerSynonyms.canonical(parent), name));
    }
    for (String stem : stems) {
      Optional<String> name = parent(other, stem).map(LayerSynonyms::canonical).map(byParent::get);
      if (name.isPresent()) {
        return Optional.of(new Object[] {DisplayText.of(name.get()), DisplayText.of(stem)});
      }
    }
    return Optional.empty();
  }

  private static Sentence ofMagnitudes(List<AdapterModule> modules) {
    return modules.stream().noneMatch(module -> module.magnitude().isPresent())
        ? Sentence.of("")
        : Sentence.of(
            " Its DoRA magnitudes are part of the change: a loader that splits the module must also"
                + " split or copy them.");
  }

  /// Finds modules whose layers have other names but the same shapes in the base.
  ///
  /// @return the name of a module and the name of a tensor, or empty unless most modules match
  private static Optional<Object[]> renamed(
      List<AdapterModule> modules, BaseNames base, List<String> stems) {
    Map<String, Optional<String>> byLayer = new HashMap<>();
    for (String stem : stems) {
      byLayer.merge(
          LayerSynonyms.canonical(BaseNames.path(stem)),
          Optional.of(stem),
          (_, _) -> Optional.empty());
    }
    List<Object[]> matches = new ArrayList<>();
    for (AdapterModule module : modules) {
      String layer = LayerSynonyms.canonical(BaseNames.path(module.name()));
      Optional<String> stem = byLayer.getOrDefault(layer, Optional.empty());
      Optional<Shape> shape = stem.flatMap(base::tensorOf).map(BaseTensor::shape);
      if (shape.isPresent() && shape.equals(module.shape())) {
        matches.add(new Object[] {DisplayText.of(module.name()), DisplayText.of(stem.get())});
      }
    }
    return 2 * matches.size() > modules.size() ? Optional.of(matches.getFirst()) : Optional.empty();
  }

  private static Optional<String> parent(Pattern layer, String name) {
    Matcher matcher = layer.matcher(BaseNames.path(name));
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
