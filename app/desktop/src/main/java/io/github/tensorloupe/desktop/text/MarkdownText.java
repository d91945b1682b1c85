package io.github.tensorloupe.desktop.text;

import module java.base;

import io.github.tensorloupe.edit.ReadableText;
import io.github.tensorloupe.format.DisplayText;

/// The beginning of a Markdown text for display: headings, lists, quotations, code, emphasis and
/// link texts. Pictures are represented by their alternative text and never loaded; HTML is reduced
/// to the same elements. Line breaks are preserved, as authors without knowledge of Markdown
/// expect.
///
/// @param blocks from top to bottom; characters that could deceive the reader are escaped
/// @param isCut true if the text continues
public record MarkdownText(List<Block> blocks, boolean isCut) {

  /// Maximum number of characters shown.
  private static final int LIMIT = ReadableText.MAX_CHARACTERS;

  private static final int MAX_LEVEL = 6;
  private static final Pattern HEADING = Pattern.compile("(#{1,6})\\s++(.*?)\\s*+#*+");
  private static final Pattern ITEM = Pattern.compile("(\\s*)([-*+]|[0-9]{1,9}[.)])\\s++(.*+)");
  private static final Pattern QUOTE = Pattern.compile("\\s{0,3}>\\s?(.*)");
  private static final Pattern FENCE = Pattern.compile("\\s*(```|~~~).*");
  private static final Pattern LINK =
      Pattern.compile(
          "(!?)\\[([^\\[\\]\\n]{0,500})]\\(\\s*<?([^()\\s<>]{0,2000})>?[^()\\n]{0,500}\\)");

  /// HTML tags and their Markdown equivalents; all other tags are removed.
  private static final List<Map.Entry<Pattern, String>> HTML =
      List.of(
          html("<br\\s*/?>|</(div|ul|ol|tr)>", "\n"),
          html("</p>", "\n\n"),
          html("<li[^<>]*>", "\n- "),
          html("<h[1-6][^<>]*>", "\n\n### "),
          html("</h[1-6]>", "\n\n"),
          html("<hr\\s*/?>", "\n---\n"),
          html("</?(strong|b)>", "**"),
          html("</?(em|i)>", "*"),
          html("</?code>", "`"),
          html("<a\\s[^<>]*?href=\"([^\"<>]*)\"[^<>]*>([^<>]*)</a>", "[$2]($1)"),
          html("<img\\s[^<>]*?alt=\"([^\"<>]*)\"[^<>]*>", "![$1](-)"),
          html("</?[a-z][a-z0-9]*(\\s[^<>]*)?/?>", ""),
          html("&nbsp;", " "),
          html("&lt;", "<"),
          html("&gt;", ">"),
          html("&quot;", "\""),
          html("&#39;", "'"),
          html("&amp;", "&"));

  private static Map.Entry<Pattern, String> html(String pattern, String markdown) {
    return Map.entry(Pattern.compile(pattern, Pattern.CASE_INSENSITIVE), markdown);
  }

  /// A block-level element of the text.
  ///
  /// @param level of a heading, from 1; depth of an item, from 0
  /// @param marker of an item: a bullet or its number; otherwise empty
  public record Block(Kind kind, int level, String marker, List<Span> spans) {

    /// The kind of a block.
    public enum Kind {
      PARAGRAPH,
      HEADING,
      ITEM,
      QUOTE,
      CODE,
      RULE
    }
  }

  /// A piece of text in one style.
  ///
  /// @param target of a link, displayed but never followed; otherwise empty
  public record Span(String text, Set<Style> styles, String target) {

    /// A style of a span.
    public enum Style {
      STRONG,
      EMPHASIS,
      CODE,
      STRUCK,
      PICTURE
    }
  }

  public static MarkdownText of(String value) {
    String shown = value.substring(0, Math.min(value.length(), LIMIT)).replaceAll("\\r\\n?", "\n");
    for (Map.Entry<Pattern, String> form : HTML) {
      shown = form.getKey().matcher(shown).replaceAll(form.getValue());
    }
    return new MarkdownText(new Blocks().of(shown), value.length() > LIMIT);
  }

  /// Returns the plain words on one line.
  public String oneLine() {
    return blocks.stream()
        .map(block -> block.spans().stream().map(Span::text).collect(Collectors.joining()))
        .map(text -> text.strip().replaceAll("\\s+", " "))
        .filter(text -> !text.isEmpty())
        .collect(Collectors.joining(" "));
  }

  /// Parses blocks line by line.
  private static final class Blocks {

    private final List<Block> blocks = new ArrayList<>();
    private final StringBuilder open = new StringBuilder();
    private Block.Kind kind = Block.Kind.PARAGRAPH;

    List<Block> of(String text) {
      boolean fenced = false;
      for (String line : text.lines().toList()) {
        if (FENCE.matcher(line).matches()) {
          end();
          fenced = !fenced;
          kind = fenced ? Block.Kind.CODE : Block.Kind.PARAGRAPH;
        } else if (fenced) {
          open.append(line).append('\n');
        } else {
          add(line);
        }
      }
      end();
      return List.copyOf(blocks);
    }

    private void add(String line) {
      Matcher heading = HEADING.matcher(line);
      Matcher item = ITEM.matcher(line);
      Matcher quote = QUOTE.matcher(line);
      if (line.isBlank()) {
        end();
      } else if (isRule(line.replaceAll("\\s", ""))) {
        end();
        blocks.add(new Block(Block.Kind.RULE, 0, "", List.of()));
      } else if (heading.matches()) {
        end();
        add(Block.Kind.HEADING, heading.group(1).length(), "", heading.group(2));
      } else if (item.matches()) {
        end();
        String marker = item.group(2);
        String shown = Character.isDigit(marker.charAt(0)) ? marker : "•";
        int level = Math.min(MAX_LEVEL, item.group(1).replace("\t", "  ").length() / 2);
        add(Block.Kind.ITEM, level, shown, item.group(3));
      } else if (quote.matches()) {
        goOn(Block.Kind.QUOTE, quote.group(1));
      } else {
        goOn(Block.Kind.PARAGRAPH, line.strip());
      }
    }

    private static boolean isRule(String marks) {
      char mark = marks.charAt(0);
      return marks.length() > 2
          && "-*_".indexOf(mark) >= 0
          && marks.chars().allMatch(c -> c == mark);
    }

    private void goOn(Block.Kind wanted, String line) {
      if (kind != wanted) {
        end();
        kind = wanted;
      }
      open.append(open.isEmpty() ? "" : "\n").append(line);
    }

    private void add(Block.Kind of, int level, String marker, String text) {
      blocks.add(new Block(of, level, marker, Spans.of(text)));
    }

    private void end() {
      if (kind == Block.Kind.CODE) {
        String code = ReadableText.escaped(open.toString().stripTrailing(), true, false);
        blocks.add(new Block(kind, 0, "", List.of(new Span(code, Set.of(Span.Style.CODE), ""))));
      } else if (!open.isEmpty()) {
        add(kind, 0, "", open.toString());
      }
      open.setLength(0);
      kind = Block.Kind.PARAGRAPH;
    }
  }

  /// Parses the styles inside one block.
  private static final class Spans {

    private static final Map<String, Span.Style> MARKS =
        Map.of(
            "**", Span.Style.STRONG,
            "__", Span.Style.STRONG,
            "~~", Span.Style.STRUCK,
            "*", Span.Style.EMPHASIS,
            "_", Span.Style.EMPHASIS);

    private static final String ESCAPED = "\\`*_{}[]()#+-.!~<>|";

    private final String text;
    private final List<Span> spans = new ArrayList<>();
    private final StringBuilder plain = new StringBuilder();
    private final Map<String, Span.Style> open = new LinkedHashMap<>();
    private int at;

    private Spans(String text) {
      this.text = text;
    }

    static List<Span> of(String text) {
      Spans reader = new Spans(text);
      Matcher link = LINK.matcher(text);
      while (reader.at < text.length()) {
        reader.next(link);
      }
      reader.end();
      return List.copyOf(reader.spans);
    }

    private void next(Matcher link) {
      char now = text.charAt(at);
      int code = now == '`' ? text.indexOf('`', at + 1) : -1;
      boolean isEscape = now == '\\' && at + 1 < text.length();
      if (isEscape && ESCAPED.indexOf(text.charAt(at + 1)) >= 0) {
        plain.append(text.charAt(at + 1));
        at += 2;
      } else if (code > at + 1) {
        end();
        add(text.substring(at + 1, code), Span.Style.CODE, "");
        at = code + 1;
      } else if ((now == '[' || now == '!') && link.region(at, text.length()).lookingAt()) {
        end();
        boolean isPicture = !link.group(1).isEmpty();
        add(link.group(2), isPicture ? Span.Style.PICTURE : null, isPicture ? "" : link.group(3));
        at = link.end();
      } else if (!mark()) {
        plain.append(now);
        at++;
      }
    }

    /// Opens or closes a style at the current position, if there is a mark for one.
    private boolean mark() {
      for (int length = 2; length >= 1; length--) {
        String mark = text.substring(at, Math.min(text.length(), at + length));
        Span.Style style = MARKS.get(mark);
        if (style != null && mark.length() == length && (closes(mark) || opens(mark))) {
          end();
          if (open.remove(mark) == null) {
            open.put(mark, style);
          }
          at += length;
          return true;
        }
      }
      return false;
    }

    private boolean closes(String mark) {
      return open.containsKey(mark)
          && !isSpace(at - 1)
          && (mark.charAt(0) != '_' || !isLetter(at + mark.length()));
    }

    private boolean opens(String mark) {
      return !open.containsKey(mark)
          && !isSpace(at + mark.length())
          && (mark.charAt(0) != '_' || !isLetter(at - 1))
          && text.indexOf(mark, at + mark.length() + 1) > 0;
    }

    private boolean isSpace(int index) {
      return index < 0 || index >= text.length() || Character.isWhitespace(text.charAt(index));
    }

    private boolean isLetter(int index) {
      return index >= 0 && index < text.length() && Character.isLetterOrDigit(text.charAt(index));
    }

    private void end() {
      if (!plain.isEmpty()) {
        add(plain.toString(), null, "");
        plain.setLength(0);
      }
    }

    private void add(String raw, Span.Style own, String target) {
      Set<Span.Style> styles = EnumSet.noneOf(Span.Style.class);
      styles.addAll(open.values());
      if (own != null) {
        styles.add(own);
      }
      String shown = ReadableText.escaped(raw, true, false);
      spans.add(new Span(shown, Set.copyOf(styles), DisplayText.of(target)));
    }
  }
}
