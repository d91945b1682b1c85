package io.github.tensorloupe.identify;

import module com.fasterxml.jackson.databind;
import module java.base;

import io.github.tensorloupe.identify.Evidence.OfConfig;
import io.github.tensorloupe.identify.Kind.Trait;
import io.github.tensorloupe.identify.RuleTable.Verdict;
import io.github.tensorloupe.json.LimitedJson;
import io.github.tensorloupe.model.AdapterNames;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.ConfigurationFiles;
import io.github.tensorloupe.text.Sentence;

/// Compares the kind and family of the tensors with the configuration next to the checkpoint.
/// Quotes it if it agrees, reports contradictions, and uses it if the tensors determine nothing.
final class ConfigFacts {

  /// Longer texts are not names of classes.
  private static final int MAX_CHARACTERS = 200;

  private static final String MODEL = "config.json";
  private static final String PIPELINE = "model_index.json";
  private static final String CLASS_NAME = "_class_name";
  private static final List<String> KEYS =
      List.of("architectures", "model_type", "peft_type", CLASS_NAME);

  /// The names that loaders search for. Files with other names may have another configuration.
  private static final Pattern USUAL_NAME =
      Pattern.compile(
          "((pytorch_|diffusion_pytorch_|open_clip_)?model|adapter_model|adapters|weights|output"
              + "|consolidated)\\b.*",
          Pattern.DOTALL);

  private final RuleTable rules;
  private final RuleInput subject;
  private final boolean hasUsualName;
  private final Optional<Verdict> namedKind;
  private final Optional<Verdict> namedFamily;
  private final List<Statement> statements;

  /// @param kind the kind of the tensors
  /// @param statements receives contradictions and quotations
  ConfigFacts(RuleInput tensors, RuleTable rules, Kind kind, List<Statement> statements) {
    CheckpointPart part = tensors.part();
    String name = String.valueOf(part.path().getFileName());
    hasUsualName = part.isSet() || USUAL_NAME.matcher(name).matches();
    ConfigurationFiles files = part.configurations();
    boolean isOfOther = kind.isAdapter() && files.hasOtherAdapter(name);
    subject =
        tensors.withConfig(
            isOfOther ? List.of() : entries(files, kind, name.startsWith("adapter")));
    this.rules = rules;
    this.statements = statements;
    boolean isConfigured = !subject.config().isEmpty();
    namedKind = isConfigured ? rules.first("config-kind", subject) : Optional.empty();
    namedFamily = isConfigured ? rules.first("config-family", subject) : Optional.empty();
    if (hasUsualName && namedKind.isEmpty() && namedFamily.isEmpty()) {
      quote();
    }
  }

  private static List<OfConfig> entries(
      ConfigurationFiles files, Kind kind, boolean isNamedAdapter) {
    if (kind == Kind.OPTIMIZER_STATE) {
      return List.of();
    }
    if (kind.isAdapter() || kind == Kind.UNKNOWN && isNamedAdapter) {
      return entries(files, AdapterNames.CONFIGURATION);
    }
    List<OfConfig> entries = entries(files, MODEL);
    boolean mayBePipeline = kind == Kind.DIFFUSION_CHECKPOINT || kind == Kind.DIFFUSION_MODEL;
    return entries.isEmpty() && mayBePipeline ? entries(files, PIPELINE) : entries;
  }

  private static List<OfConfig> entries(ConfigurationFiles files, String name) {
    JsonNode json = files.content(name).parsed(LimitedJson::parse);
    List<OfConfig> entries = new ArrayList<>();
    for (String key : json.isObject() ? KEYS : List.<String>of()) {
      JsonNode value = json.path(key);
      // Loaders use the first class of several.
      value = value.isArray() ? value.path(0) : value;
      String text = value.isTextual() ? value.textValue() : "";
      if (!text.isBlank() && text.length() <= MAX_CHARACTERS) {
        entries.add(new OfConfig(name, key, text));
      }
    }
    return entries;
  }

  private void quote() {
    List<OfConfig> entries = subject.config();
    if (!entries.isEmpty()) {
      String names = entries.stream().map(OfConfig::value).collect(Collectors.joining(", "));
      statements.add(
          Statement.quoting(Topic.CONFIGURATION, names, entries.toArray(Evidence[]::new)));
    }
  }

  /// Returns the kind of the tensors, or else the kind of the configuration.
  Optional<Verdict> kind(Optional<Verdict> byTensors) {
    if (namedKind.isEmpty() || byTensors.isEmpty()) {
      return hasUsualName
          ? byTensors.or(
              () -> namedKind.map(named -> Verdict.of(kinds().getFirst(), named.evidence())))
          : byTensors;
    }
    Verdict tensors = byTensors.get();
    if (kinds().contains(tensors.kind())) {
      return Optional.of(tensors.supportedBy(namedKind.get()));
    }
    contradict(tensors, tensors.kind().label(), namedKind.get(), kinds().getFirst().label());
    return byTensors;
  }

  private List<Kind> kinds() {
    return namedKind.stream().flatMap(Verdict::alternatives).map(Kind::valueOf).toList();
  }

  /// Returns the family of the tensors, or else the family of the configuration. If models of
  /// several families have such tensors, the configuration selects one of them.
  ///
  /// @param kind the kind with its evidence, or empty if unknown
  Optional<Verdict> family(Optional<Verdict> byTensors, Optional<Verdict> kind) {
    boolean hasOtherKind =
        namedKind.isPresent() && kind.filter(it -> kinds().contains(it.kind())).isEmpty();
    if (namedFamily.isEmpty() || hasOtherKind) {
      return byTensors;
    }
    Verdict named = namedFamily.get();
    if (kind.isPresent() && byTensors.isEmpty() && !mayHaveFamily(kind.get().kind())) {
      contradict(kind.get(), kind.get().kind().label(), named, named.sentence());
      return byTensors;
    }
    if (byTensors.isEmpty()) {
      return hasUsualName ? namedFamily : byTensors;
    }
    Verdict tensors = byTensors.get();
    if (isMoreExact(tensors, named)) {
      return Optional.of(tensors.supportedBy(named));
    }
    boolean isSelected = hasUsualName && isLike(tensors);
    if (isSelected || tensors.narrowedBy(named) != tensors) {
      return Optional.of(new Verdict(named.conclusions(), tensors.evidence()).supportedBy(named));
    }
    if (!named.excludes(tensors)) {
      return Optional.of(tensors.supportedBy(named));
    }
    contradict(tensors, tensors.sentence(), named, named.sentence());
    return byTensors;
  }

  /// Returns true if the tensors show a version of the configured family, such as Llama 3.
  private static boolean isMoreExact(Verdict tensors, Verdict named) {
    return tensors
        .alternatives()
        .anyMatch(name -> named.alternatives().anyMatch(it -> name.startsWith(it + " ")));
  }

  private boolean isLike(Verdict tensors) {
    return rules.all("config-like", subject).stream()
        .flatMap(Verdict::alternatives)
        .anyMatch(
            like -> tensors.alternatives().anyMatch(name -> NamePattern.isOfForm(like, name)));
  }

  private boolean mayHaveFamily(Kind kind) {
    boolean isOfDiffusers = subject.config().stream().anyMatch(it -> it.key().equals(CLASS_NAME));
    return kind.is(isOfDiffusers ? Trait.DIFFUSION : Trait.TRANSFORMERS);
  }

  private void contradict(
      Verdict tensors, Sentence byTensors, Verdict configured, Sentence byConfiguration) {
    if (hasUsualName) {
      List<Evidence> evidence = new ArrayList<>(configured.evidence());
      evidence.addAll(tensors.evidence());
      Sentence sentence =
          Sentence.of(
              "The tensors and {1} disagree: {0} by the tensors, {2} by {1}.",
              byTensors, subject.config().getFirst().file(), byConfiguration);
      statements.add(Statement.of(Topic.CONTRADICTION, sentence, evidence));
    }
  }
}
