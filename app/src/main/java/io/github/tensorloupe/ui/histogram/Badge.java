package io.github.tensorloupe.ui.histogram;

/// A short statement about all values of a tensor.
///
/// @param id of its node
/// @param text a few words
/// @param tone how it is meant
/// @param minor whether it may be left out where there is little room, because another badge says
///   the same for several
record Badge(String id, String text, Tone tone, boolean minor) {}
