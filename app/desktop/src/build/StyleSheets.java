import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.css.Stylesheet;

/// Builds the three style sheets of the window, in the binary form, which needs no parsing at
/// startup.
///
/// - `look`: the style sheets of all views. JavaFX lists all nodes of a view for each sheet of the
///   view, so one sheet for the window is faster.
/// - `light` and `dark`: the controls of AtlantaFX and the colors of the program. Changing the
///   theme replaces only this sheet, and applies styles to the windows once.
public final class StyleSheets {

  /// Style classes of controls that the program does not use. Their rules are removed, because
  /// JavaFX tries each rule that ends with a label or an icon on each of these nodes.
  private static final List<String> UNUSED_CONTROLS =
      List.of(
          "accordion",
          "alert",
          "bb-code",
          "breadcrumbs",
          "caption-menu-item",
          "color-palette",
          "color-palette-region",
          "color-picker",
          "custom-color-dialog",
          "dialog-pane",
          "html-editor",
          "modal-box",
          "modal-pane",
          "pagination",
          "popover",
          "ring-progress-indicator",
          "segmented-control",
          "spinner",
          "split-menu-button",
          "tab-line",
          "tile-base",
          "toggle-switch",
          "tree-view",
          "web-color-field");

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);
  private static final Pattern RULE = Pattern.compile("([^{}]*)(\\{[^{}]*\\})");
  private static final Pattern FIRST_CLASS = Pattern.compile("\\.([\\w-]+).*", Pattern.DOTALL);

  private StyleSheets() {}

  /// @param arguments the folder of the sources, and the folder for the result
  public static void main(String[] arguments) throws IOException {
    Path sources = Path.of(arguments[0]);
    Path folder = Files.createDirectories(Path.of(arguments[1]));
    convert(views(sources), folder.resolve("look.bss"));
    for (String theme : List.of("light", "dark")) {
      String colors = Files.readString(sources.resolve("theme/tokens-" + theme + ".css"));
      convert(controls(theme) + colors, folder.resolve(theme + ".bss"));
    }
  }

  /// The rules of the window come first, so that its content can override them.
  private static String views(Path sources) throws IOException {
    List<Path> first =
        Stream.of("theme/tokens.css", "theme/bridge.css", "theme/base.css", "shell/main.css")
            .map(sources::resolve)
            .toList();
    try (Stream<Path> files = Files.walk(sources)) {
      List<Path> others =
          files
              .filter(file -> file.toString().endsWith(".css") && !first.contains(file))
              .filter(file -> !file.startsWith(sources.resolve("theme")))
              .sorted()
              .toList();
      StringBuilder text = new StringBuilder();
      for (Path file : Stream.concat(first.stream(), others.stream()).toList()) {
        text.append(Files.readString(file)).append('\n');
      }
      return text.toString();
    }
  }

  private static String controls(String theme) throws IOException {
    String name = "/atlantafx/base/theme/primer-" + theme + ".css";
    try (InputStream in = StyleSheets.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return withoutUnused(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    }
  }

  private static String withoutUnused(String sheet) {
    StringBuilder text = new StringBuilder();
    Matcher rule = RULE.matcher(COMMENT.matcher(sheet).replaceAll(""));
    while (rule.find()) {
      String selectors =
          Arrays.stream(rule.group(1).split(","))
              .map(String::strip)
              .filter(selector -> !isUnused(selector))
              .collect(Collectors.joining(", "));
      if (!selectors.isEmpty()) {
        text.append(selectors).append(rule.group(2)).append('\n');
      }
    }
    return text.toString();
  }

  private static boolean isUnused(String selector) {
    Matcher first = FIRST_CLASS.matcher(selector);
    return first.matches()
        && (UNUSED_CONTROLS.contains(first.group(1)) || first.group(1).startsWith("html-editor-"));
  }

  private static void convert(String sheet, Path target) throws IOException {
    // The result contains this name, which must not differ between builds.
    Path text = Files.writeString(target.resolveSibling(target.getFileName() + ".css"), sheet);
    Stylesheet.convertToBinary(text.toFile(), target.toFile());
    Files.delete(text);
  }
}
