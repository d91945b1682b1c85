package io.github.tensorloupe.prefs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/// The file that settings are kept in: JSON, one object, in the folder for what a person has
/// chosen. Thread-safe; blocks the calling thread. Where there is no such folder nothing is kept.
///
/// What another version has put into the file stays there. A file that is no JSON object, or a
/// member that is no such value, counts as if it were not there; it is replaced only when other
/// settings are stored.
public final class SettingsFile {

  private static final String NAME = "settings.json";
  private static final String SCAN_AUTOMATICALLY = "scanAutomatically";
  private static final String AUTO_SCAN_LIMIT_BYTES = "autoScanLimitBytes";
  private static final String THEME = "theme";
  private static final String ACCENT = "accent";
  private static final String FONT_SIZE = "fontSize";
  private static final String LANGUAGE = "language";
  private static final String RESTORES_SESSION = "restoresSession";
  private static final String SHORTCUTS = "shortcuts";
  private static final long MAX_BYTES = 1 << 20;

  private final Folders folders;

  /// @param folders where files may be kept
  public SettingsFile(Folders folders) {
    this.folders = folders;
  }

  /// The settings that were stored last, and the default of each that was not.
  ///
  /// @throws IOException if the file is there and cannot be read; the message is a sentence
  public synchronized Settings load() throws IOException {
    Optional<JsonObjectFile> file = file();
    return file.isPresent() ? settings(file.get().readOrNew()) : Settings.DEFAULT;
  }

  /// Keeps settings. Writes nothing if they are those that [#load()] gives.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and the file is as it was
  public synchronized void store(Settings settings) throws IOException {
    Optional<JsonObjectFile> file = file();
    if (file.isEmpty()) {
      return;
    }
    ObjectNode members = file.get().readOrNew();
    if (settings(members).equals(settings)) {
      return;
    }
    members.put(SCAN_AUTOMATICALLY, settings.scanAutomatically());
    members.put(AUTO_SCAN_LIMIT_BYTES, settings.autoScanLimitBytes());
    members.put(THEME, nameOf(settings.appearance().theme()));
    members.put(ACCENT, nameOf(settings.appearance().accent()));
    members.put(FONT_SIZE, settings.appearance().fontSize());
    settings
        .language()
        .ifPresentOrElse(
            language -> members.put(LANGUAGE, language), () -> members.remove(LANGUAGE));
    members.put(RESTORES_SESSION, settings.restoresSession());
    ObjectNode shortcuts = members.putObject(SHORTCUTS);
    new TreeMap<>(settings.shortcuts()).forEach(shortcuts::put);
    file.get().write(members);
  }

  private Optional<JsonObjectFile> file() {
    return folders
        .config()
        .map(
            folder ->
                new JsonObjectFile(
                    folder.resolve(NAME), MAX_BYTES, "The settings in %s cannot be read: %s"));
  }

  private static Settings settings(ObjectNode members) {
    Settings settings = Settings.DEFAULT.withAppearance(appearance(members));
    JsonNode automatically = members.path(SCAN_AUTOMATICALLY);
    if (automatically.isBoolean()) {
      settings = settings.withScanAutomatically(automatically.booleanValue());
    }
    JsonNode limit = members.path(AUTO_SCAN_LIMIT_BYTES);
    if (limit.isIntegralNumber() && limit.canConvertToLong() && limit.longValue() >= 0) {
      settings = settings.withAutoScanLimitBytes(limit.longValue());
    }
    JsonNode restores = members.path(RESTORES_SESSION);
    if (restores.isBoolean()) {
      settings = settings.withRestoresSession(restores.booleanValue());
    }
    return settings
        .withLanguage(Optional.of(members.path(LANGUAGE).asText("")).filter(tag -> !tag.isEmpty()))
        .withShortcuts(shortcuts(members.path(SHORTCUTS)));
  }

  private static Appearance appearance(ObjectNode members) {
    Appearance usual = Appearance.DEFAULT;
    JsonNode fontSize = members.path(FONT_SIZE);
    return usual
        .withTheme(named(Theme.class, members.path(THEME)).orElse(usual.theme()))
        .withAccent(named(Accent.class, members.path(ACCENT)).orElse(usual.accent()))
        .withFontSize(fontSize.canConvertToInt() ? fontSize.intValue() : usual.fontSize());
  }

  private static Map<String, String> shortcuts(JsonNode members) {
    Map<String, String> shortcuts = new TreeMap<>();
    members
        .properties()
        .forEach(
            member -> {
              if (member.getValue().isTextual()) {
                shortcuts.put(member.getKey(), member.getValue().textValue());
              }
            });
    return shortcuts;
  }

  private static String nameOf(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> Optional<E> named(Class<E> choices, JsonNode name) {
    return Stream.of(choices.getEnumConstants())
        .filter(choice -> nameOf(choice).equals(name.textValue()))
        .findFirst();
  }
}
