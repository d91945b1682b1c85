package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.storage.Appearance;
import io.github.tensorloupe.storage.Theme;

/// Puts an [Appearance] onto scenes. Belongs to the FX thread.
public final class Themes {

  private static final List<String> FONTS =
      List.of(
          "fonts/inter/Inter-Regular.otf",
          "fonts/inter/Inter-SemiBold.otf",
          "fonts/jetbrains-mono/JetBrainsMono-Regular.ttf");

  private static final String CHOSEN_LOOK =
      """
      .root {
          -color-accent-fg: -tl-accent-%1$s-fg;
          -color-accent-emphasis: -tl-accent-%1$s-emphasis;
          -color-accent-muted: -tl-accent-%1$s-muted;
          -color-accent-subtle: -tl-accent-%1$s-subtle;
          -color-accent-6: -tl-accent-%1$s-pressed;
          -tl-chart-bar: -tl-accent-%1$s-bar;
          -tl-chart-bar-hover: -tl-accent-%1$s-bar-hover;
      }

      .zoomed-pane {
          -tl-zoom: %2$s;
      }

      .root.popup,
      .context-menu,
      .tooltip,
      .combo-box-popup > .list-view {
          -fx-font-size: %3$dpx;
      }

      .root.popup .icon,
      .context-menu .menu-item .icon {
          -fx-icon-size: %4$dpx;
      }

      .tooltip {
          -fx-show-delay: 400ms;
          -fx-show-duration: 30s;
      }
      """;

  private static final double ICON_TO_TEXT = 1.15;

  private Themes() {}

  /// Loads the fonts that the style sheets name. Needed once, before the first scene is laid out.
  public static void loadFonts() {
    for (String font : FONTS) {
      try (InputStream stream =
          Objects.requireNonNull(Themes.class.getResourceAsStream(font), font)) {
        Font.loadFont(stream, 13);
      } catch (IOException e) {
        throw new UncheckedIOException("cannot read the font " + font, e);
      }
    }
  }

  /// Gives every control the base theme. The first control that is made loads the look of JavaFX,
  /// unless there is another one by then.
  public static void loadBase(Theme theme) {
    String sheet = sheet(isDark(theme) ? "dark.bss" : "light.bss");
    // All windows would get their styles anew.
    if (!sheet.equals(Application.getUserAgentStylesheet())) {
      Application.setUserAgentStylesheet(sheet);
    }
  }

  /// Gives a scene this look, and every control the base theme that belongs to it.
  public static void apply(Appearance appearance, Scene scene) {
    loadBase(appearance.theme());
    exchange(scene.getStylesheets(), List.of(sheet("look.bss"), chosenLook(appearance)));
    // The ground that a growing window shows before its content is laid out.
    scene
        .fillProperty()
        .bind(
            scene
                .rootProperty()
                .flatMap(root -> root instanceof Region region ? region.backgroundProperty() : null)
                .map(ground -> ground.isEmpty() ? null : ground.getFills().getFirst().getFill())
                .orElse(Color.WHITE));
  }

  /// Gives a scene this look, and again whenever it is left to the system and the system changes
  /// its mind, until the subscription ends.
  ///
  /// @param appearance what holds at any time
  public static Subscription follow(ObservableValue<Appearance> appearance, Scene scene) {
    return Subscription.combine(
        appearance.subscribe(chosen -> apply(chosen, scene)),
        Platform.getPreferences()
            .colorSchemeProperty()
            .subscribe(
                () -> {
                  if (appearance.getValue().theme() == Theme.SYSTEM) {
                    apply(appearance.getValue(), scene);
                  }
                }));
  }

  public static boolean isDark(Theme theme) {
    return switch (theme) {
      case LIGHT -> false;
      case DARK -> true;
      case SYSTEM -> Platform.getPreferences().getColorScheme() == ColorScheme.DARK;
    };
  }

  /// For each node JavaFX looks its style sheets up by their names, which is quick where equal
  /// names are the same object.
  private static String sheet(String name) {
    return Objects.requireNonNull(Themes.class.getResource(name), name).toExternalForm().intern();
  }

  /// Leaves those that stay: a sheet that is taken out is forgotten, and read anew.
  private static void exchange(ObservableList<String> shown, List<String> sheets) {
    if (shown.isEmpty()) {
      shown.setAll(sheets);
    }
    for (int i = 0; i < sheets.size(); i++) {
      if (!sheets.get(i).equals(shown.get(i))) {
        shown.set(i, sheets.get(i));
      }
    }
  }

  /// The style sheet of what a person has chosen: it names the tokens of the accent as those of the
  /// base theme, and enlarges the window. Menus and tool tips stand in windows of their own, which
  /// get a larger font instead.
  ///
  /// Tool tips come soon enough to teach, and stay for as long as it takes to read. That stands
  /// here because JavaFX cannot read times in the binary form of a sheet.
  private static String chosenLook(Appearance appearance) {
    int fontSize = appearance.fontSize();
    String text =
        CHOSEN_LOOK.formatted(
            appearance.accent().name().toLowerCase(Locale.ROOT),
            Double.toString(1.0 * fontSize / Appearance.DEFAULT.fontSize()),
            fontSize,
            Math.round(fontSize * ICON_TO_TEXT));
    String encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return ("data:text/css;charset=utf-8;base64," + encoded).intern();
  }
}
