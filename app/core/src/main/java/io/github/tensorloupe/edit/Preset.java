package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.format.Metadata;

/// Predefined changes for common tasks.
public enum Preset {
  /// Removes and masks secrets and personal data, as described by [PrivateData].
  REMOVE_PRIVATE_DATA,
  /// Removes details of the training and the machine: `ss_*` except the keys that kohya's scripts
  /// always write, OneTrainer's `ot_*`, ai-toolkit's `training_info`, and ComfyUI's `prompt` and
  /// `workflow`.
  ///
  /// Keeps all other entries, and entries required by loaders, except for [private
  /// data][PrivateData].
  STRIP_TRAINING_DATA,
  /// Removes all entries that loaders do not require, including `modelspec.*`, hashes and the
  /// spacer.
  STRIP_ALL_BUT_LOADER_KEYS,
  ADD_FORMAT_PT,
  /// Sets `sshs_model_hash` and `modelspec.hash_sha256` to the SHA-256 of the data buffer. Adds
  /// missing keys.
  RECOMPUTE_HASHES;

  /// Facts about the file to which a preset is applied.
  ///
  /// @param isTensor returns true if a tensor with the name is in the file or in a shard of its set
  /// @param dataSha256 the SHA-256 of the data buffer in lowercase hex, or empty if unknown
  public record Context(Predicate<String> isTensor, Optional<String> dataSha256) {
    public Context {
      Objects.requireNonNull(isTensor);
      if (dataSha256.filter(hash -> !hash.matches("[0-9a-f]{64}")).isPresent()) {
        throw new IllegalArgumentException("not a SHA-256 in lower-case hex: " + dataSha256.get());
      }
    }
  }

  /// Keys that kohya's scripts write even with metadata disabled.
  private static final Set<String> TRAINING_MINIMUM =
      Set.of(
          ("ss_v2 ss_base_model_version ss_network_module ss_network_dim"
                  + " ss_network_alpha ss_network_args")
              .split(" "));

  private static final List<String> PRIVATE_PREFIXES = List.of("ss_", "ot_");

  private static final Set<String> PRIVATE_KEYS = Set.of("training_info", "prompt", "workflow");

  /// Returns true if [#change] requires the SHA-256 of the data buffer.
  public boolean needsDataHash() {
    return this == RECOMPUTE_HASHES;
  }

  /// Creates the change for a file.
  ///
  /// @throws IllegalArgumentException if the required hash is missing
  public MetadataChange change(Context context) {
    LoaderKeys loaderKeys = new LoaderKeys(context.isTensor());
    return switch (this) {
      case REMOVE_PRIVATE_DATA -> before -> PrivateData.of(before, loaderKeys).apply(before);
      case STRIP_TRAINING_DATA ->
          before -> {
            Metadata rest = withoutTraining(before, loaderKeys);
            return PrivateData.of(rest, loaderKeys).apply(rest);
          };
      case STRIP_ALL_BUT_LOADER_KEYS -> retain(loaderKeys::isNeeded);
      case ADD_FORMAT_PT -> MetadataChange.set(new LinkedHashMap<>(Map.of("format", "pt")));
      case RECOMPUTE_HASHES -> {
        String hash =
            context
                .dataSha256()
                .orElseThrow(() -> new IllegalArgumentException("the data hash is needed"));
        SequencedMap<String, String> hashes = new LinkedHashMap<>();
        hashes.put("sshs_model_hash", hash);
        hashes.put("modelspec.hash_sha256", "0x" + hash);
        yield MetadataChange.set(hashes);
      }
    };
  }

  /// Returns the changes of private data, without entries that the preset removes anyway; empty for
  /// presets that keep private data.
  public Optional<PrivateData> privateData(Metadata before, Context context) {
    LoaderKeys loaderKeys = new LoaderKeys(context.isTensor());
    return switch (this) {
      case REMOVE_PRIVATE_DATA -> Optional.of(PrivateData.of(before, loaderKeys));
      case STRIP_TRAINING_DATA ->
          Optional.of(PrivateData.of(withoutTraining(before, loaderKeys), loaderKeys));
      case STRIP_ALL_BUT_LOADER_KEYS, ADD_FORMAT_PT, RECOMPUTE_HASHES -> Optional.empty();
    };
  }

  private static Metadata withoutTraining(Metadata before, LoaderKeys loaderKeys) {
    return retain((key, value) -> !describesTraining(key) || loaderKeys.isNeeded(key, value))
        .apply(before);
  }

  private static boolean describesTraining(String key) {
    return !TRAINING_MINIMUM.contains(key)
        && (PRIVATE_KEYS.contains(key) || PRIVATE_PREFIXES.stream().anyMatch(key::startsWith));
  }

  private static MetadataChange retain(BiPredicate<String, String> wanted) {
    return before -> {
      Map<String, String> after = new LinkedHashMap<>(before.entries());
      after.entrySet().removeIf(entry -> !wanted.test(entry.getKey(), entry.getValue()));
      return Metadata.of(after);
    };
  }
}
