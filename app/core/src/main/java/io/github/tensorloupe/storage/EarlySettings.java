package io.github.tensorloupe.storage;

import module java.base;

/// The settings of a person, read on a thread of their own while something else starts.
/// Thread-safe.
public final class EarlySettings {

  private final SettingsFile file;
  private final FutureTask<Settings> reading;

  private EarlySettings(SettingsFile file) {
    this.file = file;
    reading = new FutureTask<>(file::load);
  }

  /// Begins to read.
  public static EarlySettings begin(SettingsFile file) {
    EarlySettings settings = new EarlySettings(file);
    Thread.ofPlatform().daemon().name("tensorloupe-settings").start(settings.reading);
    return settings;
  }

  /// The file that they are read from.
  public SettingsFile file() {
    return file;
  }

  /// The settings that were read; waits for them.
  ///
  /// @throws IOException if the file is there and cannot be read; the message is a sentence
  public Settings get() throws IOException {
    try {
      return reading.get();
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
}
