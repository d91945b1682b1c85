package io.github.tensorloupe.desktop.storage;

import module java.base;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.desktop.storage.Settings.Switch;
import io.github.tensorloupe.model.SentenceException;
import io.github.tensorloupe.storage.Folders;
import io.github.tensorloupe.storage.JsonObjectFile;
import io.github.tensorloupe.storage.UserFiles;

/// The settings file, a JSON object in the settings folder. Thread-safe; blocks the calling thread.
///
/// Only changed settings are written, so that changes by other versions, other processes or the
/// user are preserved. Members with invalid values count as missing, except that an invalid network
/// switch turns network access off. A file that is not a JSON object is renamed before a new one is
/// written.
public final class SettingsFile {

  private static final String AUTO_SCAN_LIMIT_BYTES = "autoScanLimitBytes";
  private static final String THEME = "theme";
  private static final String ACCENT = "accent";
  private static final String FONT_SIZE = "fontSize";
  private static final String LANGUAGE = "language";
  private static final String SHORTCUTS = "shortcuts";
  private static final String WEIGHT_FORM = "weightForm";

  private static final String NO_FOLDER =
      "Settings are lost when the program ends, because no folder is available to save them.";

  private final Folders folders;
  private final FutureTask<Settings> early = new FutureTask<>(this::load);
  private Optional<Settings> known = Optional.empty();

  public SettingsFile(Folders folders) {
    this.folders = folders;
  }

  /// Reads the settings. Missing settings have their default values. If this method fails, callers
  /// use [Settings#UNREADABLE].
  ///
  /// @throws SentenceException if the file cannot be read or is damaged, or if its existence cannot
  ///   be determined
  public synchronized Settings load() throws SentenceException {
    known = Optional.of(Settings.DEFAULT);
    known = UserFiles.readSettings(folders).map(SettingsFile::settings).or(() -> known);
    return known.get();
  }

  /// Starts loading the settings on a separate thread. Must be called only once.
  public void startLoading() {
    Thread.ofPlatform().daemon().name("tensorloupe-settings").start(early);
  }

  /// Waits for the result of [#startLoading()] and returns the settings.
  ///
  /// @throws IOException see [#load()]
  public Settings awaitLoaded() throws IOException {
    try {
      return early.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof IOException failure) {
        throw failure;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new InterruptedIOException("The program was stopped while it read its settings.");
    }
  }

  /// Writes the settings that differ from the last loaded or stored settings.
  ///
  /// @throws IOException if writing fails, or the settings folder is missing; the message is a
  ///   sentence, and the file is unchanged
  public synchronized void store(Settings settings) throws IOException {
    if (known.equals(Optional.of(settings))) {
      return;
    }
    JsonObjectFile file =
        UserFiles.settings(folders).orElseThrow(() -> new SentenceException(NO_FOLDER));
    JsonObjectWriter.exclusively(file, () -> write(settings, file));
    known = Optional.of(settings);
  }

  private void write(Settings settings, JsonObjectFile file) throws IOException {
    ObjectNode members = JsonObjectWriter.readToChange(file);
    ObjectNode before = members.deepCopy();
    change(members(known.orElseGet(() -> settings(before))), members(settings), members);
    if (!members.equals(before)) {
      JsonObjectWriter.write(file, members);
    }
  }

  /// Applies the differences between two objects to a third one, and keeps its other members.
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
    from.propertyStream()
        .map(Map.Entry::getKey)
        .filter(name -> !to.has(name))
        .forEach(members::remove);
  }

  private static ObjectNode members(Settings settings) {
    ObjectNode members = JsonNodeFactory.instance.objectNode();
    for (Switch each : Switch.values()) {
      members.put(each.member, settings.isOn(each));
    }
    members.put(AUTO_SCAN_LIMIT_BYTES, settings.autoScanLimitBytes());
    members.put(THEME, nameOf(settings.appearance().theme()));
    members.put(ACCENT, nameOf(settings.appearance().accent()));
    members.put(FONT_SIZE, settings.appearance().fontSize());
    settings.language().ifPresent(language -> members.put(LANGUAGE, language));
    ObjectNode shortcuts = members.putObject(SHORTCUTS);
    new TreeMap<>(settings.shortcuts()).forEach(shortcuts::put);
    members.put(WEIGHT_FORM, nameOf(settings.weightForm()));
    return members;
  }

  /// Parses settings. Replaces missing and invalid values by their defaults. Does not use data
  /// binding, which would reject all settings because of one invalid member.
  private static Settings settings(ObjectNode members) {
    Appearance look = Appearance.DEFAULT;
    JsonNode fontSize = members.path(FONT_SIZE);
    look =
        look.withTheme(named(members.path(THEME), look.theme()))
            .withAccent(named(members.path(ACCENT), look.accent()))
            .withFontSize(fontSize.canConvertToInt() ? fontSize.intValue() : look.fontSize());
    Settings defaults = Settings.DEFAULT;
    JsonNode limit = members.path(AUTO_SCAN_LIMIT_BYTES);
    boolean isLimit =
        limit.isIntegralNumber() && limit.canConvertToLong() && limit.longValue() >= 0;
    Set<Switch> on =
        Stream.of(Switch.values())
            .filter(each -> isOn(each, members.path(each.member)))
            .collect(Collectors.toSet());
    return new Settings(
        on,
        isLimit ? limit.longValue() : defaults.autoScanLimitBytes(),
        look,
        Optional.of(members.path(LANGUAGE).asText("")).filter(tag -> !tag.isEmpty()),
        shortcuts(members.path(SHORTCUTS)),
        named(members.path(WEIGHT_FORM), defaults.weightForm()));
  }

  private static boolean isOn(Switch which, JsonNode value) {
    if (value.isBoolean() || value.isMissingNode()) {
      return value.asBoolean(Settings.DEFAULT.isOn(which));
    }
    return Settings.UNREADABLE.isOn(which);
  }

  private static Map<String, String> shortcuts(JsonNode members) {
    return members.properties().stream()
        .filter(member -> member.getValue().isTextual())
        .collect(Collectors.toMap(Map.Entry::getKey, member -> member.getValue().textValue()));
  }

  private static String nameOf(Enum<?> choice) {
    return choice.name().toLowerCase(Locale.ROOT);
  }

  private static <E extends Enum<E>> E named(JsonNode name, E fallback) {
    return Stream.of(fallback.getDeclaringClass().getEnumConstants())
        .filter(choice -> nameOf(choice).equals(name.textValue()))
        .findFirst()
        .orElse(fallback);
  }
}
