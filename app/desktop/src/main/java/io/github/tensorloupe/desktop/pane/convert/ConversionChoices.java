package io.github.tensorloupe.desktop.pane.convert;

import module java.base;

import io.github.tensorloupe.adapter.LowRankFactors.Limit;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.convert.AdapterOperation;
import io.github.tensorloupe.convert.AdapterOperation.Dialect;
import io.github.tensorloupe.convert.ConversionOptions;
import io.github.tensorloupe.convert.ConversionOptions.CastRule;
import io.github.tensorloupe.convert.ConversionOptions.MetadataChange;
import io.github.tensorloupe.convert.ConversionOptions.Renaming;
import io.github.tensorloupe.convert.NameFilter;
import io.github.tensorloupe.desktop.pane.convert.SourceFacts.Component;
import io.github.tensorloupe.format.Dtype;
import java.nio.file.Path;

/// The choices of the user.
///
/// @param target the path of the new file, or of the folder for PEFT
/// @param component the only part that is converted, or empty for everything
/// @param dtype the dtype of floating-point tensors, or empty to keep their own
/// @param shardBytes the maximum number of bytes in a file, or empty for one file
/// @param dialect the names of a new adapter, or empty to keep the dialect of the source
/// @param limit the rank of a new adapter
/// @param weight the factor of the source if it is merged
/// @param others the adapters that are merged with the source
/// @param base the checkpoint that an adapter is merged into, or that the source is compared with
record ConversionChoices(
    Operation operation,
    Path target,
    Optional<Component> component,
    Optional<Dtype> dtype,
    OptionalLong shardBytes,
    List<NameFilter> includes,
    List<NameFilter> excludes,
    boolean dequantizes,
    boolean deduplicates,
    boolean keepsMetadata,
    boolean acceptsRefused,
    Optional<Dialect> dialect,
    Limit limit,
    double weight,
    List<Weighted> others,
    Optional<Path> base,
    boolean skipsMissing) {

  /// An adapter and its factor.
  record Weighted(Path path, double weight) {}

  ConversionOptions options() {
    List<NameFilter> included = new ArrayList<>(includes);
    List<NameFilter> excluded = new ArrayList<>(excludes);
    component.ifPresent(
        each -> {
          included.addAll(each.includes());
          excluded.addAll(each.excludes());
        });
    return new ConversionOptions(
        included,
        excluded,
        Optional.empty(),
        new Renaming(
            component.map(Component::strippedPrefix).orElse(""), NameMap.NONE, Map.of(), ""),
        dtype.map(each -> List.of(new CastRule(Optional.empty(), each))).orElse(List.of()),
        false,
        dequantizes,
        deduplicates,
        shardBytes,
        ConversionOptions.MIN_ALIGNMENT,
        new MetadataChange(keepsMetadata, Map.of(), Set.of()),
        acceptsRefused);
  }

  /// Returns the operation that writes an adapter from adapters.
  AdapterOperation adapterOperation() {
    return switch (operation) {
      case DIALECT -> new AdapterOperation.Rename(dialect.orElseThrow());
      case RESIZE -> new AdapterOperation.Resize(limit, dialect);
      case MERGE -> {
        Stream<Double> weights = others.stream().map(Weighted::weight);
        yield new AdapterOperation.Join(
            Stream.concat(Stream.of(weight), weights).toList(), dialect);
      }
      case CONVERT, INTO_BASE, DROP, EXTRACT ->
          throw new IllegalStateException(operation.toString());
    };
  }

  /// Returns the default name of the new file.
  String defaultName(SourceFacts facts) {
    List<String> words = new ArrayList<>(List.of(facts.stem()));
    switch (operation) {
      case CONVERT -> component.map(ConversionChoices::word).ifPresent(words::add);
      case DIALECT ->
          dialect.map(each -> each.name().toLowerCase(Locale.ROOT)).ifPresent(words::add);
      case RESIZE -> words.add(limit.rank().isPresent() ? "r" + limit.rank().getAsInt() : "small");
      case MERGE, INTO_BASE -> words.add("merged");
      case DROP -> words.add("reduced");
      case EXTRACT -> words.add("lora");
    }
    dtype.map(each -> each.name().toLowerCase(Locale.ROOT)).ifPresent(words::add);
    if (words.size() == 1 && facts.isNative()) {
      words.add("converted");
    }
    boolean isFolder = operation.hasNewFactors() && dialect.equals(Optional.of(Dialect.PEFT));
    return String.join("-", words) + (isFolder ? "" : ".safetensors");
  }

  private static String word(Component component) {
    return switch (component.kind()) {
      case UNET -> "unet";
      case VAE -> "vae";
      case TEXT_ENCODER -> "text-encoder";
      case TEXT_ENCODER_2 -> "text-encoder-2";
      case TEXT_ENCODER_3 -> "text-encoder-3";
      case WITHOUT_EMA -> "no-ema";
      case PART -> component.label().replaceAll("[^A-Za-z0-9_-]+", "-");
    };
  }
}
