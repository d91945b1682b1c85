package io.github.tensorloupe.ui.histogram;

/// A named number.
///
/// @param id of the node of its value
/// @param label its name
/// @param value the number as text
record Figure(String id, String label, String value) {}
