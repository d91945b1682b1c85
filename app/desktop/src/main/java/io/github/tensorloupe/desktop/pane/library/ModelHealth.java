package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.library.LibraryEntry;

/// The state of a model as the library shows it, the worst first: its files, and beyond that what
/// is known of its values.
enum ModelHealth {
  UNREADABLE("state.unreadable", "danger"),
  REFUSED("state.refused", "danger"),
  GONE("state.gone", "warning"),
  INCOMPLETE("state.incomplete", "warning"),
  NAN_AND_INF("health.nan-and-inf", "danger"),
  NAN("health.nan", "danger"),
  INF("health.inf", "danger"),
  DOUBTFUL("health.doubtful", "warning"),
  /// Somebody is writing it.
  WRITTEN("state.written", "info"),
  /// Its values were not scanned.
  LOADS("health.loads", "muted"),
  HEALTHY("health.healthy", "success"),
  /// Not looked at yet at all.
  PENDING("state.pending", "muted");

  private final String key;

  /// The part of the style class that says how good it is.
  final String tone;

  ModelHealth(String key, String tone) {
    this.key = key;
    this.tone = tone;
  }

  String messageKey() {
    return "library." + key;
  }

  /// True if it is worth a mark on a picture.
  boolean isMarked() {
    return this != LOADS && this != PENDING;
  }

  static ModelHealth of(Optional<LibraryEntry> entry, boolean isGone, boolean isWritten) {
    if (isGone || isWritten) {
      return isGone ? GONE : WRITTEN;
    }
    if (entry.isEmpty()) {
      return PENDING;
    }
    return switch (entry.get().state()) {
      case UNREADABLE -> UNREADABLE;
      case REFUSED -> REFUSED;
      case INCOMPLETE -> INCOMPLETE;
      case COMPLETE ->
          switch (entry.get().health()) {
            case UNKNOWN -> LOADS;
            case HEALTHY -> HEALTHY;
            case DOUBTFUL -> DOUBTFUL;
            case INF -> INF;
            case NAN -> NAN;
            case NAN_AND_INF -> NAN_AND_INF;
          };
    };
  }
}
