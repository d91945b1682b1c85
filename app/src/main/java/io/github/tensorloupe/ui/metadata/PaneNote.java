package io.github.tensorloupe.ui.metadata;

/// A sentence above the entries about something that was done or could not be.
///
/// @param failed whether it could not be done
/// @param sentence for display
record PaneNote(boolean failed, String sentence) {}
