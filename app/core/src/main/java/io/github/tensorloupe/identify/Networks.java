package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// A checkpoint taken apart into the networks that it holds. What is read off one of them is not
/// said of another.
///
/// @param all everything
/// @param whole all of its weights, without what a trainer keeps beside them
/// @param rest the weights that belong to no component
/// @param components the groups of names that make up each component, without those that are empty
/// @param kind what the whole is, with what it follows from; empty where the tensors do not tell
record Networks(
    Subject all,
    Subject whole,
    Subject rest,
    Map<Component, List<NameGroup>> components,
    Optional<Rule.Verdict> kind) {

  static Networks of(Subject subject, RuleTable rules) {
    Map<Component, List<NameGroup>> components = new EnumMap<>(Component.class);
    Set<NameGroup> taken = new HashSet<>();
    rules.components.forEach(
        (component, patterns) -> {
          List<NameGroup> groups =
              patterns.stream()
                  .flatMap(pattern -> pattern.in(subject.names()).stream())
                  .filter(taken::add)
                  .toList();
          if (!groups.isEmpty()) {
            components.put(component, groups);
          }
        });
    Set<NameGroup> states =
        new HashSet<>(components.getOrDefault(Component.OPTIMIZER_STATE, List.of()));
    Subject whole = subject.only(group -> !states.contains(group));
    Subject rest = subject.only(group -> !taken.contains(group));
    return new Networks(subject, whole, rest, components, kind(whole, rest, components, rules));
  }

  private static Optional<Rule.Verdict> kind(
      Subject whole, Subject rest, Map<Component, List<NameGroup>> components, RuleTable rules) {
    Optional<Rule.Verdict> ofWhole = Rule.first(rules.rules("kind"), whole);
    Optional<Rule.Verdict> ofRest = Rule.first(rules.rules("kind"), rest);
    if (ofWhole.isEmpty()) {
      return alone(components, Component.OPTIMIZER_STATE, Kind.OPTIMIZER_STATE);
    }
    Kind kind = ofWhole.get().kind();
    if (kind == Kind.TEXT_ENCODER
        && components.containsKey(Component.TEXT_ENCODER)
        && !rest.names().groups().isEmpty()) {
      // The encoder of something that nobody here knows.
      return ofRest;
    }
    boolean sees = components.containsKey(Component.VISION_ENCODER);
    boolean hears = components.containsKey(Component.AUDIO_ENCODER);
    if (!sees && !hears
        || !kind.isLanguage() && !ofRest.map(found -> found.kind().isLanguage()).orElse(false)) {
      return ofWhole;
    }
    if (ofRest.isEmpty()) {
      // What looked like words may be the encoder itself.
      return kind.holdsSeveral()
          ? ofWhole
          : alone(components, Component.VISION_ENCODER, Kind.IMAGE_ENCODER);
    }
    return Optional.of(together(ofRest.get(), sees, hears, components));
  }

  private static Rule.Verdict together(
      Rule.Verdict language,
      boolean sees,
      boolean hears,
      Map<Component, List<NameGroup>> components) {
    Kind kind =
        sees && hears
            ? Kind.MULTIMODAL_MODEL
            : sees ? Kind.VISION_LANGUAGE_MODEL : Kind.AUDIO_LANGUAGE_MODEL;
    List<Evidence> evidence = new ArrayList<>(language.evidence());
    for (Component component : List.of(Component.VISION_ENCODER, Component.AUDIO_ENCODER)) {
      components.getOrDefault(component, List.of()).stream()
          .findFirst()
          .ifPresent(group -> evidence.add(group.evidence()));
    }
    return new Rule.Verdict(Sentence.of(kind.name()), evidence);
  }

  private static Optional<Rule.Verdict> alone(
      Map<Component, List<NameGroup>> components, Component component, Kind kind) {
    return Optional.ofNullable(components.get(component))
        .map(
            groups ->
                new Rule.Verdict(Sentence.of(kind.name()), List.of(groups.getFirst().evidence())));
  }

  /// The kind that the tensors show.
  Kind kindOfTensors() {
    return kind.map(Rule.Verdict::kind).orElse(Kind.UNKNOWN);
  }

  /// The network that layers and dimensions are told of.
  Subject main() {
    Kind shown = kindOfTensors();
    if (shown == Kind.DIFFUSION_CHECKPOINT) {
      Set<NameGroup> diffusion =
          new HashSet<>(components.getOrDefault(Component.DIFFUSION_MODEL, List.of()));
      return whole.only(diffusion::contains);
    }
    boolean isAlone = rest.names().groups().isEmpty();
    return shown.holdsSeveral() || shown == Kind.UNKNOWN && !isAlone ? rest : whole;
  }

  /// The weights of all networks together; what a trainer keeps is none.
  ParameterCount parameters(RuleTable rules) {
    ParameterCount count = ParameterCount.of(whole.names(), rules);
    long states =
        components.getOrDefault(Component.OPTIMIZER_STATE, List.of()).stream()
            .flatMap(group -> group.members().stream())
            .mapToLong(NameGroup.Alike::elementCount)
            .reduce(0, Saturating::sum);
    return new ParameterCount(
        count.parameters(),
        Saturating.sum(count.buffers(), states),
        count.packed(),
        count.assumptions());
  }

  List<Statement> contents(RuleTable rules) {
    List<Statement> contents = new ArrayList<>();
    Kind shown = kindOfTensors();
    if (shown.holdsSeveral() && shown != Kind.DIFFUSION_CHECKPOINT) {
      Rule.first(rules.rules("kind"), rest)
          .ifPresent(
              found ->
                  contents.add(
                      Statement.of(Topic.CONTAINS, found.kind().label(), found.evidence())));
    }
    components.forEach(
        (component, groups) -> {
          if (isTold(component, shown)) {
            contents.add(
                Statement.of(
                    Topic.CONTAINS, component.label(), List.of(groups.getFirst().evidence())));
          }
        });
    return contents;
  }

  private static boolean isTold(Component component, Kind kind) {
    return switch (component) {
      case OPTIMIZER_STATE -> kind != Kind.OPTIMIZER_STATE;
      case VISION_ENCODER, AUDIO_ENCODER -> kind.holdsSeveral();
      default -> kind == Kind.DIFFUSION_CHECKPOINT;
    };
  }

  /// A network that a checkpoint may hold beside its main one, or what a trainer keeps there.
  enum Component {
    OPTIMIZER_STATE("Optimizer state"),
    DIFFUSION_MODEL("Diffusion model"),
    VAE("VAE"),
    CLIP_TEXT_ENCODER("CLIP text encoder"),
    OPEN_CLIP_TEXT_ENCODER("OpenCLIP text encoder"),
    T5_TEXT_ENCODER("T5 text encoder"),
    TEXT_ENCODER("Text encoder"),
    VISION_ENCODER("Vision encoder"),
    AUDIO_ENCODER("Audio encoder");

    private final String label;

    Component(String label) {
      this.label = label;
    }

    /// The words for a person.
    Sentence label() {
      return Sentence.of(label);
    }
  }
}
