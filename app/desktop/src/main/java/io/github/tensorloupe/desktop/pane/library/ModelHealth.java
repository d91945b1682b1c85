package io.github.tensorloupe.desktop.pane.library;

import module java.base;

import io.github.tensorloupe.library.Damage;
import io.github.tensorloupe.library.Health;
import io.github.tensorloupe.library.LibraryEntry;

/// The state of a model in the library, the worst first: the state of its files, and if they load
/// the state of its values.
enum ModelHealth {
  UNREADABLE("state.unreadable", "danger"),
  TRUNCATED("state.truncated", "danger"),
  OTHER_FORMAT("state.other-format", "danger"),
  EMPTY("state.empty", "danger"),
  /// A file of another format that is damaged or dangerous.
  DO_NOT_LOAD("state.do-not-load", "danger"),
  /// Does not load for another reason.
  REFUSED("state.refused", "danger"),
  INTERRUPTED_SAVE("state.interrupted", "danger"),
  DELETED("state.gone", "warning"),
  INCOMPLETE("state.incomplete", "warning"),
  /// The index does not match the headers of the shards.
  INCONSISTENT("state.inconsistent", "danger"),
  NAN_AND_INF("health.nan-and-inf", "danger"),
  NAN("health.nan", "danger"),
  INF("health.inf", "danger"),
  DOUBTFUL("health.doubtful", "warning"),
  /// Another program is writing it.
  WRITTEN("state.written", "info"),
  /// Loads, but its values were not scanned.
  LOADS("health.loads", "muted"),
  HEALTHY("health.healthy", "success"),
  /// Not inspected yet.
  PENDING("state.pending", "muted");

  private final String key;

  /// The style class suffix for the severity.
  final String tone;

  ModelHealth(String key, String tone) {
    this.key = key;
    this.tone = tone;
  }

  String messageKey() {
    return "library." + key;
  }

  /// Returns whether the state is marked on a picture.
  boolean isMarked() {
    return this != LOADS && this != PENDING;
  }

  static ModelHealth of(Optional<LibraryEntry> entry, boolean isDeleted, boolean isWritten) {
    if (isDeleted || isWritten) {
      return isDeleted ? DELETED : WRITTEN;
    }
    if (entry.isEmpty()) {
      return PENDING;
    }
    return switch (entry.get().state()) {
      case UNREADABLE -> UNREADABLE;
      case REFUSED ->
          entry.get().otherFormat().isPresent()
              ? DO_NOT_LOAD
              : entry.get().damage().map(ModelHealth::ofDamage).orElse(REFUSED);
      case INCOMPLETE -> INCOMPLETE;
      case INCONSISTENT -> INCONSISTENT;
      case COMPLETE ->
          entry.get().problem().isPresent() ? INTERRUPTED_SAVE : ofValues(entry.get().health());
    };
  }

  private static ModelHealth ofDamage(Damage damage) {
    return switch (damage) {
      case TRUNCATED -> TRUNCATED;
      case OTHER_FORMAT -> OTHER_FORMAT;
      case EMPTY -> EMPTY;
      case MALFORMED -> REFUSED;
    };
  }

  private static ModelHealth ofValues(Health values) {
    return switch (values) {
      case UNKNOWN -> LOADS;
      case HEALTHY -> HEALTHY;
      case DOUBTFUL -> DOUBTFUL;
      case INF -> INF;
      case NAN -> NAN;
      case NAN_AND_INF -> NAN_AND_INF;
    };
  }
}
