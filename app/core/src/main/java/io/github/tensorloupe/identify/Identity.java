package io.github.tensorloupe.identify;

import module java.base;

import io.github.tensorloupe.model.CheckpointPart;
import io.github.tensorloupe.model.TensorFile;
import io.github.tensorloupe.text.Sentence;

/// The identity of a checkpoint, with the evidence for it. Immutable.
///
/// @param kind the kind of the checkpoint, possibly [Kind#UNKNOWN]
/// @param statements in the order of their topics; some topics have several
/// @param thumbnail a sample picture from the metadata, if any
/// @param lackingFormat the files that a loader would refuse because of `format` in their metadata
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
