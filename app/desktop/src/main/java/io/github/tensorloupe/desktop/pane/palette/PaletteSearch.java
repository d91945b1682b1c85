package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.command.Command;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.More;
import io.github.tensorloupe.desktop.pane.palette.PaletteRow.PaletteSection;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// A snapshot of everything the palette searches. Immutable, for any thread.
///
/// @param used recently used commands, the latest first
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

  /// The rows for a typed text. Takes time in proportion to all names.
  List<PaletteRow> rows(String typed, Cancellation cancellation) {
    String text = typed.strip();
    Optional<PaletteSection> only = PaletteSection.askedFor(text);
    SearchTerms terms =
        SearchTerms.of(only.map(each -> text.substring(each.prefix().length())).orElse(text));
    List<PaletteRow> rows = new ArrayList<>();
    for (PaletteSection section : PaletteSection.values()) {
      // Without search terms only commands are listed.
      boolean wanted =
          only.map(section::equals).orElse(!terms.isEmpty() || section == PaletteSection.COMMANDS);
      if (wanted) {
        int limit = only.isPresent() || terms.isEmpty() ? MAX_ROWS : section.share();
        add(rows, section, terms, limit, cancellation);
      }
    }
    return rows;
  }

  private void add(
      List<PaletteRow> rows,
      PaletteSection section,
      SearchTerms terms,
      int limit,
      Cancellation cancellation) {
    switch (section) {
      case COMMANDS -> add(rows, section, best(byUse(), terms, limit, cancellation), terms);
      case TENSORS -> {
        Best<TensorRef> best =
            Best.of(tensors, each -> terms.cost(each.info().name()), limit, cancellation);
        add(
            rows,
            section,
            new Best<>(
                best.best().stream().<PaletteItem>map(TensorItem::new).toList(), best.count()),
            terms);
      }
      case KEYS -> add(rows, section, best(keys, terms, limit, cancellation), terms);
      case RECENT -> {
        List<RecentItem> items = recent.stream().map(RecentItem::new).toList();
        add(rows, section, best(items, terms, limit, cancellation), terms);
      }
    }
  }

  private static <T extends PaletteItem> Best<PaletteItem> best(
      List<T> all, SearchTerms terms, int limit, Cancellation cancellation) {
    Best<T> best = Best.of(all, item -> cost(item, terms), limit, cancellation);
    return new Best<>(List.<PaletteItem>copyOf(best.best()), best.count());
  }

  /// Disabled commands that match by synonym only come last.
  private static int cost(PaletteItem item, SearchTerms terms) {
    int cost = terms.cost(item.text(), item.synonyms());
    boolean off =
        item instanceof CommandItem command
            && command.why().isPresent()
            && terms.cost(item.text()) == SearchTerms.ABSENT;
    return off && cost != SearchTerms.ABSENT ? cost + OFF : cost;
  }

  /// Recently used commands first, which decides between equal matches.
  private List<CommandItem> byUse() {
    return commands.stream()
        .sorted(
            Comparator.comparingInt(
                item -> used.contains(item.command()) ? used.indexOf(item.command()) : used.size()))
        .toList();
  }

  private static void add(
      List<PaletteRow> rows, PaletteSection section, Best<PaletteItem> best, SearchTerms terms) {
    if (best.count() == 0) {
      return;
    }
    rows.add(new Heading(section));
    best.best().forEach(item -> rows.add(new Found(item, terms.letters(item.text()))));
    int more = best.count() - best.best().size();
    if (more > 0) {
      rows.add(new More(section, more));
    }
  }

  /// The best matches, and the number of all.
  ///
  /// @param best the best first, stable for equals
  /// @param count of all matches
  record Best<T>(List<T> best, int count) {

    private record Ranked(int cost, int index) {}

    private static final Comparator<Ranked> BEST_FIRST =
        Comparator.comparingInt(Ranked::cost).thenComparingInt(Ranked::index);
    private static final int LOOK_UP = 4096;

    /// Searches all items.
    ///
    /// @param costs cost of an item, or [SearchTerms#ABSENT]
    /// @param limit of the best matches
    static <T> Best<T> of(
        List<T> all, ToIntFunction<T> costs, int limit, Cancellation cancellation) {
      PriorityQueue<Ranked> kept = new PriorityQueue<>(BEST_FIRST.reversed());
      int count = 0;
      for (int i = 0; i < all.size(); i++) {
        if (i % LOOK_UP == 0 && cancellation.isRequested()) {
          break;
        }
        int cost = costs.applyAsInt(all.get(i));
        if (cost == SearchTerms.ABSENT) {
          continue;
        }
        count++;
        Ranked ranked = new Ranked(cost, i);
        if (kept.size() < limit) {
          kept.add(ranked);
        } else if (limit > 0 && BEST_FIRST.compare(ranked, kept.peek()) < 0) {
          kept.poll();
          kept.add(ranked);
        }
      }
      List<Ranked> best = new ArrayList<>(kept);
      best.sort(BEST_FIRST);
      return new Best<>(best.stream().map(each -> all.get(each.index())).toList(), count);
    }
  }
}
