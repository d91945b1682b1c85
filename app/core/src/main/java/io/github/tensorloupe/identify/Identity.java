package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The identity of a checkpoint, with the evidence for it. Immutable.
///
/// @param kind what sort of thing it is; [Kind#UNKNOWN] is an answer
/// @param statements in the order of their topics; of some topics several
/// @param thumbnail a picture of what it makes, where the metadata hold one
/// @param lackingFormat the files whose metadata lack `format`, where a loader would refuse them
///   for it
public record Identity(
    CheckpointPart part,
    Kind kind,
    List<Statement> statements,
    Optional<EmbeddedImage> thumbnail,
    List<TensorFile> lackingFormat) {

  public Identity {
    statements = List.copyOf(statements);
    lackingFormat = List.copyOf(lackingFormat);
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
