package io.github.tensorloupe.prefs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.PathText;
import io.github.tensorloupe.model.ReadFailures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

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
  private static final long MAX_BYTES = 1 << 20;

  private static final ObjectMapper JSON =
      JsonMapper.builder().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final Folders folders;

  /// @param folders where files may be kept
  public SettingsFile(Folders folders) {
    this.folders = folders;
  }

  /// The settings that were stored last, and the default of each that was not.
  ///
  /// @throws IOException if the file is there and cannot be read; the message is a sentence
  public synchronized Settings load() throws IOException {
    Optional<Path> file = file();
    return file.isPresent() ? settings(members(file.get())) : Settings.DEFAULT;
  }

  /// Keeps settings. Writes nothing if they are those that [#load()] gives.
  ///
  /// @throws IOException if writing fails; the message is a sentence, and the file is as it was
  public synchronized void store(Settings settings) throws IOException {
    Optional<Path> file = file();
    if (file.isEmpty()) {
      return;
    }
    ObjectNode members = members(file.get());
    if (settings(members).equals(settings)) {
      return;
    }
    members.put(SCAN_AUTOMATICALLY, settings.scanAutomatically());
    members.put(AUTO_SCAN_LIMIT_BYTES, settings.autoScanLimitBytes());
    byte[] bytes = JSON.writerWithDefaultPrettyPrinter().writeValueAsBytes(members);
    WholeFile.write(file.get(), out -> out.write(bytes));
  }

  private Optional<Path> file() {
    return folders.config().map(folder -> folder.resolve(NAME));
  }

  private static ObjectNode members(Path file) throws IOException {
    try {
      if (Files.size(file) <= MAX_BYTES
          && JSON.readTree(Files.readAllBytes(file)) instanceof ObjectNode members) {
        return members;
      }
      return JSON.createObjectNode();
    } catch (NoSuchFileException | JsonProcessingException e) {
      return JSON.createObjectNode();
    } catch (IOException e) {
      throw new IOException(
          "The settings in %s cannot be read: %s"
              .formatted(PathText.of(file), ReadFailures.finding(e).message()),
          e);
    }
  }

  private static Settings settings(ObjectNode members) {
    Settings settings = Settings.DEFAULT;
    JsonNode automatically = members.path(SCAN_AUTOMATICALLY);
    if (automatically.isBoolean()) {
      settings = settings.withScanAutomatically(automatically.booleanValue());
    }
    JsonNode limit = members.path(AUTO_SCAN_LIMIT_BYTES);
    if (limit.isIntegralNumber() && limit.canConvertToLong() && limit.longValue() >= 0) {
      settings = settings.withAutoScanLimitBytes(limit.longValue());
    }
    return settings;
  }
}
