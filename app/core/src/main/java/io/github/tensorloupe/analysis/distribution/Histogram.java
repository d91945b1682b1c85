package io.github.tensorloupe.analysis.distribution;

/// Values counted in bins.
///
/// @param bins where they begin and end
/// @param counts one for each bin; not to be changed
/// @param below finite values below the first bin
/// @param above finite values above the last bin
/// @param exact true if every value was put into its bin by itself
public record Histogram(Bins bins, long[] counts, long below, long above, boolean exact) {}
