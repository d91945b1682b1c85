package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.identify.Kind.Trait;
import io.github.tensorloupe.identify.RuleTable.Verdict;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.Slices;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.text.Sentence;
import io.github.tensorloupe.work.Cancellation;

/// Identifies a checkpoint. Uses the headers in memory and the configuration in its folder.
///
/// Facts from tensors have priority over the configuration, which has priority over metadata. Both
/// supplement them, and contradictions are reported as separate statements.
public final class Identification {

  /// If more families are possible, only the result of the first certain rule is reported.
  private static final int MAX_FAMILIES = 3;

  private static final String FORMAT = "format";
  private static final Set<String> SUPPORTED_FORMATS = Set.of("pt", "tf", "flax", "mlx");

  private final RuleInput subject;
  private final RuleTable rules;
  private final List<Statement> statements = new ArrayList<>();
  private List<String> families = List.of();

  private Identification(RuleInput subject, RuleTable rules) {
    this.subject = subject;
    this.rules = rules;
  }

  /// Identifies a checkpoint. Takes time linear in the number of tensors.
  public static Identity of(CheckpointPart part, Cancellation cancellation) {
    return new Identification(RuleInput.of(part, cancellation), RuleTable.STANDARD).identify();
  }

  /// Returns a finding if the metadata entry `format` is required, but missing or unsupported;
  /// otherwise empty. Does not examine tensors if all files have a supported format.
  public static Optional<Finding> missingFormat(CheckpointPart part, Cancellation cancellation) {
    if (lackingFormat(part).isEmpty()) {
      return Optional.empty();
    }
    return of(part, cancellation)
        .statement(Topic.FORMAT)
        .map(statement -> Finding.of(FindingCode.MISSING_FORMAT, statement.sentence()));
  }

  /// Returns the loadable files of a checkpoint without a `format` that Transformers supports, even
  /// if the checkpoint does not require it.
  public static List<TensorFile> lackingFormat(CheckpointPart part) {
    return part.files().stream()
        .filter(file -> file.isIntact() && !file.header().tensors().isEmpty())
        .filter(file -> !SUPPORTED_FORMATS.contains(format(file).orElse("")))
        .toList();
  }

  private static Optional<String> format(TensorFile file) {
    return file.header().metadata().map(metadata -> metadata.entries().get(FORMAT));
  }

  private Identity identify() {
    Networks networks = new Networks(subject, rules);
    ConfigFacts config = new ConfigFacts(subject, rules, networks.kindOfTensors(), statements);
    Optional<Verdict> knownKind = config.kind(networks.kind);
    Kind kind = knownKind.map(Verdict::kind).orElse(Kind.UNKNOWN);
    addKind(kind, knownKind);
    addFamily(kind, knownKind, networks, config);
    addMissing();
    rules.all("variant", subject).forEach(verdict -> add(Topic.VARIANT, verdict));
    rules.all("quantization", subject).forEach(verdict -> add(Topic.QUANTIZATION, verdict));
    rules.all("missing", subject).forEach(verdict -> add(Topic.MISSING, verdict));
    boolean areSlices = addSlices();
    statements.addAll(networks.contents());
    statements.addAll(new SizeFacts(networks, rules, areSlices).statements());
    new AdapterFacts(subject, rules, statements).find(kind.is(Trait.ADAPTER));
    new MetadataFacts(subject, statements).find();
    addMissingFormat(kind);
    if (!subject.part().files().stream().allMatch(file -> file.reading().headerParsed())) {
      // The header is incomplete, so the tensors cannot contradict the metadata.
      statements.removeIf(statement -> statement.topic() == Topic.CONTRADICTION);
    }
    statements.sort(Comparator.comparing(Statement::topic));
    Optional<EmbeddedImage> thumbnail = EmbeddedImage.first(subject.metadata());
    return new Identity(subject.part(), kind, families, statements, thumbnail);
  }

  /// Returns true if the tensors are slices.
  private boolean addSlices() {
    for (TensorFile file : subject.part().files()) {
      if (file.slices().isPresent()) {
        Slices slices = file.slices().get();
        List<Evidence> evidence =
            slices.example().stream()
                .<Evidence>map(info -> new Evidence.OfTensor(new TensorRef(file, info)))
                .toList();
        Sentence sentence =
            slices.rank().isPresent()
                ? Sentence.of(
                    "The rest of each tensor: the file contains the slices of one rank of a"
                        + " tensor-parallel run (vLLM, SGLang or TensorRT-LLM)")
                : Sentence.of(
                    "The rest of each tensor: weights are one-dimensional slices of an FSDP run,"
                        + " not a checkpoint");
        statements.add(Statement.of(Topic.MISSING, sentence, evidence));
        return true;
      }
    }
    List<Verdict> slices = rules.all("slices", subject);
    slices.stream().limit(1).forEach(verdict -> add(Topic.MISSING, verdict));
    return !slices.isEmpty();
  }

  private void add(Topic topic, Verdict verdict) {
    statements.add(Statement.of(topic, verdict.sentence(), verdict.evidence()));
  }

  private void addKind(Kind kind, Optional<Verdict> knownKind) {
    List<Evidence> evidence = knownKind.map(Verdict::evidence).orElse(List.of());
    statements.add(Statement.of(Topic.KIND, kind.label(), evidence));
    Optional<Verdict> claimed = rules.first("metadata-kind", subject);
    if (claimed.isPresent()) {
      Kind other = claimed.get().kind();
      if (kind != other && !(kind.is(Trait.ADAPTER) && other.is(Trait.ADAPTER))) {
        contradict(knownKind, kind.label(), claimed.get(), other.label());
      }
    }
  }

  private void addFamily(
      Kind kind, Optional<Verdict> knownKind, Networks networks, ConfigFacts config) {
    Optional<Verdict> byTensors =
        kind == Kind.UNKNOWN ? Optional.empty() : familyOfTensors(kind, networks);
    Optional<Verdict> ofDiffusion = rules.first("metadata-family", subject);
    Optional<Verdict> byMetadata = ofDiffusion.or(() -> rules.first("metadata-language", subject));
    boolean hasFamilies =
        ofDiffusion.isPresent()
            ? kind.is(Trait.DIFFUSION)
            : kind.is(Trait.LANGUAGE) || kind.is(Trait.ADAPTER);
    Optional<Verdict> shownFamily =
        config
            .family(byTensors, knownKind)
            .map(verdict -> byMetadata.map(verdict::narrowedBy).orElse(verdict))
            .or(() -> hasFamilies ? byMetadata : Optional.empty());
    shownFamily.ifPresent(verdict -> add(Topic.FAMILY, verdict));
    families = shownFamily.map(Verdict::conclusions).orElse(List.of());
    if (byMetadata.isPresent()) {
      Verdict claimed = byMetadata.get();
      if (isContradicted(claimed, kind, byTensors, hasFamilies)) {
        Sentence shown = byTensors.map(Verdict::sentence).orElse(kind.label());
        contradict(byTensors.or(() -> networks.kind), shown, claimed, claimed.sentence());
      }
    }
  }

  private Optional<Verdict> familyOfTensors(Kind kind, Networks networks) {
    if (!kind.is(Trait.LANGUAGE)) {
      return familyOfPart("family", networks.whole);
    }
    return Optional.of(networks.whole)
        .filter(_ -> kind.is(Trait.SEVERAL))
        .flatMap(whole -> familyOfPart("family-of-several", whole))
        .or(() -> familyOfPart("family", networks.main()));
  }

  /// Returns a few possible families if a rule requires the shape of a missing tensor: then it is
  /// unknown whether the rule applies. Returns empty if no rule certainly applies.
  private Optional<Verdict> familyOfPart(String section, RuleInput network) {
    Optional<Verdict> certain = rules.first(section, network);
    if (certain.isEmpty() || network.names().absentCount == 0) {
      return certain;
    }
    SequencedSet<String> families = new LinkedHashSet<>();
    SequencedSet<Evidence> evidence = new LinkedHashSet<>();
    for (RuleTable.Rule rule : rules.rules(section)) {
      boolean isCertain = rule.apply(network).isPresent();
      Optional<Verdict> verdict = rule.apply(isCertain ? network : network.assumingShapes());
      verdict.ifPresent(possible -> families.addAll(possible.conclusions()));
      verdict.ifPresent(possible -> evidence.addAll(possible.evidence()));
      if (isCertain) {
        break;
      }
    }
    Verdict all = new Verdict(List.copyOf(families), List.copyOf(evidence));
    return families.size() > MAX_FAMILIES ? certain : Optional.of(all);
  }

  /// A component of a pipeline, such as a VAE, may belong to another family than the pipeline.
  private static boolean isContradicted(
      Verdict byMetadata, Kind kind, Optional<Verdict> byTensors, boolean hasFamilies) {
    if (kind == Kind.UNKNOWN) {
      return true;
    }
    boolean isComparable = kind.is(Trait.LANGUAGE) || kind.is(Trait.DIFFUSION) && kind != Kind.VAE;
    if (!isComparable || byTensors.isEmpty()) {
      return isComparable && !hasFamilies;
    }
    return byMetadata.excludes(byTensors.get());
  }

  private void addMissing() {
    long absent = subject.names().absentCount;
    if (absent > 0) {
      long all = subject.part().index().orElseThrow().weightMap().size();
      Sentence sentence =
          Sentence.of(
              "{0} of {1} tensors are in missing shards; only their names are known, and sizes"
                  + " do not include them",
              absent, all);
      if (absent == all) {
        sentence =
            Sentence.of(
                "All of its tensors are missing; only their names are known, from the index");
      }
      statements.add(Statement.of(Topic.MISSING, sentence, absent, List.of()));
    }
  }

  private void contradict(
      Optional<Verdict> tensors, Sentence byTensors, Verdict metadata, Sentence byMetadata) {
    List<Evidence> evidence = new ArrayList<>(metadata.evidence());
    tensors.ifPresent(verdict -> evidence.addAll(verdict.evidence()));
    Sentence sentence =
        tensors.isPresent()
            ? Sentence.of("The metadata say {0}, the tensors say {1}.", byMetadata, byTensors)
            : Sentence.of("The metadata say {0}, but no tensor shows it.", byMetadata);
    statements.add(Statement.of(Topic.CONTRADICTION, sentence, evidence));
  }

  /// Adds a statement about the files whose metadata has no `format` or an unsupported format, if a
  /// loader requires it. Programs for diffusion models and adapters do not check the format.
  ///
  /// Up to version 4.47, Transformers requires metadata with the `format` `pt`, `tf`, `flax` or
  /// `mlx`. Since 4.48, it loads files without metadata, but still refuses metadata without a
  /// format or with another format; 4.57.6 does so, 5.18 no longer checks. Accelerate (1.15) also
  /// loads files without metadata and refuses metadata without a format or with another format.
  private void addMissingFormat(Kind kind) {
    CheckpointPart part = subject.part();
    List<TensorFile> lacking = lackingFormat(part);
    boolean isQuantizedByMlx = !new NamePattern("*.biases").in(subject.names()).isEmpty();
    if (lacking.isEmpty() || !kind.is(Trait.TRANSFORMERS) || isQuantizedByMlx) {
      return;
    }
    String name = String.valueOf(part.path().getFileName());
    boolean isNamedLikeModel = name.startsWith("model") || name.startsWith("pytorch_model");
    Optional<Verdict> need = rules.first("needs-format", subject);
    if (need.isEmpty() && isNamedLikeModel) {
      need = rules.first("needs-format-as-model", subject);
    }
    if (need.isPresent()) {
      List<Evidence> evidence = new ArrayList<>(need.get().evidence());
      Sentence sentence = describeMissingFormat(lacking, part.files().size());
      Optional<String> other = lacking.stream().flatMap(file -> format(file).stream()).findFirst();
      if (other.isPresent()) {
        evidence.addFirst(new Evidence.OfMetadata(FORMAT, other.get()));
        sentence =
            Sentence.of(
                "The metadata say format={0}; Transformers 4 and Accelerate refuse every"
                    + " format but pt, tf, flax and mlx.",
                DisplayText.of(other.get()));
      }
      statements.add(Statement.of(Topic.FORMAT, sentence, evidence));
    }
  }

  private static Sentence describeMissingFormat(List<TensorFile> lacking, int fileCount) {
    boolean hasMetadata = lacking.stream().anyMatch(file -> file.header().metadata().isPresent());
    Sentence effect =
        hasMetadata
            ? Sentence.of("Transformers 4 and Accelerate refuse metadata without it.")
            : Sentence.of(
                "Transformers before 4.48 refuse a file without it, newer versions load it.");
    return fileCount == 1
        ? Sentence.of("The metadata lack format=pt; {0}", effect)
        : Sentence.of(
            "The metadata of {0} of {1} files lack format=pt; {2}",
            lacking.size(), fileCount, effect);
  }
}
