package io.github.tensorloupe.cli;

import module java.base;

import io.github.tensorloupe.batch.FileReport;
import io.github.tensorloupe.batch.FileReport.Status;
import io.github.tensorloupe.edit.EntryChange;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.SavePlan.FileLinks;
import io.github.tensorloupe.save.Strategy;
import io.github.tensorloupe.text.Quantities;
import io.github.tensorloupe.text.Sentence;

record EditPrinter(Location location, FileReport report, boolean isDryRun) {

  private static final int VALUE_LIMIT = 60;
  private static final int MAX_CHANGES = 100;
  private static final String INDENT = " ".repeat(12);

  JsonObject json() {
    Optional<SavePlan> plan = report.plan();
    return new JsonObject(location)
        .with("strategy", plan.map(SavePlan::strategy).orElse(Strategy.NONE).spelling())
        .with("bytesToWrite", plan.map(SavePlan::bytesToWrite).orElse(0L))
        .with("headerLengthBefore", plan.map(known -> known.header().lengthBefore()))
        .with("headerLengthAfter", plan.map(known -> known.header().lengthAfter()))
        .with("brokenSignature", plan.flatMap(EditPrinter::brokenSignature))
        .with("dryRun", isDryRun)
        .with("saved", report.status() == Status.SAVED)
        .with("message", report.message().toString())
        .with("warnings", report.warnings().stream().map(Sentence::toString));
  }

  void print(TextPrinter text) {
    List<String> facts = report.plan().map(this::facts).orElse(List.of());
    switch (report.status()) {
      case UNCHANGED -> text.summary(Style.FAINT, "unchanged", location, facts);
      case PLANNED -> text.summary(Style.NOTABLE, "would save", location, facts);
      case SAVED -> text.summary(Style.GOOD, "saved", location, facts);
      case FAILED -> text.summary(Style.BAD, isDryRun ? "would fail" : "failed", location, facts);
    }
    details().forEach(sentence -> text.line(INDENT + sentence));
  }

  private List<String> details() {
    List<String> details = new ArrayList<>();
    report.changes().stream().limit(MAX_CHANGES).map(EditPrinter::text).forEach(details::add);
    if (report.changes().size() > MAX_CHANGES) {
      int rest = report.changes().size() - MAX_CHANGES;
      details.add("and " + TextPrinter.count(rest, "more change"));
    }
    if (report.status() == Status.SAVED) {
      report.notes().stream().map(Sentence::toString).map(TextPrinter::shown).forEach(details::add);
    }
    boolean isWritten = report.status() == Status.SAVED || isDryRun;
    report
        .plan()
        .filter(_ -> isWritten)
        .flatMap(plan -> brokenSignatureSentence(plan, isDryRun))
        .ifPresent(details::add);
    if (isDryRun) {
      report.plan().map(EditPrinter::consequences).ifPresent(details::addAll);
    }
    return details;
  }

  private List<String> facts(SavePlan plan) {
    List<String> facts = new ArrayList<>();
    switch (plan.strategy()) {
      case NONE -> {
        return facts;
      }
      case IN_PLACE -> facts.add("in place");
      case REWRITE -> facts.add(plan.isCopy() ? "a copy" : "a rewrite");
    }
    String written = report.status() == Status.SAVED ? " written" : " to write";
    facts.add(Quantities.bytes(plan.bytesToWrite()) + written);
    facts.add(
        "header %s to %s"
            .formatted(
                Quantities.bytes(plan.header().lengthBefore()),
                Quantities.bytes(plan.header().lengthAfter())));
    if (isDryRun && plan.expectedTime().toSeconds() > 0) {
      facts.add("about %s s".formatted(Quantities.formatCount(plan.expectedTime().toSeconds())));
    }
    return facts;
  }

  private static String text(EntryChange change) {
    return switch (change) {
      case EntryChange.Added(var key, var value) ->
          "add     %s = %s".formatted(shown(key), shown(value));
      case EntryChange.Removed(var key, var value) ->
          "remove  %s = %s".formatted(shown(key), shown(value));
      case EntryChange.Revalued(var key, var before, var after) ->
          "change  %s = %s, it was %s".formatted(shown(key), shown(after), shown(before));
      case EntryChange.Renamed(var keyBefore, var keyAfter, var _, var after) ->
          "rename  %s to %s = %s".formatted(shown(keyBefore), shown(keyAfter), shown(after));
      case EntryChange.Reordered _ -> "reorder the entries";
    };
  }

  private static String shown(String text) {
    return text.isEmpty() ? "\"\"" : DisplayText.of(text, VALUE_LIMIT);
  }

  static Optional<String> brokenSignature(SavePlan plan) {
    return plan.links()
        .signature()
        .filter(_ -> plan.changesFileHash())
        .map(path -> TextPrinter.shown(path.toString()));
  }

  static Optional<String> brokenSignatureSentence(SavePlan plan, boolean isDryRun) {
    String verb = isDryRun ? "will no longer match" : "no longer matches";
    return brokenSignature(plan)
        .map(path -> "the signature %s covers the file and %s".formatted(path, verb));
  }

  private static List<String> consequences(SavePlan plan) {
    List<String> outlook = new ArrayList<>();
    if (plan.changesFileHash()) {
      outlook.add(
          plan.isCopy()
              ? "the copy has another SHA-256 and AutoV2; the hash of the data and AutoV3 stay"
              : "the file's SHA-256 and AutoV2 change; the hash of the data and AutoV3 stay");
    }
    FileLinks links = plan.links();
    links
        .linkTarget()
        .ifPresent(target -> outlook.add("a link to " + TextPrinter.shown(target.toString())));
    if (links.hardLinkCount() > 1) {
      outlook.add("the file has " + TextPrinter.count(links.hardLinkCount(), "name"));
    }
    links
        .cacheBlob()
        .map(name -> "kept in a Hugging Face cache as " + TextPrinter.shown(name))
        .ifPresent(outlook::add);
    plan.obstacles().forEach(each -> outlook.add(TextPrinter.shown(each.sentence().toString())));
    return outlook;
  }
}
