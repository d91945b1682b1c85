package io.github.tensorloupe.desktop.pane.histogram;

import io.github.tensorloupe.analysis.distribution.Distribution;

/// A distribution that is kept for comparison.
///
/// @param key of what it is of, as [HistogramSources#key]
/// @param name for the legend
/// @param series its colour: a number from 0 on that no other pin has
/// @param distribution the distribution
record Pin(Object key, String name, int series, Distribution distribution) {}
