package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.text.Sentence;

/// The result of identifying a checkpoint. Immutable.
///
/// @param statements the statements, ordered by topic; a topic may have several statements
public record Identity(
    CheckpointPart part, Kind kind, List<Statement> statements, Optional<EmbeddedImage> thumbnail) {

  public Identity {
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
}
