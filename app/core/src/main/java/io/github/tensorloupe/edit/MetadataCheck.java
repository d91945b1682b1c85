package io.github.tensorloupe.edit;

import module java.base;

import io.github.tensorloupe.edit.EditProblem.Kind;
import io.github.tensorloupe.edit.EntryChange.Added;
import io.github.tensorloupe.edit.EntryChange.Removed;
import io.github.tensorloupe.edit.EntryChange.Renamed;
import io.github.tensorloupe.edit.EntryChange.Reordered;
import io.github.tensorloupe.edit.EntryChange.Revalued;
import io.github.tensorloupe.edit.ModelSpecField.ModelSpecKind;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Metadata;
import io.github.tensorloupe.text.Sentence;

/// Finds problems that prevent saving and probable mistakes, in linear time. Reports at most
/// [#MAX_PROBLEMS_PER_KIND] problems of each kind.
public final class MetadataCheck {

  public static final int MAX_PROBLEMS_PER_KIND = 1000;

  private static final String RESERVED_KEY = "__metadata__";

  /// Keys whose values are always JSON, or `None` if kohya's scripts have no value.
  private static final Set<String> ALWAYS_JSON =
      Set.of(
          ("ss_tag_frequency ss_dataset_dirs ss_reg_dataset_dirs ss_datasets"
                  + " ss_bucket_info ss_network_args ssmd_cover_images ot_config"
                  + " lora_adapter_metadata tensor_names _quantization_metadata"
                  + " DCP_SHARDING_INFO")
              .split(" "));

  /// Keys whose values are JSON in some programs and plain text in others.
  private static final Set<String> OFTEN_JSON =
      Set.of(
          "software training_info prompt workflow config quantization_config comfy_config"
              .split(" "));

  /// Prefixes of `modelspec.architecture` for image models.
  private static final List<String> IMAGE_ARCHITECTURES =
      List.of(
          ("stable-diffusion stable-cascade flux lumina chroma hunyuan-image pixart"
                  + " qwen-image")
              .split(" "));

  private final List<EditProblem> problems = new ArrayList<>();
  private final Map<Kind, Integer> counts = new EnumMap<>(Kind.class);

  private MetadataCheck() {}

  /// Returns the problems in entry order, followed by missing ModelSpec fields.
  public static List<EditProblem> of(List<Entry> entries) {
    MetadataCheck check = new MetadataCheck();
    Map<String, Integer> occurrences = HashMap.newHashMap(entries.size());
    entries.forEach(entry -> occurrences.merge(entry.key(), 1, Integer::sum));
    for (Entry entry : entries) {
      if (occurrences.get(entry.key()) > 1) {
        check.add(
            Kind.REPEATED_KEY,
            entry,
            Sentence.of(
                "\"{0}\" is the key of {1} entries; a file can hold only one of them.",
                DisplayText.of(entry.key()), occurrences.get(entry.key())));
      }
      check.key(entry);
      check.value(entry);
    }
    check.addMissingModelSpec(entries);
    return List.copyOf(check.problems);
  }

  /// Returns the problems of metadata. The entry ids are indexes.
  public static List<EditProblem> of(Metadata metadata) {
    return of(Entry.of(metadata, 0));
  }

  /// Returns a problem for each change that removes or modifies an entry required by loaders.
  public static List<EditProblem> of(List<EntryChange> changes, LoaderKeys loaderKeys) {
    MetadataCheck check = new MetadataCheck();
    for (EntryChange change : changes) {
      switch (change) {
        case Removed(String key, String value) -> {
          Sentence summary = Sentence.of("\"{0}\" is removed.", DisplayText.of(key));
          check.loss(Kind.LOADER_KEY_LOST, key, loaderKeys.reason(key, value).map(summary::then));
        }
        case Renamed(String key, String after, String value, _) -> {
          Sentence summary =
              Sentence.of(
                  "\"{0}\" gets the key \"{1}\".", DisplayText.of(key), DisplayText.of(after));
          check.loss(Kind.LOADER_KEY_LOST, key, loaderKeys.reason(key, value).map(summary::then));
        }
        case Revalued(String key, String value, _) -> {
          Sentence summary = Sentence.of("\"{0}\" gets another value.", DisplayText.of(key));
          check.loss(
              Kind.LOADER_KEY_CHANGED, key, loaderKeys.reason(key, value).map(summary::then));
        }
        case Added _, Reordered _ -> {}
      }
    }
    return List.copyOf(check.problems);
  }

  private void loss(Kind kind, String key, Optional<Sentence> sentence) {
    sentence.ifPresent(loss -> add(new EditProblem(kind, OptionalLong.empty(), key, loss)));
  }

  private void key(Entry entry) {
    String key = entry.key();
    if (key.isEmpty()) {
      add(Kind.EMPTY_KEY, entry, "\"{0}\" is an empty key.");
    }
    if (key.equals(RESERVED_KEY)) {
      add(
          Kind.RESERVED_KEY,
          entry,
          "The key \"{0}\" is allowed inside the metadata, but easily mistaken for the metadata"
              + " itself.");
    }
    if (hasLoneSurrogate(key)) {
      add(
          Kind.LONE_SURROGATE,
          entry,
          "The key \"{0}\" contains an unpaired surrogate, which cannot be stored in a file.");
    }
    if (key.indexOf('\0') >= 0) {
      add(
          Kind.NUL_CHARACTER,
          entry,
          "The key \"{0}\" contains a NUL character; some programs ignore everything after it.");
    }
  }

  private void value(Entry entry) {
    if (hasLoneSurrogate(entry.value())) {
      add(
          Kind.LONE_SURROGATE,
          entry,
          "The value of \"{0}\" contains an unpaired surrogate, which cannot be stored in a file.");
    }
    if (entry.value().indexOf('\0') >= 0) {
      add(
          Kind.NUL_CHARACTER,
          entry,
          "The value of \"{0}\" contains a NUL character; some programs ignore everything after"
              + " it.");
    }
    if (expectsJson(entry.key(), entry.value())) {
      try {
        EmbeddedJson.read(entry.value());
      } catch (JsonTextException e) {
        if (!e.isBeyondLimits) {
          Sentence change =
              Sentence.of("\"{0}\" should contain JSON.", DisplayText.of(entry.key()));
          add(Kind.BROKEN_JSON, entry, change.then(e.sentence()));
        }
      }
    }
    ModelSpecField.of(entry.key())
        .map(ModelSpecField::kind)
        .filter(kind -> !kind.accepts(entry.value()))
        .ifPresent(kind -> addMalformed(entry, kind));
  }

  /// @param text the key of a sentence with the entry key as its argument
  private void add(Kind kind, Entry entry, String text) {
    add(kind, entry, Sentence.of(text, DisplayText.of(entry.key())));
  }

  private void add(Kind kind, Entry entry, Sentence sentence) {
    add(new EditProblem(kind, OptionalLong.of(entry.id()), entry.key(), sentence));
  }

  private void add(EditProblem problem) {
    if (counts.merge(problem.kind(), 1, Integer::sum) <= MAX_PROBLEMS_PER_KIND) {
      problems.add(problem);
    }
  }

  private static boolean expectsJson(String key, String value) {
    if (ALWAYS_JSON.contains(key)) {
      return !value.equals("None");
    }
    return OFTEN_JSON.contains(key) && (value.startsWith("{") || value.startsWith("["));
  }

  private void addMalformed(Entry entry, ModelSpecKind kind) {
    String key = entry.key();
    String value = DisplayText.of(entry.value());
    Sentence sentence =
        Sentence.of("\"{0}\" should be {1}; found \"{2}\".", key, kind.expected(), value);
    add(Kind.MODEL_SPEC_FORM, entry, sentence);
  }

  private void addMissingModelSpec(List<Entry> entries) {
    Map<String, String> fields = new HashMap<>();
    for (Entry entry : entries) {
      if (entry.key().startsWith(ModelSpecField.PREFIX)) {
        fields.put(entry.key(), entry.value());
      }
    }
    String architecture =
        fields.getOrDefault(ModelSpecField.ARCHITECTURE.key(), "").toLowerCase(Locale.ROOT);
    boolean isImageModel = IMAGE_ARCHITECTURES.stream().anyMatch(architecture::startsWith);
    for (ModelSpecField field : ModelSpecField.values()) {
      boolean isRequired =
          switch (field.requirement()) {
            case MUST -> !fields.isEmpty();
            case MUST_FOR_IMAGES -> isImageModel;
            case MUST_FOR_TEXT, SHOULD, CAN -> false;
          };
      if (isRequired && fields.getOrDefault(field.key(), "").isBlank()) {
        Sentence sentence =
            Sentence.of("\"{0}\" is missing or empty; ModelSpec requires it.", field.key());
        add(new EditProblem(Kind.MODEL_SPEC_MISSING, OptionalLong.empty(), field.key(), sentence));
      }
    }
  }

  /// Returns true if the text contains an unpaired surrogate, which UTF-8 cannot encode.
  static boolean hasLoneSurrogate(String text) {
    return text.codePoints().anyMatch(each -> Character.getType(each) == Character.SURROGATE);
  }
}
