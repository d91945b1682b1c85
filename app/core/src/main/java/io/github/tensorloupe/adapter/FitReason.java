package io.github.tensorloupe.adapter;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Shape;
import io.github.tensorloupe.identify.Identification;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// The probable reason why an adapter does not fit a base. Immutable.
public record FitReason(Kind kind, Sentence sentence) {

  /// The kinds of reasons, in descending order of precedence.
  public enum Kind {
    OTHER_FAMILY,
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
    Misfits misfits = new Misfits(unmatched, misshapen, modules.size(), base);
    CheckpointPart own =
        new CheckpointPart(
            "", adapter.file().path(), Optional.empty(), List.of(adapter.file()), List.of());
    return reason(Kind.OTHER_FAMILY, misfits.otherFamily(List.of(own), parts))
        .or(() -> reason(Kind.OTHER_SIZE, misfits.otherSize()))
        .or(() -> reason(Kind.OTHER_PREFIX, misfits.prefixOfBase()))
        .or(() -> reason(Kind.OTHER_PREFIX, misfits.prefixOfAdapter()))
        .or(() -> reason(Kind.NO_TEXT_ENCODER, misfits.noTextEncoder()))
        .or(() -> reason(Kind.FUSED, misfits.fusedInBase()))
        .or(() -> reason(Kind.FUSED, misfits.fusedInAdapter()))
        .or(() -> reason(Kind.OTHER_NAMES, misfits.otherNames()));
  }

  private static Optional<FitReason> reason(Kind kind, Optional<Sentence> sentence) {
    return sentence.map(it -> new FitReason(kind, it));
  }

  /// The modules that do not fit, with rules for the reason.
  ///
  /// @param unmatched the modules without a tensor in the base
  /// @param misshapen the modules with a tensor of another shape
  /// @param all the number of all modules
  private record Misfits(
      List<AdapterModule> unmatched, List<MeasuredModule> misshapen, int all, BaseNames base) {

    Optional<Sentence> otherFamily(List<CheckpointPart> adapter, List<CheckpointPart> parts) {
      if (2 * (unmatched.size() + misshapen.size()) <= all) {
        return Optional.empty();
      }
      Optional<Sentence> own = family(adapter);
      return own.flatMap(_ -> family(parts))
          .filter(other -> areDifferent(own.get().toString(), other.toString()))
          .map(other -> Sentence.of("It is made for {0}; the base is {1}.", own.get(), other));
    }

    /// Returns the common model family of the parts, or empty if it is unknown or they differ.
    private static Optional<Sentence> family(List<CheckpointPart> parts) {
      Set<Sentence> families = new HashSet<>();
      for (CheckpointPart part : parts) {
        Identification.of(part, Cancellation.NEVER).family().ifPresent(families::add);
      }
      return families.stream().findFirst().filter(_ -> families.size() == 1);
    }

    /// Returns true if neither name is a prefix of the other and no name contains alternatives.
    private static boolean areDifferent(String a, String b) {
      return !a.startsWith(b) && !b.startsWith(a) && !(a + b).matches(".*[(/].*");
    }

    Optional<Sentence> otherSize() {
      long others = unmatched.stream().filter(module -> !base.lacksTextEncoderOf(module)).count();
      if (misshapen.isEmpty() || misshapen.size() < others) {
        return Optional.empty();
      }
      AdapterModule module = misshapen.getFirst().module();
      Shape expected = misshapen.getFirst().fit().orElseThrow().tensor().shape();
      long count = expected.elementCount().orElse(0);
      int order =
          module
              .shape()
              .map(shape -> Long.compare(shape.elementCount().orElse(0), count))
              .orElse(0);
      Sentence model =
          order > 0
              ? Sentence.of("a larger model")
              : order < 0 ? Sentence.of("a smaller model") : Sentence.of("another model");
      return Optional.of(
          Sentence.of(
              "It is made for {0}: {1} has the shape {2}, its tensor in the base {3}.",
              model,
              DisplayText.of(module.name()),
              module.shape().map(Shape::toString).orElse("?"),
              expected.toString()));
    }

    Optional<Sentence> prefixOfBase() {
      return prefix(names(), base.stems(unmatched))
          .map(
              names ->
                  Sentence.of(
                      "The base names its tensors with {0} in front: {1} is {2} there.", names));
    }

    Optional<Sentence> prefixOfAdapter() {
      return prefix(base.stems(unmatched), names())
          .map(
              names ->
                  Sentence.of(
                      "The adapter names its modules with {0} in front, which the base lacks: {2}"
                          + " is {1} there.",
                      names));
    }

    private List<String> names() {
      return unmatched.stream().map(AdapterModule::name).toList();
    }

    /// Finds a prefix that accounts for the differences between most names.
    ///
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

    Optional<Sentence> noTextEncoder() {
      return !unmatched.isEmpty()
              && unmatched.size() < all
              && unmatched.stream().allMatch(base::lacksTextEncoderOf)
          ? Optional.of(
              Sentence.of(
                  "The base has no text encoder, which {0} {0#module changes|modules change}.",
                  unmatched.size()))
          : Optional.empty();
    }

    Optional<Sentence> fusedInBase() {
      return joined(SPLIT, FUSED)
          .map(
              names ->
                  Sentence.of(
                      "The base stores in one tensor, {1}, the weights that the adapter changes in"
                          + " several modules, such as {0}.",
                      names));
    }

    Optional<Sentence> fusedInAdapter() {
      return joined(FUSED, SPLIT)
          .map(
              names ->
                  Sentence.of(
                      "The adapter changes in one module, {0}, the weights that the base stores in"
                          + " several tensors, such as {1}.",
                      names));
    }

    /// Finds a layer that is fused in one checkpoint and split in the other.
    ///
    /// @return the name of a module and the name of a tensor
    private Optional<Object[]> joined(Pattern own, Pattern other) {
      Map<String, String> byParent = new HashMap<>();
      for (String name : names()) {
        parent(own, name).ifPresent(parent -> byParent.putIfAbsent(parent, name));
      }
      for (String stem : base.stems(unmatched)) {
        Optional<String> name = parent(other, stem).map(byParent::get);
        if (name.isPresent()) {
          return Optional.of(new Object[] {DisplayText.of(name.get()), DisplayText.of(stem)});
        }
      }
      return Optional.empty();
    }

    private static Optional<String> parent(Pattern layer, String name) {
      Matcher matcher = layer.matcher(BaseNames.path(name));
      return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
    }

    Optional<Sentence> otherNames() {
      if (unmatched.isEmpty()) {
        return Optional.empty();
      }
      AdapterModule first = unmatched.getFirst();
      Optional<String> tensor = base.stems(List.of(first)).stream().findFirst();
      return Optional.of(
          Sentence.of(
              "The base has no tensor, or more than one, with the name {0}; one of its tensors is"
                  + " named {1}.",
              DisplayText.of(first.name()), tensor.map(DisplayText::of).orElse("?")));
    }
  }
}
