package io.github.tensorloupe.convert;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.tensorloupe.compare.NameMap;
import io.github.tensorloupe.format.Dtype;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.model.SmallFiles;

/// The changes of a conversion.
///
/// @param includes patterns for the names of the source; empty to include all tensors
/// @param excludes patterns for the names of the source, which take precedence over `includes`
/// @param root the path of the converted part of a pickle or Flax file, whose names lose it; the
///   empty string for the whole file; absent to choose the usual container of weights of a pickle
/// @param renaming the changes of names
/// @param casts rules for the new names; the first that matches applies
/// @param saturates see [Cast]
/// @param dequantizes true to replace quantized weights by their values
/// @param deduplicates true to write tensors with a common storage once
/// @param shardBytes the maximum number of bytes of the tensors in a file; empty for one file
/// @param alignment the file offset of the data buffer is a multiple of this power of two
/// @param metadata the changes of the metadata
/// @param acceptsRefused true to convert the readable tensors of a damaged source
public record ConversionOptions(
    List<NameFilter> includes,
    List<NameFilter> excludes,
    Optional<String> root,
    Renaming renaming,
    List<CastRule> casts,
    boolean saturates,
    boolean dequantizes,
    boolean deduplicates,
    OptionalLong shardBytes,
    int alignment,
    MetadataChange metadata,
    boolean acceptsRefused) {

  public static final int MIN_ALIGNMENT = 8;
  public static final int MAX_ALIGNMENT = 4096;

  /// Copies all tensors and the metadata into one file.
  public static final ConversionOptions COPY =
      new ConversionOptions(
          List.of(),
          List.of(),
          Optional.empty(),
          new Renaming("", NameMap.NONE, Map.of(), ""),
          List.of(),
          false,
          false,
          false,
          OptionalLong.empty(),
          MIN_ALIGNMENT,
          new MetadataChange(true, Map.of(), Set.of()),
          false);

  /// @param pattern the names of the affected tensors; empty for all
  public record CastRule(Optional<NameFilter> pattern, Dtype dtype) {}

  /// Changes of names, in the order of the components.
  ///
  /// @param strippedPrefix removed from the names that begin with it
  /// @param renames new names by the names that they replace; applied at once
  public record Renaming(
      String strippedPrefix, NameMap rules, Map<String, String> renames, String addedPrefix) {

    /// Reads new names by old names from a JSON object.
    ///
    /// @throws IOException if the file cannot be read or is not a JSON object of strings
    public static Map<String, String> namesIn(Path file) throws IOException {
      JsonNode object =
          LimitedJson.parseStrictly(new String(SmallFiles.bytes(file), StandardCharsets.UTF_8));
      if (!object.isObject() || !object.valueStream().allMatch(JsonNode::isTextual)) {
        throw new SentenceException(
            "{0} is not a JSON object of old and new names without repetition.", PathText.of(file));
      }
      Map<String, String> names = new TreeMap<>();
      object.properties().forEach(entry -> names.put(entry.getKey(), entry.getValue().asText()));
      return names;
    }

    /// @throws NameMap.UnusableRuleException if a rule exceeds the step limit
    String apply(String name) {
      boolean isStripped = !strippedPrefix.isEmpty() && name.startsWith(strippedPrefix);
      String mapped = rules.apply(isStripped ? name.substring(strippedPrefix.length()) : name);
      return addedPrefix + renames.getOrDefault(mapped, mapped);
    }
  }

  /// @param isKept true to keep the metadata of the sources
  /// @param entries added entries, which replace entries of the sources
  /// @param removedKeys removed from the metadata of the sources
  public record MetadataChange(
      boolean isKept, Map<String, String> entries, Set<String> removedKeys) {}

  /// Returns these options with other changes of names.
  public ConversionOptions with(Renaming other) {
    return new ConversionOptions(
        includes,
        excludes,
        root,
        other,
        casts,
        saturates,
        dequantizes,
        deduplicates,
        shardBytes,
        alignment,
        metadata,
        acceptsRefused);
  }

  /// Returns true if a tensor of this name is converted.
  boolean includes(String name) {
    return (includes.isEmpty() || includes.stream().anyMatch(each -> each.matches(name)))
        && excludes.stream().noneMatch(each -> each.matches(name));
  }

  /// Returns the dtype to which a tensor is cast, or its own.
  Dtype dtypeOf(String newName, Dtype dtype) {
    if (!Cast.isSource(dtype)) {
      return dtype;
    }
    return casts.stream()
        .filter(rule -> rule.pattern().map(each -> each.matches(newName)).orElse(true))
        .findFirst()
        .map(CastRule::dtype)
        .orElse(dtype);
  }
}
