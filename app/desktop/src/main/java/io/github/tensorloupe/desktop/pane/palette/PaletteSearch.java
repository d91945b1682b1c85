package io.github.tensorloupe.desktop.pane.palette;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.More;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/// Everything there is to find at one moment. Immutable, for any thread.
///
/// @param used the commands chosen before, the last first
record PaletteSearch(
    List<CommandItem> commands,
    List<TensorRef> tensors,
    List<KeyItem> keys,
    List<Path> recent,
    List<Command> used) {

  private static final int MAX_ROWS = 200;
  private static final int OFF = 1_000_000;

  PaletteSearch {
    commands = List.copyOf(commands);
    keys = List.copyOf(keys);
    recent = List.copyOf(recent);
    used = List.copyOf(used);
  }

  /// The rows for what was typed. Takes time in proportion to all names.
  List<PaletteRow> rows(String typed, Cancellation cancellation) {
    String text = typed.strip();
    Optional<PaletteSection> only = PaletteSection.askedFor(text);
    Words words = Words.of(only.map(each -> text.substring(each.prefix().length())).orElse(text));
    List<PaletteRow> rows = new ArrayList<>();
    for (PaletteSection section : PaletteSection.values()) {
      // With nothing to look for, commands are what helps on.
      boolean wanted =
          only.map(section::equals).orElse(!words.isEmpty() || section == PaletteSection.COMMANDS);
      if (wanted) {
        int limit = only.isPresent() || words.isEmpty() ? MAX_ROWS : section.share();
        add(rows, section, words, limit, cancellation);
      }
    }
    return rows;
  }

  private void add(
      List<PaletteRow> rows,
      PaletteSection section,
      Words words,
      int limit,
      Cancellation cancellation) {
    switch (section) {
      case COMMANDS -> add(rows, section, best(byUse(), words, limit, cancellation), words);
      case TENSORS -> {
        BestItems<TensorRef> best =
            BestItems.of(tensors, each -> words.cost(each.info().name()), limit, cancellation);
        add(
            rows,
            section,
            new BestItems<>(
                best.best().stream().<PaletteItem>map(TensorItem::new).toList(), best.count()),
            words);
      }
      case KEYS -> add(rows, section, best(keys, words, limit, cancellation), words);
      case RECENT -> {
        List<RecentItem> items = recent.stream().map(RecentItem::new).toList();
        add(rows, section, best(items, words, limit, cancellation), words);
      }
    }
  }

  private static <T extends PaletteItem> BestItems<PaletteItem> best(
      List<T> all, Words words, int limit, Cancellation cancellation) {
    BestItems<T> best = BestItems.of(all, item -> cost(item, words), limit, cancellation);
    return new BestItems<>(List.<PaletteItem>copyOf(best.best()), best.count());
  }

  /// What cannot be done now and is called otherwise comes behind everything that helps.
  private static int cost(PaletteItem item, Words words) {
    int cost = words.cost(item.text(), item.otherWords());
    boolean off =
        item instanceof CommandItem command
            && command.why().isPresent()
            && words.cost(item.text()) == Words.ABSENT;
    return off && cost != Words.ABSENT ? cost + OFF : cost;
  }

  /// What was used lately comes first; of what suits as well, that is.
  private List<CommandItem> byUse() {
    return commands.stream()
        .sorted(
            Comparator.comparingInt(
                item -> used.contains(item.command()) ? used.indexOf(item.command()) : used.size()))
        .toList();
  }

  private static void add(
      List<PaletteRow> rows, PaletteSection section, BestItems<PaletteItem> best, Words words) {
    if (best.count() == 0) {
      return;
    }
    rows.add(new Heading(section));
    best.best().forEach(item -> rows.add(new Found(item, words.letters(item.text()))));
    int more = best.count() - best.best().size();
    if (more > 0) {
      rows.add(new More(section, more));
    }
  }
}
