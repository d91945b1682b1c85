package io.github.tensorloupe.storage;

import module java.base;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.tensorloupe.model.SentenceException;

/// The file that settings are kept in: JSON, one object, in the folder for what a person has
/// chosen. Thread-safe; blocks the calling thread.
///
/// Only what was chosen otherwise is written: what another version, another process or a person has
/// put into the file stays there. A member that is no such value counts as if it were not there. A
/// file that is no JSON object is set aside before something is kept in its place.
public final class SettingsFile {

  private static final String NAME = "settings.json";
  private static final String LOCK = "settings.lock";
  private static final long MAX_BYTES = 1 << 20;

  private static final String NOWHERE =
      "The settings hold until the program ends: there is no folder that they can be kept in.";

  private final KeptFile kept;
  private Optional<Settings> known = Optional.empty();

  /// @param folders where files may be kept
  public SettingsFile(Folders folders) {
    kept = new KeptFile(folders, NAME, MAX_BYTES, "The settings in %s cannot be read: %s");
  }

  /// The settings that were stored last, and the default of each that was not. Where they cannot be
  /// read, all are the default from now on.
  ///
  /// @throws IOException if the file is there and cannot be read, or is damaged; the message is a
  ///   sentence
  public synchronized Settings load() throws IOException {
    known = Optional.of(Settings.DEFAULT);
    Optional<JsonObjectFile> file = kept.find();
    if (file.isPresent()) {
      known = file.get().read().map(SettingsJson::settings).or(() -> known);
    }
    return known.get();
  }

  /// Keeps those settings that are not those that were loaded or stored last.
  ///
  /// @throws IOException if writing fails, or there is no folder for it; the message is a sentence,
  ///   and the file is as it was
  public synchronized void store(Settings settings) throws IOException {
    if (known.equals(Optional.of(settings))) {
      return;
    }
    JsonObjectFile file = kept.find().orElseThrow(() -> new SentenceException(NOWHERE));
    WriteTurn.take(file.path().resolveSibling(LOCK), () -> write(settings, file));
    known = Optional.of(settings);
  }

  private void write(Settings settings, JsonObjectFile file) throws IOException {
    ObjectNode members = file.readToChange();
    ObjectNode before = members.deepCopy();
    SettingsJson.change(known.orElseGet(() -> SettingsJson.settings(before)), settings, members);
    if (!members.equals(before)) {
      file.write(members);
    }
  }
}
