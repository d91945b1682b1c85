package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.identify.Kind.Trait;
import io.github.tensorloupe.identify.RuleTable.Verdict;
import io.github.tensorloupe.text.Sentence;

/// The networks of a checkpoint. Facts about one network are not attributed to another.
final class Networks {

  final RuleInput all;

  /// All weights, without optimizer states.
  final RuleInput whole;

  /// The weights that are not part of any component.
  final RuleInput rest;

  /// The kind of the entire checkpoint with the evidence; empty if the tensors do not determine it.
  final Optional<Verdict> kind;

  private final RuleTable rules;
  private final Map<Component, List<NameGroup>> components = new EnumMap<>(Component.class);

  Networks(RuleInput subject, RuleTable rules) {
    this.rules = rules;
    Set<NameGroup> componentGroups = new HashSet<>();
    for (Map.Entry<Component, List<NamePattern>> entry : rules.components.entrySet()) {
      List<NameGroup> groups = new ArrayList<>();
      for (NamePattern pattern : entry.getValue()) {
        pattern.in(subject.names()).stream().filter(componentGroups::add).forEach(groups::add);
      }
      if (!groups.isEmpty()) {
        components.put(entry.getKey(), groups);
      }
    }
    Set<NameGroup> states = new HashSet<>(groups(Component.OPTIMIZER_STATE));
    all = subject;
    whole = subject.only(group -> !states.contains(group));
    rest = subject.only(group -> !componentGroups.contains(group));
    kind = kindOfWhole();
  }

  private List<NameGroup> groups(Component component) {
    return components.getOrDefault(component, List.of());
  }

  private Optional<Verdict> kindOfWhole() {
    Optional<Verdict> ofWhole = rules.first("kind", whole);
    Optional<Verdict> ofRest = rules.first("kind", rest);
    if (ofWhole.isEmpty()) {
      return verdictOf(Component.OPTIMIZER_STATE, Kind.OPTIMIZER_STATE);
    }
    Kind kindOfWhole = ofWhole.get().kind();
    if (kindOfWhole == Kind.TEXT_ENCODER
        && components.containsKey(Component.TEXT_ENCODER)
        && !rest.names().groups().isEmpty()) {
      // The text encoder of an unknown model.
      return ofRest;
    }
    boolean hasVision = components.containsKey(Component.VISION_ENCODER);
    boolean hasAudio = components.containsKey(Component.AUDIO_ENCODER);
    boolean isLanguage =
        kindOfWhole.is(Trait.LANGUAGE)
            || ofRest.filter(other -> other.kind().is(Trait.LANGUAGE)).isPresent();
    if (!hasVision && !hasAudio || !isLanguage) {
      return ofWhole;
    }
    if (ofRest.isEmpty()) {
      // Tensors that match a language model may belong to the encoder.
      return kindOfWhole.is(Trait.SEVERAL)
          ? ofWhole
          : verdictOf(Component.VISION_ENCODER, Kind.IMAGE_ENCODER);
    }
    Kind combined =
        hasVision && hasAudio
            ? Kind.MULTIMODAL_MODEL
            : hasVision ? Kind.VISION_LANGUAGE_MODEL : Kind.AUDIO_LANGUAGE_MODEL;
    List<Evidence> evidence = new ArrayList<>(ofRest.get().evidence());
    for (Component component : List.of(Component.VISION_ENCODER, Component.AUDIO_ENCODER)) {
      groups(component).stream().limit(1).map(NameGroup::evidence).forEach(evidence::add);
    }
    return Optional.of(Verdict.of(combined, evidence));
  }

  private Optional<Verdict> verdictOf(Component component, Kind kindOfComponent) {
    return groups(component).stream()
        .findFirst()
        .map(group -> Verdict.of(kindOfComponent, List.of(group.evidence())));
  }

  Kind kindOfTensors() {
    return kind.map(Verdict::kind).orElse(Kind.UNKNOWN);
  }

  /// Returns the main network, to which the reported layers and dimensions refer.
  RuleInput main() {
    Kind shown = kindOfTensors();
    if (shown == Kind.DIFFUSION_CHECKPOINT) {
      Set<NameGroup> diffusion = new HashSet<>(groups(Component.DIFFUSION_MODEL));
      return whole.only(diffusion::contains);
    }
    boolean isAlone = rest.names().groups().isEmpty();
    return shown.is(Trait.SEVERAL) || shown == Kind.UNKNOWN && !isAlone ? rest : whole;
  }

  /// Optimizer states count as buffers.
  ParameterCount parameters() {
    ParameterCount count = new ParameterCount(whole, rules);
    groups(Component.OPTIMIZER_STATE).forEach(count::addBuffers);
    return count;
  }

  List<Statement> contents() {
    List<Statement> contents = new ArrayList<>();
    Kind shown = kindOfTensors();
    if (shown.is(Trait.SEVERAL) && shown != Kind.DIFFUSION_CHECKPOINT) {
      rules
          .first("kind", rest)
          .map(verdict -> Statement.of(Topic.CONTAINS, verdict.kind().label(), verdict.evidence()))
          .ifPresent(contents::add);
    }
    components.forEach(
        (component, groups) -> {
          boolean isListed =
              switch (component) {
                case OPTIMIZER_STATE -> shown != Kind.OPTIMIZER_STATE;
                case VISION_ENCODER, AUDIO_ENCODER -> shown.is(Trait.SEVERAL);
                default -> shown == Kind.DIFFUSION_CHECKPOINT;
              };
          if (isListed) {
            List<Evidence> evidence = List.of(groups.getFirst().evidence());
            contents.add(Statement.of(Topic.CONTAINS, Sentence.of(component.label), evidence));
          }
        });
    return contents;
  }

  /// A network in addition to the main network of a checkpoint, or the state of an optimizer.
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
  }
}
