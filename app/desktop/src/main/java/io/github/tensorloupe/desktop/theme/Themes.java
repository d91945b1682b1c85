package io.github.tensorloupe.desktop.theme;

import module java.base;
import module javafx.controls;

import io.github.tensorloupe.desktop.storage.Appearance;
import io.github.tensorloupe.desktop.storage.Theme;

/// Applies an [Appearance] to scenes. Belongs to the FX thread.
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

  /// Without a compositor, the shadow and the corners of a popup window would be white.
  private static final String OPAQUE_POPUPS =
      """
      .context-menu,
      .tooltip,
      .combo-box-popup > .list-view {
          -fx-effect: none;
          -fx-background-radius: 0;
          -fx-border-radius: 0;
      }
      """;

  private static final double ICON_TO_TEXT = 1.15;

  private Themes() {}

  /// Loads the fonts that the stylesheets refer to. Must be called once, before the first layout of
  /// a scene.
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

  /// Sets the base theme of all controls. Without one, the first control that is created would load
  /// the default JavaFX stylesheet.
  public static void loadBase(Theme theme) {
    String sheet = sheet(isDark(theme) ? "dark.bss" : "light.bss");
    // Setting it again would restyle all windows.
    if (!sheet.equals(Application.getUserAgentStylesheet())) {
      Application.setUserAgentStylesheet(sheet);
    }
  }

  /// Applies an appearance to a scene, and its base theme to all controls.
  public static void apply(Appearance appearance, Scene scene) {
    loadBase(appearance.theme());
    exchange(scene.getStylesheets(), List.of(sheet("look.bss"), chosenLook(appearance)));
    // The background of a growing window before its content is laid out.
    scene
        .fillProperty()
        .bind(
            scene
                .rootProperty()
                .flatMap(root -> root instanceof Region region ? region.backgroundProperty() : null)
                .map(ground -> ground.isEmpty() ? null : ground.getFills().getFirst().getFill())
                .orElse(Color.WHITE));
  }

  /// Applies the current appearance to a scene until the subscription ends, also when the color
  /// scheme of the system changes while it is used.
  ///
  /// @param appearance the current appearance
  public static Subscription bind(ObservableValue<Appearance> appearance, Scene scene) {
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

  /// JavaFX looks up the stylesheets of each node by name, which is faster if equal names are the
  /// same object.
  private static String sheet(String name) {
    return Objects.requireNonNull(Themes.class.getResource(name), name).toExternalForm().intern();
  }

  /// Replaces only changed stylesheets, because a removed one would have to be parsed again.
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

  /// Returns the stylesheet of the user's choices: it maps the colors of the accent to the colors
  /// of the base theme, and scales the window. Menus and tooltips are separate windows, which get a
  /// larger font instead.
  ///
  /// Tooltips appear after a short delay and stay long enough to be read. These times are set here
  /// because JavaFX cannot read durations in a binary stylesheet.
  private static String chosenLook(Appearance appearance) {
    int fontSize = appearance.fontSize();
    String text =
        CHOSEN_LOOK.formatted(
            appearance.accent().name().toLowerCase(Locale.ROOT),
            Double.toString(1.0 * fontSize / Appearance.DEFAULT.fontSize()),
            fontSize,
            Math.round(fontSize * ICON_TO_TEXT));
    if (!Platform.isSupported(ConditionalFeature.TRANSPARENT_WINDOW)) {
      text += OPAQUE_POPUPS;
    }
    String encoded = Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    return ("data:text/css;charset=utf-8;base64," + encoded).intern();
  }
}
