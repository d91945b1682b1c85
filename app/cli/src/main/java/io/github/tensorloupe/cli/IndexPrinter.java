package io.github.tensorloupe.cli;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.tensorloupe.export.IndexFile;
import io.github.tensorloupe.integrity.doctor.IndexChanges;
import io.github.tensorloupe.integrity.doctor.IndexPlan;
import io.github.tensorloupe.text.Quantities;
import java.io.IOException;
import java.util.Optional;
import java.util.OptionalLong;

/// Prints what `index write` wrote or would write: a line for each index.
///
/// @param json whether for programs
record IndexPrinter(Surroundings surroundings, boolean json, boolean isDryRun) {

  /// One index, written or not.
  ///
  /// @param location where it is
  /// @param plan what it is to say; empty where that could not be found out
  /// @param written empty where nothing was written
  /// @param message why not, or what else is worth knowing; empty where there is nothing to say
  record Line(
      Location location,
      Optional<IndexPlan> plan,
      Optional<IndexFile.Written> written,
      String message) {}

  void print(Line line) {
    if (json) {
      new JsonLines(surroundings.out()).line(generator -> write(line, generator));
    } else {
      line.plan().filter(plan -> isTold(line, plan)).ifPresent(plan -> text(line, plan));
    }
  }

  /// A failure is told on standard error only.
  private boolean isTold(Line line, IndexPlan plan) {
    return plan.obstacles().isEmpty()
        && (line.written().isPresent() || isDryRun || !plan.isNeeded());
  }

  private void text(Line line, IndexPlan plan) {
    String verb =
        line.written().isPresent() ? "Wrote" : plan.isNeeded() ? "Would write" : "Did not write";
    IndexChanges changes = plan.changes();
    String sentence =
        "%s %s: %s in %s; added %s, removed %s, moved %s; total_size %s%s%s"
            .formatted(
                verb,
                line.location().text(),
                Figures.count(plan.tensorCount(), "tensor"),
                Figures.count(plan.shards().size(), "shard"),
                Quantities.count(changes.added()),
                Quantities.count(changes.removed()),
                Quantities.count(changes.moved()),
                Quantities.count(changes.totalSize()),
                before(changes),
                line.message().isEmpty() ? "" : ". " + line.message());
    TextLines lines = new TextLines(surroundings);
    lines.line(TextLines.shown(sentence));
    lines.flush();
  }

  private static String before(IndexChanges changes) {
    OptionalLong before = changes.totalSizeBefore();
    return before.isPresent() && before.getAsLong() != changes.totalSize()
        ? " instead of " + Quantities.count(before.getAsLong())
        : "";
  }

  private void write(Line line, JsonGenerator generator) throws IOException {
    JsonMembers members = new JsonMembers(generator);
    Optional<IndexPlan> plan = line.plan();
    members.text("path", line.location().text());
    generator.writeArrayFieldStart("shards");
    if (plan.isPresent()) {
      for (String shard : plan.get().shards()) {
        generator.writeString(shard);
      }
    }
    generator.writeEndArray();
    Optional<IndexChanges> changes = plan.map(IndexPlan::changes);
    members.unsigned("tensorCount", number(plan.map(IndexPlan::tensorCount)));
    members.unsigned("added", number(changes.map(IndexChanges::added)));
    members.unsigned("removed", number(changes.map(IndexChanges::removed)));
    members.unsigned("moved", number(changes.map(IndexChanges::moved)));
    members.unsigned(
        "totalSizeBefore", changes.map(IndexChanges::totalSizeBefore).orElse(OptionalLong.empty()));
    members.unsigned("totalSize", number(changes.map(IndexChanges::totalSize)));
    generator.writeBooleanField("needed", plan.filter(IndexPlan::isNeeded).isPresent());
    generator.writeBooleanField("dryRun", isDryRun);
    generator.writeBooleanField("written", line.written().isPresent());
    members.text(
        "backup",
        line.written()
            .flatMap(IndexFile.Written::backup)
            .map(backup -> String.valueOf(backup.getFileName()))
            .orElse(null));
    members.text("message", line.message().isEmpty() ? null : line.message());
  }

  private static OptionalLong number(Optional<Long> value) {
    return value.isPresent() ? OptionalLong.of(value.get()) : OptionalLong.empty();
  }
}
