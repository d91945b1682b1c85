package io.github.tensorloupe.desktop.pane.layers;

/// What a place of the map shows.
///
/// @param kind what is known
/// @param value the statistic, of a kind that has one
/// @param notFinite whether some values of the tensor are NaN or infinite
/// @param standsOut whether the tensor's scale differs from that of its siblings
record HeatCell(Kind kind, double value, boolean notFinite, boolean standsOut) {

  /// What is known.
  enum Kind {
    /// There is no tensor.
    EMPTY,
    /// Nothing, yet.
    UNKNOWN,
    /// That no value is finite, so that there is no statistic.
    NO_NUMBER,
    /// A zero that has no place on a logarithmic scale.
    ZERO,
    /// A value on the scale.
    VALUE
  }

  static final HeatCell EMPTY = new HeatCell(Kind.EMPTY, Double.NaN, false, false);
}
