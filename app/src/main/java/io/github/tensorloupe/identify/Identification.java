package io.github.tensorloupe.identify;

import io.github.tensorloupe.format.Finding;
import io.github.tensorloupe.format.FindingCode;
import io.github.tensorloupe.format.Quantities;
import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.work.Cancellation;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

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

  /// The finding that `format=pt` is missing where it is wanted; empty where all is well. Looks no
  /// further than at the metadata where every file has it.
  public static Optional<Finding> missingFormat(CheckpointPart part, Cancellation cancellation) {
    return FormatNeed.lacking(part).isEmpty()
        ? Optional.empty()
        : missingFormat(of(part, cancellation));
  }

  /// The files of a checkpoint that load and whose metadata do not name a framework, whether that
  /// is wanted or not.
  public static List<TensorFile> lackingFormat(CheckpointPart part) {
    return FormatNeed.lacking(part);
  }

  private static Optional<Finding> missingFormat(Identity identity) {
    return identity
        .statement(Topic.FORMAT)
        .map(statement -> Finding.of(FindingCode.MISSING_FORMAT, statement.value()));
  }

  private Identity identify() {
    Kind kind = kind();
    family();
    missing();
    Rule.all(rules.rules("variant"), subject).forEach(found -> add(Topic.VARIANT, found));
    Rule.all(rules.rules("quantisation"), subject).forEach(found -> add(Topic.QUANTISATION, found));
    contains(kind);
    statements.addAll(new SizeFacts(subject, rules).statements());
    if (kind.isAdapter()) {
      statements.addAll(new AdapterFacts(subject, rules).statements());
    }
    statements.addAll(new MetadataFacts(subject).statements());
    new TrainingFacts(subject).statement().ifPresent(statements::add);
    List<TensorFile> lacking = lackingFormat(kind);
    statements.sort(Comparator.comparing(Statement::topic));
    return new Identity(subject.part(), kind, statements, Thumbnail.of(subject), lacking);
  }

  private void add(Topic topic, Rule.Verdict found) {
    statements.add(Statement.of(topic, found.statement(), found.evidence()));
  }

  private Kind kind() {
    Optional<Rule.Verdict> byTensors = Rule.first(rules.rules("kind"), subject);
    Optional<Rule.Verdict> byMetadata = Rule.first(rules.rules("metadata-kind"), subject);
    Optional<Rule.Verdict> told = byTensors.or(() -> byMetadata);
    Kind kind = told.map(found -> Kind.valueOf(found.statement())).orElse(Kind.UNKNOWN);
    statements.add(
        Statement.of(Topic.KIND, kind.label(), told.map(Rule.Verdict::evidence).orElse(List.of())));
    byMetadata
        .filter(_ -> byTensors.isPresent())
        .filter(found -> differs(kind, Kind.valueOf(found.statement())))
        .ifPresent(
            found ->
                contradiction(
                    byTensors.get(), kind.label(), found, Kind.valueOf(found.statement()).label()));
    return kind;
  }

  private static boolean differs(Kind a, Kind b) {
    return a != b && !(a.isAdapter() && b.isAdapter());
  }

  private void family() {
    Optional<Rule.Verdict> byTensors = new FamilyOfPart(rules.rules("family")).of(subject);
    Optional<Rule.Verdict> byMetadata = Rule.first(rules.rules("metadata-family"), subject);
    byTensors.or(() -> byMetadata).ifPresent(found -> add(Topic.FAMILY, found));
    if (byTensors.isPresent()
        && byMetadata.isPresent()
        && isComparable(byTensors.get().statement())
        && !byTensors.get().statement().equals(byMetadata.get().statement())) {
      contradiction(
          byTensors.get(),
          byTensors.get().statement(),
          byMetadata.get(),
          byMetadata.get().statement());
    }
  }

  /// What the other statements do not know.
  private void missing() {
    long absent = subject.names().absentCount();
    if (absent > 0) {
      long all = subject.part().index().orElseThrow().weightMap().size();
      statements.add(
          Statement.of(
              Topic.MISSING,
              absent == all
                  ? "None of its tensors is there; only their names are known, from the index"
                  : "%s of %s tensors are in shards that are not there; only their names are known, and sizes count the others"
                      .formatted(Quantities.count(absent), Quantities.count(all)),
              absent,
              List.of()));
    }
  }

  /// Whether metadata ever name this family in these words.
  private boolean isComparable(String family) {
    Set<String> named =
        rules.rules("metadata-family").stream().map(Rule::statement).collect(Collectors.toSet());
    return named.contains(family);
  }

  private void contradiction(
      Rule.Verdict tensors, String byTensors, Rule.Verdict metadata, String byMetadata) {
    List<Evidence> evidence = new ArrayList<>(metadata.evidence());
    evidence.addAll(tensors.evidence());
    statements.add(
        Statement.of(
            Topic.CONTRADICTION,
            "The metadata say %s, the tensors say %s.".formatted(byMetadata, byTensors),
            evidence));
  }

  private void contains(Kind kind) {
    if (kind == Kind.DIFFUSION_CHECKPOINT) {
      Rule.all(rules.rules("contains"), subject).forEach(found -> add(Topic.CONTAINS, found));
    }
  }

  private List<TensorFile> lackingFormat(Kind kind) {
    List<TensorFile> lacking = FormatNeed.lacking(subject.part());
    if (lacking.isEmpty()) {
      return List.of();
    }
    Optional<Rule.Verdict> need = FormatNeed.of(subject, kind, rules);
    need.ifPresent(
        found ->
            statements.add(Statement.of(Topic.FORMAT, sentence(lacking.size()), found.evidence())));
    return need.isPresent() ? lacking : List.of();
  }

  private String sentence(int lackingCount) {
    int fileCount = subject.part().files().size();
    return fileCount == 1
        ? "The metadata lack format=pt; Transformers and Accelerate refuse a file without it."
        : "The metadata of %s of %s files lack format=pt; Transformers and Accelerate refuse files without it."
            .formatted(Quantities.count(lackingCount), Quantities.count(fileCount));
  }
}
