package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.More;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.PaletteSection;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.SearchTerms;
import io.github.tensorloupe.model.SearchTerms.Best;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;

/// A snapshot of everything the palette searches. Immutable, for any thread.
///
/// @param commands those used lately first, which decides between equal matches
record PaletteSearch(
    List<CommandItem> commands, List<TensorRef> tensors, List<KeyItem> keys, List<Path> recent) {

  private static final int MAX_ROWS = 200;
  private static final int OFF = 1_000_000;

  PaletteSearch {
    commands = List.copyOf(commands);
    keys = List.copyOf(keys);
    recent = List.copyOf(recent);
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
        int limit = only.isPresent() || terms.isEmpty() ? MAX_ROWS : section.share;
        Best<? extends PaletteItem> best =
            switch (section) {
              case COMMANDS -> Best.of(commands, item -> cost(item, terms), limit, cancellation);
              case TENSORS ->
                  Best.of(tensors, each -> terms.cost(each.info().name()), limit, cancellation)
                      .map(TensorItem::new);
              case KEYS -> Best.of(keys, item -> terms.cost(item.text()), limit, cancellation);
              case RECENT ->
                  Best.of(recent, path -> terms.cost(path.toString()), limit, cancellation)
                      .map(RecentItem::new);
            };
        if (best.count() > 0) {
          rows.add(new Heading(section));
          best.best().forEach(item -> rows.add(new Found(item, terms.letters(item.text()))));
        }
        if (best.count() > best.best().size()) {
          rows.add(new More(section, best.count() - best.best().size()));
        }
      }
    }
    return rows;
  }

  /// Disabled commands that match by synonym only come last.
  private static int cost(CommandItem item, SearchTerms terms) {
    int cost = terms.cost(item.text(), item.synonyms());
    boolean off = item.why().isPresent() && terms.cost(item.text()) == SearchTerms.ABSENT;
    return off && cost != SearchTerms.ABSENT ? cost + OFF : cost;
  }

  sealed interface PaletteRow {

    record Heading(PaletteSection section) implements PaletteRow {}

    /// @param letters indexes of the matching letters
    record Found(PaletteItem item, BitSet letters) implements PaletteRow {}

    /// The number of results beyond the limit.
    record More(PaletteSection section, int count) implements PaletteRow {}

    default boolean isChoice() {
      return !(this instanceof Heading);
    }

    /// The row as read by screen readers.
    default String spoken(Messages messages) {
      return switch (this) {
        case Heading(var section) -> messages.text(section.messageKey());
        case More(var _, var count) -> messages.text("palette.more", messages.count(count));
        case Found(CommandItem item, var _) -> item.text() + " " + item.why().orElse(item.keys());
        case Found(var item, var _) -> DisplayText.of(item.text());
      };
    }

    enum PaletteSection {
      COMMANDS(">", 7),
      TENSORS("@", 9),
      KEYS("#", 6),
      RECENT("", 5);

      private final String prefix;

      /// The limit of results while all sections are searched.
      private final int share;

      PaletteSection(String prefix, int share) {
        this.prefix = prefix;
        this.share = share;
      }

      /// The prefix that restricts the search to this section; may be empty.
      String prefix() {
        return prefix;
      }

      String messageKey() {
        return "palette." + name().toLowerCase(Locale.ROOT);
      }

      /// The section that a typed text is restricted to.
      static Optional<PaletteSection> askedFor(String text) {
        return Stream.of(values())
            .filter(section -> !section.prefix.isEmpty() && text.startsWith(section.prefix))
            .findFirst();
      }
    }
  }
}
