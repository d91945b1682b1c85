package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.text.Sentence;

/// The result of identifying a checkpoint. Immutable.
///
/// @param families the possible families, as the rules name them in English; empty if unknown
/// @param statements the statements, ordered by topic; a topic may have several statements
public record Identity(
    CheckpointPart part,
    Kind kind,
    List<String> families,
    List<Statement> statements,
    Optional<EmbeddedImage> thumbnail) {

  public Identity {
    families = List.copyOf(families);
    statements = List.copyOf(statements);
  }

  public Optional<Statement> statement(Topic topic) {
    return statements.stream().filter(statement -> statement.topic() == topic).findFirst();
  }

  public List<Statement> statements(Topic topic) {
    return statements.stream().filter(statement -> statement.topic() == topic).toList();
  }

  public Optional<Sentence> family() {
    return statement(Topic.FAMILY).map(Statement::sentence);
  }

  /// Returns true if this checkpoint certainly has another family. Names of groups of families,
  /// which list members in parentheses, and several possible families exclude nothing.
  public boolean excludesFamilyOf(Identity other) {
    return hasExactFamily()
        && other.hasExactFamily()
        && new RuleTable.Verdict(families, List.of())
            .excludes(new RuleTable.Verdict(other.families, List.of()));
  }

  private boolean hasExactFamily() {
    return families.size() == 1 && !families.getFirst().contains("(");
  }
}
