package io.github.tensorloupe.desktop.pane.histogram;

import java.util.Optional;

/// A short statement about all values that are shown.
///
/// @param id of its node
/// @param text a few words
/// @param tone how it is meant
/// @param minor whether it may be left out where there is little room, because another badge says
///   the same for several
/// @param meaning what it means and what usually causes it, in a sentence or two
/// @param leadsTo the values whose first occurrence it leads to
record Badge(
    String id,
    String text,
    Tone tone,
    boolean minor,
    String meaning,
    Optional<ValueClass> leadsTo) {}
