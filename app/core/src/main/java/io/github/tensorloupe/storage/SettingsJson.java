package io.github.tensorloupe.storage;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/// Settings as the members of a JSON object.
///
/// Members are read one by one: data binding would refuse all settings for one bad member, and
/// would drop the members of other versions when it writes.
final class SettingsJson {

  private static final String SCAN_AUTOMATICALLY = "scanAutomatically";
  private static final String AUTO_SCAN_LIMIT_BYTES = "autoScanLimitBytes";
  private static final String THEME = "theme";
  private static final String ACCENT = "accent";
  private static final String FONT_SIZE = "fontSize";
  private static final String LANGUAGE = "language";
  private static final String RESTORES_SESSION = "restoresSession";
  private static final String SHORTCUTS = "shortcuts";

  private SettingsJson() {}

  /// Puts into the members what two settings differ in; all others stay as they are.
  static void change(Settings from, Settings to, ObjectNode members) {
    change(members(from), members(to), members);
  }

  private static void change(ObjectNode from, ObjectNode to, ObjectNode members) {
    for (Map.Entry<String, JsonNode> member : to.properties()) {
      String name = member.getKey();
      if (member.getValue().equals(from.get(name))) {
        continue;
      }
      if (member.getValue() instanceof ObjectNode inner
          && from.get(name) instanceof ObjectNode innerFrom
          && members.get(name) instanceof ObjectNode innerMembers) {
        change(innerFrom, inner, innerMembers);
      } else {
        members.set(name, member.getValue());
      }
    }
    from.properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> !to.has(name))
        .forEach(members::remove);
  }

  private static ObjectNode members(Settings settings) {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    members.put(SCAN_AUTOMATICALLY, settings.scanAutomatically());
    members.put(AUTO_SCAN_LIMIT_BYTES, settings.autoScanLimitBytes());
    members.put(THEME, nameOf(settings.appearance().theme()));
    members.put(ACCENT, nameOf(settings.appearance().accent()));
    members.put(FONT_SIZE, settings.appearance().fontSize());
    settings.language().ifPresent(language -> members.put(LANGUAGE, language));
    members.put(RESTORES_SESSION, settings.restoresSession());
    ObjectNode shortcuts = members.putObject(SHORTCUTS);
    new TreeMap<>(settings.shortcuts()).forEach(shortcuts::put);
    return members;
  }

  /// What is no such value, or is not there, is the default.
  static Settings settings(ObjectNode members) {
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
