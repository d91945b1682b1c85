package io.github.tensorloupe.desktop.pane.save;

import io.github.tensorloupe.desktop.text.Figures;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.save.FileSurroundings;
import io.github.tensorloupe.save.SavePlan;
import io.github.tensorloupe.save.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// What plans say, in words.
final class PlanWords {

  private static final int PATH_CHARACTERS = 1000;

  /// One thing to know.
  ///
  /// @param id short and stable
  /// @param name what it is about, for a person
  record Fact(String id, String name, String text) {}

  private final Messages messages;

  PlanWords(Messages messages) {
    this.messages = messages;
  }

  /// What there is to know about plans, the most important first.
  ///
  /// @param plans at least one
  List<Fact> facts(List<SavePlan> plans) {
    List<Fact> facts = new ArrayList<>();
    boolean writes = plans.stream().anyMatch(plan -> plan.strategy() != Strategy.NONE);
    add(facts, "how", how(plans));
    if (writes) {
      add(facts, "tensors", messages.text("save.plan.tensors.text"));
      long bytes = plans.stream().mapToLong(SavePlan::bytesToWrite).sum();
      add(facts, "bytes", messages.text("save.plan.bytes.text", Figures.bytes(bytes), time(plans)));
      add(facts, "hashes", hashes(plans));
    }
    if (plans.size() == 1) {
      addSurroundings(facts, plans.getFirst());
      if (writes) {
        add(facts, "room", room(plans.getFirst()));
      }
    }
    return facts;
  }

  private void add(List<Fact> facts, String id, String text) {
    facts.add(new Fact(id, messages.text("save.plan." + id), text));
  }

  private String how(List<SavePlan> plans) {
    if (plans.stream().anyMatch(SavePlan::isCopy)) {
      return messages.text("save.plan.how.copy");
    }
    long inPlace = count(plans, Strategy.IN_PLACE);
    long rewritten = count(plans, Strategy.REWRITE);
    if (inPlace + rewritten == 0) {
      return messages.text("save.plan.how.none");
    }
    if (inPlace > 0 && rewritten > 0) {
      return messages.text("save.plan.how.both", Figures.count(inPlace), Figures.count(rewritten));
    }
    return messages.text(inPlace > 0 ? "save.plan.how.in-place" : "save.plan.how.rewrite");
  }

  private static long count(List<SavePlan> plans, Strategy strategy) {
    return plans.stream().filter(plan -> plan.strategy() == strategy).count();
  }

  private String time(List<SavePlan> plans) {
    return messages.duration(
        plans.stream().map(SavePlan::expectedTime).reduce(Duration.ZERO, Duration::plus));
  }

  private String hashes(List<SavePlan> plans) {
    boolean change = plans.stream().anyMatch(SavePlan::changesFileHash);
    return messages.text(change ? "save.plan.hashes.change" : "save.plan.hashes.stay");
  }

  /// Who else sees the file.
  private void addSurroundings(List<Fact> facts, SavePlan plan) {
    if (plan.isCopy()) {
      add(facts, "copy", shown(plan.target()));
      return;
    }
    FileSurroundings seen = plan.surroundings();
    seen.linkTarget()
        .ifPresent(
            target -> add(facts, "link", messages.text("save.plan.link.text", shown(target))));
    if (seen.hardLinkCount() > 1) {
      add(facts, "names", names(seen.hardLinkCount() - 1, plan.strategy()));
    }
    seen.cacheBlob()
        .ifPresent(blob -> add(facts, "cache", messages.text("save.plan.cache.text", cut(blob))));
  }

  private static String shown(Path path) {
    return DisplayText.of(path.toString(), PATH_CHARACTERS);
  }

  private static String cut(String blob) {
    return DisplayText.of(blob, 16);
  }

  private String names(int others, Strategy strategy) {
    String counted =
        others == 1
            ? messages.text("save.plan.names.one")
            : messages.text("save.plan.names.several", Figures.count(others));
    if (strategy != Strategy.REWRITE) {
      return counted;
    }
    String split =
        messages.text(others == 1 ? "save.plan.names.split.one" : "save.plan.names.split");
    return counted + " " + split;
  }

  private String room(SavePlan plan) {
    return messages.text("save.plan.room.text", messages.exactBytes(plan.header().room()));
  }

  /// How one file of several would be saved, in a few words.
  String inBrief(SavePlan plan) {
    if (plan.obstacle().isPresent()) {
      return messages.text("save.plan.brief.refused");
    }
    return switch (plan.strategy()) {
      case NONE -> messages.text("save.plan.brief.none");
      case IN_PLACE ->
          messages.text("save.plan.brief.in-place", Figures.bytes(plan.bytesToWrite()));
      case REWRITE -> messages.text("save.plan.brief.rewrite", Figures.bytes(plan.bytesToWrite()));
    };
  }
}
