package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Evidence.OfMetadata;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Finds out what a checkpoint is. Reads nothing but the headers that are in memory already.
///
/// What the tensors show comes first; the metadata speak where these are silent, and where the two
/// do not agree, that is a statement of its own.
public final class Identification {

  private final Subject subject;
  private final RuleTable rules;
  private final List<Statement> statements = new ArrayList<>();

  private Identification(Subject subject, RuleTable rules) {
    this.subject = subject;
    this.rules = rules;
  }

  /// Says what a checkpoint is. Takes time in proportion to the number of tensors.
  ///
  /// @throws java.util.concurrent.CancellationException if cancelled
  public static Identity of(CheckpointPart part, Cancellation cancellation) {
    return new Identification(Subject.of(part, cancellation), RuleTable.standard()).identify();
  }

  /// The finding that `format=pt` is missing where it is wanted, or another format stands there;
  /// empty where all is well. Looks no further than at the metadata where every file has it.
  public static Optional<Finding> missingFormat(CheckpointPart part, Cancellation cancellation) {
    return FormatNeed.unfit(part).isEmpty()
        ? Optional.empty()
        : missingFormat(of(part, cancellation));
  }

  /// The files of a checkpoint that load and whose metadata do not name a framework that
  /// Transformers takes, whether that is wanted or not.
  public static List<TensorFile> lackingFormat(CheckpointPart part) {
    return FormatNeed.unfit(part);
  }

  private static Optional<Finding> missingFormat(Identity identity) {
    return identity
        .statement(Topic.FORMAT)
        .map(statement -> Finding.of(FindingCode.MISSING_FORMAT, statement.sentence()));
  }

  private Identity identify() {
    Networks networks = new Networks(subject, rules);
    Kind kind = kind(networks.kind);
    family(kind, networks);
    missing();
    Rule.all(rules.rules("variant"), subject).forEach(found -> add(Topic.VARIANT, found));
    Rule.all(rules.rules("quantisation"), subject).forEach(found -> add(Topic.QUANTISATION, found));
    statements.addAll(networks.contents());
    statements.addAll(new SizeFacts(networks, rules).statements());
    statements.addAll(new AdapterFacts(subject, rules).statements(kind));
    statements.addAll(new MetadataFacts(subject).statements());
    new TrainingFacts(subject).statement().ifPresent(statements::add);
    List<TensorFile> lacking = lackingFormat(kind);
    statements.sort(Comparator.comparing(Statement::topic));
    return new Identity(
        subject.part(), kind, statements, EmbeddedImage.first(subject.metadata()), lacking);
  }

  private void add(Topic topic, Rule.Verdict found) {
    statements.add(Statement.of(topic, found.statement(), found.evidence()));
  }

  private Kind kind(Optional<Rule.Verdict> byTensors) {
    Kind kind = byTensors.map(Rule.Verdict::kind).orElse(Kind.UNKNOWN);
    statements.add(
        Statement.of(
            Topic.KIND, kind.label(), byTensors.map(Rule.Verdict::evidence).orElse(List.of())));
    Rule.first(rules.rules("metadata-kind"), subject)
        .filter(found -> differs(kind, found.kind()))
        .ifPresent(found -> contradiction(byTensors, kind.label(), found, found.kind().label()));
    return kind;
  }

  private static boolean differs(Kind a, Kind b) {
    return a != b && !(a.isAdapter() && b.isAdapter());
  }

  private void family(Kind kind, Networks networks) {
    Optional<Rule.Verdict> byTensors =
        kind == Kind.UNKNOWN ? Optional.empty() : familyOfTensors(kind, networks);
    Optional<Rule.Verdict> ofDiffusion = Rule.first(rules.rules("metadata-family"), subject);
    Optional<Rule.Verdict> ofLanguage = Rule.first(rules.rules("metadata-language"), subject);
    Optional<Rule.Verdict> byMetadata = ofDiffusion.or(() -> ofLanguage);
    boolean isOfSuchAKind =
        ofDiffusion.isPresent() ? kind.isOfDiffusion() : kind.isLanguage() || kind.isAdapter();
    byTensors
        .or(() -> isOfSuchAKind ? byMetadata : Optional.empty())
        .ifPresent(found -> add(Topic.FAMILY, found));
    byMetadata
        .filter(found -> isContradicted(found.statement(), kind, byTensors, isOfSuchAKind))
        .ifPresent(
            found ->
                contradiction(
                    byTensors.or(() -> networks.kind),
                    byTensors.map(Rule.Verdict::statement).orElse(kind.label()),
                    found,
                    found.statement()));
  }

  private Optional<Rule.Verdict> familyOfTensors(Kind kind, Networks networks) {
    if (!kind.isLanguage()) {
      return new FamilyOfPart(rules.rules("family")).of(networks.whole);
    }
    Optional<Rule.Verdict> ofSeveral =
        kind.holdsSeveral()
            ? new FamilyOfPart(rules.rules("family-of-several")).of(networks.whole)
            : Optional.empty();
    return ofSeveral.or(() -> new FamilyOfPart(rules.rules("family")).of(networks.main()));
  }

  /// True if the tensors contradict the metadata. A part of a pipeline, such as a VAE, has a family
  /// of its own, whatever the pipeline is called.
  private static boolean isContradicted(
      Sentence byMetadata, Kind kind, Optional<Rule.Verdict> byTensors, boolean isOfSuchAKind) {
    if (kind == Kind.UNKNOWN) {
      return true;
    }
    boolean isComparable = kind.isLanguage() || kind.isOfDiffusion() && kind != Kind.VAE;
    return isComparable
        && byTensors.map(found -> !isPartOf(byMetadata, found.statement())).orElse(!isOfSuchAKind);
  }

  /// True if one of two families is more exact about the other.
  private static boolean isPartOf(Sentence a, Sentence b) {
    return a.toString().startsWith(b.toString()) || b.toString().startsWith(a.toString());
  }

  private void missing() {
    long absent = subject.names().absentCount();
    if (absent > 0) {
      long all = subject.part().index().orElseThrow().weightMap().size();
      statements.add(
          Statement.of(
              Topic.MISSING,
              absent == all
                  ? Sentence.of(
                      "None of its tensors is there; only their names are known, from the index")
                  : Sentence.of(
                      "{0} of {1} tensors are in shards that are not there; only their names are"
                          + " known, and sizes count the others",
                      absent, all),
              absent,
              List.of()));
    }
  }

  private void contradiction(
      Optional<Rule.Verdict> tensors,
      Sentence byTensors,
      Rule.Verdict metadata,
      Sentence byMetadata) {
    List<Evidence> evidence = new ArrayList<>(metadata.evidence());
    tensors.ifPresent(found -> evidence.addAll(found.evidence()));
    statements.add(
        Statement.of(
            Topic.CONTRADICTION,
            tensors.isPresent()
                ? Sentence.of("The metadata say {0}, the tensors say {1}.", byMetadata, byTensors)
                : Sentence.of("The metadata say {0}, but no tensor shows it.", byMetadata),
            evidence));
  }

  private List<TensorFile> lackingFormat(Kind kind) {
    if (FormatNeed.unfit(subject.part()).isEmpty()) {
      return List.of();
    }
    Optional<Rule.Verdict> need = FormatNeed.of(subject, kind, rules);
    return need.isEmpty()
        ? List.of()
        : FormatNeed.tell(subject.part(), need.get(), statements::add);
  }

  /// The family of a checkpoint of which a part may be missing. A rule that asks for the shape of a
  /// missing tensor may hold or not; where such rules come before the one that holds for certain,
  /// the family is one of several.
  ///
  /// @param rules from the special to the general
  private record FamilyOfPart(List<Rule> rules) {

    /// If there are more families, the general rule says as much in fewer words.
    private static final int MAX_FAMILIES = 3;

    /// The family, or the few that it may be; empty where nothing is certain.
    Optional<Rule.Verdict> of(Subject subject) {
      Optional<Rule.Verdict> certain = Rule.first(rules, subject);
      if (certain.isEmpty() || subject.names().absentCount() == 0) {
        return certain;
      }
      List<Rule.Verdict> possible = possible(subject);
      SequencedSet<Sentence> families = new LinkedHashSet<>();
      possible.forEach(found -> families.add(found.statement()));
      return families.size() > MAX_FAMILIES
          ? certain
          : Optional.of(
              new Rule.Verdict(Sentence.joined(" / ", List.copyOf(families)), evidence(possible)));
    }

    /// All that may hold, up to the one that does.
    private List<Rule.Verdict> possible(Subject subject) {
      List<Rule.Verdict> possible = new ArrayList<>();
      for (Rule rule : rules) {
        Optional<Rule.Verdict> certain = Rule.first(List.of(rule), subject);
        certain
            .or(() -> Rule.first(List.of(rule), subject.assumingShapes()))
            .ifPresent(possible::add);
        if (certain.isPresent()) {
          return possible;
        }
      }
      return possible;
    }

    private static List<Evidence> evidence(List<Rule.Verdict> verdicts) {
      return verdicts.stream().flatMap(found -> found.evidence().stream()).distinct().toList();
    }
  }

  /// The explicit statements of the metadata: title, author, base model, trigger words.
  private record MetadataFacts(Subject subject) {

    private static final int MAX_TAGS = 5;

    /// Which entries say it, the most telling first.
    private static final Map<Topic, List<String>> KEYS =
        Map.of(
            Topic.TITLE, List.of("modelspec.title", "ssmd_display_name", "ss_output_name", "name"),
            Topic.AUTHOR, List.of("modelspec.author", "ssmd_author"),
            Topic.DESCRIPTION, List.of("modelspec.description", "ssmd_description"),
            Topic.LICENSE, List.of("modelspec.license"),
            Topic.BASE_MODEL,
                List.of("ss_sd_model_name", "modelspec.merged_from", "ss_base_model_version"),
            Topic.TRIGGER_WORDS,
                List.of("modelspec.trigger_phrase", "ssmd_keywords", "ss_trigger_words"));

    List<Statement> statements() {
      List<Statement> statements = new ArrayList<>();
      KEYS.forEach(
          (topic, keys) ->
              keys.stream()
                  .flatMap(key -> subject.entry(key).stream())
                  .findFirst()
                  .map(entry -> Statement.quoting(topic, entry.value().strip(), List.of(entry)))
                  .ifPresent(statements::add));
      if (statements.stream().noneMatch(statement -> statement.topic() == Topic.BASE_MODEL)) {
        adapterBase().ifPresent(statements::add);
      }
      frequentTags().ifPresent(statements::add);
      return statements;
    }

    private Optional<Statement> adapterBase() {
      Optional<OfMetadata> config = subject.entry("lora_adapter_metadata");
      return config.flatMap(
          entry ->
              EmbeddedFacts.scalars(entry.value(), "base_model_name_or_path").stream()
                  .findFirst()
                  .map(name -> Statement.quoting(Topic.BASE_MODEL, name, List.of(entry))));
    }

    private Optional<Statement> frequentTags() {
      return subject
          .entry("ss_tag_frequency")
          .flatMap(
              entry -> {
                List<String> tags = mostFrequent(EmbeddedFacts.sums(entry.value()));
                return tags.isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        Statement.quoting(
                            Topic.FREQUENT_TAGS, String.join(", ", tags), List.of(entry)));
              });
    }

    private static List<String> mostFrequent(Map<String, Long> counts) {
      return counts.entrySet().stream()
          .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
          .limit(MAX_TAGS)
          .map(Map.Entry::getKey)
          .toList();
    }
  }
}
