package io.github.tensorloupe.convert;

import module java.base;

import io.github.tensorloupe.adapter.Adapter;
import io.github.tensorloupe.adapter.AdapterModule;
import io.github.tensorloupe.adapter.BaseFit;
import io.github.tensorloupe.adapter.BaseNames;
import io.github.tensorloupe.adapter.BaseTensor;
import io.github.tensorloupe.adapter.Factor;
import io.github.tensorloupe.adapter.MergedWeight;
import io.github.tensorloupe.adapter.MergedWeight.Change;
import io.github.tensorloupe.convert.ConversionException.Reason;
import io.github.tensorloupe.convert.ConversionPlan.Warning;
import io.github.tensorloupe.convert.ConversionPlanner.Source;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.TensorData;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;

/// The changes of weights by adapters. Immutable; valid while the files are open.
///
/// @param changes the changes by the weight
/// @param skipped the modules and tensors of the adapters that are not added
public record LoraMerge(Map<TensorRef, List<Change>> changes, List<Warning> skipped) {

  public static final LoraMerge NONE = new LoraMerge(Map.of(), List.of());

  /// An adapter and the factor of its change.
  ///
  /// @param name the path as typed
  public record Strength(String name, Adapter adapter, double factor) {

    /// Returns the paths of everything that was read: the file and its configuration.
    public Stream<Path> paths() {
      Path file = adapter.file().path();
      return Stream.of(file, file.resolveSibling(AdapterNames.CONFIGURATION));
    }
  }

  /// Finds the weights that adapters change. Reads headers only.
  ///
  /// @param skipsMissing true to leave out modules without a weight
  /// @throws ConversionException if a file is not an adapter, or a module has no weight, does not
  ///   fit, or is of a kind without a change that can be added
  public static LoraMerge of(List<Source> bases, List<Strength> adapters, boolean skipsMissing)
      throws ConversionException {
    List<BaseTensor> tensors =
        bases.stream().flatMap(base -> BaseTensor.of(base.checkpoint()).stream()).toList();
    BaseNames names = new BaseNames(tensors);
    Map<TensorRef, List<Change>> changes = new TreeMap<>();
    List<Warning> skipped = new ArrayList<>();
    for (Strength each : adapters) {
      requireAdapter(each.name(), each.adapter());
      skipped.addAll(unused(each.adapter(), Set.of(Factor.BIAS)));
      for (AdapterModule module : each.adapter().modules()) {
        Optional<TensorRef> weight = weight(each, module, names);
        if (weight.isPresent()) {
          List<Change> ofWeight = changes.computeIfAbsent(weight.get(), _ -> new ArrayList<>());
          ofWeight.add(new Change(each.adapter(), module, each.factor()));
          requireOneKind(ofWeight, each.name());
        } else if (skipsMissing) {
          Sentence sentence =
              Sentence.of(
                  "The sources have no tensor for the module {0}.", DisplayText.of(module.name()));
          skipped.add(new Warning("lora-no-base", sentence, Optional.of(module.name())));
        } else {
          throw new ConversionException(
              Reason.LORA_NO_BASE,
              Sentence.of(
                  "The sources have no tensor for the module {0} of {1}; --lora-skip-missing leaves"
                      + " it out. Nothing was written.",
                  DisplayText.of(module.name()), DisplayText.of(each.name())));
        }
      }
    }
    return new LoraMerge(changes, skipped);
  }

  /// Returns warnings about the tensors of an adapter that are left out.
  ///
  /// @param lost the factors of modules that are left out
  static List<Warning> unused(Adapter adapter, Set<Factor> lost) {
    Stream<Warning> others =
        adapter.otherTensors().stream()
            .map(name -> unused("The tensor \"{0}\" belongs to no module.", name));
    Stream<Warning> factors =
        adapter.modules().stream()
            .flatMap(module -> lost.stream().map(module.factors()::get))
            .filter(Objects::nonNull)
            .map(tensor -> unused("The tensor \"{0}\" is left out.", tensor.info().name()));
    return Stream.concat(others, factors).toList();
  }

  private static Warning unused(String sentence, String name) {
    return new Warning(
        "tensor-skipped", Sentence.of(sentence, DisplayText.of(name)), Optional.of(name));
  }

  /// Checks that no weight gets the change of fused experts and another change.
  private static void requireOneKind(List<Change> changes, String name) throws ConversionException {
    AdapterModule first = changes.getFirst().module();
    AdapterModule last = changes.getLast().module();
    if (first.experts().isPresent() != last.experts().isPresent()) {
      throw new ConversionException(
          Reason.LORA_KIND,
          Sentence.of(
              "The module {0} of {1} changes the same weight as another module, but only one of"
                  + " them has fused experts. Nothing was written.",
              DisplayText.of(last.name()), DisplayText.of(name)));
    }
  }

  /// @throws ConversionException if an adapter is damaged, unless the options accept it
  void requireIntact(ConversionOptions options) throws ConversionException {
    Set<TensorFile> files =
        changes.values().stream()
            .flatMap(List::stream)
            .map(change -> change.adapter().file())
            .collect(Collectors.toCollection(LinkedHashSet::new));
    for (TensorFile file : files) {
      ConversionPlanner.requireAccepted(PathText.of(file.path()), file.isIntact(), options);
    }
  }

  static void requireAdapter(String name, Adapter adapter) throws ConversionException {
    if (adapter.modules().isEmpty()) {
      throw new ConversionException(
          Reason.NOT_AN_ADAPTER,
          Sentence.of(
              "{0} is not an adapter: it has no modules. Nothing was written.",
              DisplayText.of(name)));
    }
  }

  private static Optional<TensorRef> weight(
      Strength strength, AdapterModule module, BaseNames names) throws ConversionException {
    if (!MergedWeight.isAddable(module)) {
      throw new ConversionException(
          Reason.LORA_KIND,
          Sentence.of(
              "The module {0} of {1} has no change that can be added to a weight. Nothing was"
                  + " written.",
              DisplayText.of(module.name()), DisplayText.of(strength.name())));
    }
    Optional<BaseTensor> base = names.tensorOf(module);
    Optional<TensorRef> weight = base.flatMap(BaseTensor::stored);
    if (weight.isEmpty()) {
      return weight;
    }
    boolean fits =
        BaseFit.fits(strength.adapter(), module, base.get()).orElse(false)
            && BaseFit.fitsMagnitudes(strength.adapter(), module, base.get());
    if (!fits || weight.get().info().dtype().kind() != Dtype.Kind.FLOAT) {
      throw new ConversionException(
          Reason.LORA_DOES_NOT_FIT,
          Sentence.of(
              "The module {0} of {1} does not fit the tensor {2} of shape {3} and dtype {4}."
                  + " Nothing was written.",
              DisplayText.of(module.name()),
              DisplayText.of(strength.name()),
              DisplayText.of(base.get().name()),
              DisplayText.of(base.get().shape().toString()),
              weight.get().info().dtype()));
    }
    return weight;
  }

  /// Returns the values of a weight with all changes, or empty if no adapter changes it.
  ///
  /// @param data the complete values of the weight, dequantized if requested
  Optional<TensorData> changed(TensorRef weight, TensorData data) {
    return Optional.ofNullable(changes.get(weight)).map(list -> MergedWeight.of(data, list));
  }
}
