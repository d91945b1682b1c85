package io.github.tensorloupe.cli;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.save.PlannedHeader;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import java.util.Optional;
import java.util.OptionalLong;

/// The objects that editing commands print with `--json`.
final class EditJson implements EditPrinter {

  private final JsonLines lines;
  private final boolean isDryRun;

  EditJson(JsonLines lines, boolean isDryRun) {
    this.lines = lines;
    this.isDryRun = isDryRun;
  }

  @Override
  public void print(Location location, FileReport report) {
    Optional<SavePlan> plan = report.plan();
    Optional<PlannedHeader> header = plan.map(SavePlan::header);
    lines.line(
        json -> {
          JsonMembers members = new JsonMembers(json);
          json.writeStringField("path", location.text());
          json.writeStringField(
              "strategy", plan.map(SavePlan::strategy).orElse(Strategy.NONE).word());
          json.writeNumberField("bytesToWrite", plan.map(SavePlan::bytesToWrite).orElse(0L));
          members.unsigned("headerLengthBefore", length(header.map(PlannedHeader::lengthBefore)));
          members.unsigned("headerLengthAfter", length(header.map(PlannedHeader::lengthAfter)));
          json.writeBooleanField("dryRun", isDryRun);
          json.writeBooleanField("saved", report.status() == Status.SAVED);
          json.writeStringField("message", report.message().toString());
          json.writeArrayFieldStart("warnings");
          for (String warning : report.warnings()) {
            json.writeString(warning);
          }
          json.writeEndArray();
        });
  }

  private static OptionalLong length(Optional<Long> length) {
    return length.isPresent() ? OptionalLong.of(length.get()) : OptionalLong.empty();
  }
}
