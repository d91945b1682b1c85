package io.github.tensorloupe.desktop.pane.palette;

import module java.base;

import io.github.tensorloupe.desktop.pane.palette.PaletteItem.CommandItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ComparisonItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.KeyItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.ModelItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.RecentItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteItem.TensorItem;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Found;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.Heading;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.More;
import io.github.tensorloupe.desktop.pane.palette.PaletteSearch.PaletteRow.PaletteSection;
import io.github.tensorloupe.desktop.pane.palette.SearchTerms.Best;
import io.github.tensorloupe.desktop.text.Messages;
import io.github.tensorloupe.format.DisplayText;
import io.github.tensorloupe.model.TensorRef;
import io.github.tensorloupe.work.Cancellation;
import java.nio.file.Path;

/// A snapshot of everything that the palette searches. Immutable, for any thread.
///
/// @param commands the recently used commands first; the order decides between equal matches
record PaletteSearch(
    List<CommandItem> commands,
    List<TensorRef> tensors,
    List<KeyItem> keys,
    List<Path> recent,
    List<ComparisonItem> compared,
    List<ModelItem> models) {

  private static final int MAX_ROWS = 200;

  /// Number of items after which the first partial results are reported; the next reports follow
  /// each time the number doubles.
  private static final int FIRST_PART = 512;

  PaletteSearch {
    commands = List.copyOf(commands);
    keys = List.copyOf(keys);
    recent = List.copyOf(recent);
    compared = List.copyOf(compared);
    models = List.copyOf(models);
  }

  /// Returns the rows for a typed text, with mixed kinds and the best first. Takes time linear in
  /// the total length of all names.
  ///
  /// @param onPart receives partial results from time to time
  List<PaletteRow> rows(
      String typed, Consumer<List<PaletteRow>> onPart, Cancellation cancellation) {
    String text = typed.strip();
    Optional<PaletteSection> only = PaletteSection.withPrefixOf(text);
    SearchTerms terms =
        SearchTerms.of(only.map(each -> text.substring(each.prefix().length())).orElse(text));
    // Without search terms, only commands are listed.
    Set<PaletteSection> all = EnumSet.allOf(PaletteSection.class);
    Set<PaletteSection> wanted =
        only.or(() -> terms.isEmpty() ? Optional.of(PaletteSection.COMMANDS) : Optional.empty())
            .<Set<PaletteSection>>map(EnumSet::of)
            .orElse(all);
    Map<PaletteSection, Best<PaletteItem>> found = new EnumMap<>(PaletteSection.class);
    int searched = 0;
    int next = FIRST_PART;
    for (PaletteSection section : wanted) {
      Best<PaletteItem> best = new Best<>(wanted == all ? section.share : MAX_ROWS);
      found.put(section, best);
      Iterator<? extends PaletteItem> items = items(section).iterator();
      while (items.hasNext()) {
        PaletteItem item = items.next();
        best.add(item, cost(item, terms));
        searched++;
        if (searched % FIRST_PART == 0 && cancellation.isRequested()) {
          return List.of();
        }
        if (searched == next) {
          next *= 2;
          onPart.accept(rows(found, terms));
        }
      }
    }
    return rows(found, terms);
  }

  private Stream<? extends PaletteItem> items(PaletteSection section) {
    return switch (section) {
      case COMMANDS -> commands.stream();
      case KEYS -> keys.stream();
      case RECENT ->
          Stream.of(recent.stream().map(RecentItem::new), compared.stream(), models.stream())
              .flatMap(Function.identity());
      case TENSORS -> tensors.stream().map(TensorItem::new);
    };
  }

  // Disabled commands that match only by a synonym, and paths that match only by a folder, come
  // last.
  private static int cost(PaletteItem item, SearchTerms terms) {
    return switch (item) {
      case CommandItem command -> {
        int cost = terms.cost(command.text(), command.synonyms());
        boolean off = command.why().isPresent() && terms.cost(command.text()) == SearchTerms.ABSENT;
        yield off && cost != SearchTerms.ABSENT ? Math.max(cost, SearchTerms.SCATTERED - 1) : cost;
      }
      case RecentItem(var path) -> cost(path, terms);
      case ModelItem(var title, var path) -> Math.min(terms.cost(title), cost(path, terms));
      case TensorItem _, KeyItem _, ComparisonItem _ -> terms.cost(item.text());
    };
  }

  /// Returns the cost of the file name, or a higher one if only the path matches.
  private static int cost(Path path, SearchTerms terms) {
    int cost = terms.cost(String.valueOf(path.getFileName()));
    int ofPath = terms.cost(path.toString());
    return cost != SearchTerms.ABSENT && cost < SearchTerms.SCATTERED
        ? cost
        : ofPath == SearchTerms.ABSENT ? ofPath : Math.max(ofPath, SearchTerms.SCATTERED - 1);
  }

  private static List<PaletteRow> rows(
      Map<PaletteSection, Best<PaletteItem>> found, SearchTerms terms) {
    boolean areScattered = found.values().stream().allMatch(Best::isScattered);
    Map<PaletteSection, Best<PaletteItem>> shown = new EnumMap<>(found);
    shown.values().removeIf(best -> best.count() == 0 || best.isScattered() != areScattered);
    List<PaletteRow> rows = new ArrayList<>();
    if (found.size() == 1) {
      shown.keySet().forEach(section -> rows.add(new Heading(section)));
    }
    shown.values().stream()
        .flatMap(best -> best.costs().entrySet().stream())
        .sorted(Map.Entry.comparingByValue())
        .map(Map.Entry::getKey)
        .forEach(item -> rows.add(new Found(item, terms.letters(item.text()))));
    shown.forEach(
        (section, best) -> {
          int more = best.count() - best.costs().size();
          if (more > 0) {
            rows.add(new More(section, more));
          }
        });
    return rows;
  }

  sealed interface PaletteRow {

    record Heading(PaletteSection section) implements PaletteRow {}

    /// @param letters the indices of the matching letters
    record Found(PaletteItem item, BitSet letters) implements PaletteRow {}

    /// The number of results beyond the limit.
    record More(PaletteSection section, int count) implements PaletteRow {}

    default boolean isChoice() {
      return !(this instanceof Heading);
    }

    /// Returns the text of the row for screen readers.
    default String spoken(Messages messages) {
      return switch (this) {
        case Heading(var section) -> messages.text(section.messageKey());
        case More(var section, var count) ->
            messages.text(
                "palette.more", messages.count(count), messages.text(section.messageKey()));
        case Found(CommandItem item, var _) ->
            (item.text() + " " + item.why().orElse(item.keys())).strip();
        case Found(var item, var _) -> DisplayText.of(item.text());
      };
    }

    enum PaletteSection {
      COMMANDS(">", 7),
      KEYS("#", 6),
      RECENT("", 5),
      TENSORS("@", 9);

      private final String prefix;

      /// The maximum number of results when all sections are searched.
      private final int share;

      PaletteSection(String prefix, int share) {
        this.prefix = prefix;
        this.share = share;
      }

      /// Returns the prefix that restricts the search to this section; may be empty.
      String prefix() {
        return prefix;
      }

      String messageKey() {
        return "palette." + name().toLowerCase(Locale.ROOT);
      }

      /// Returns the section that a typed text is restricted to.
      static Optional<PaletteSection> withPrefixOf(String text) {
        return Stream.of(values())
            .filter(section -> !section.prefix.isEmpty() && text.startsWith(section.prefix))
            .findFirst();
      }
    }
  }
}
