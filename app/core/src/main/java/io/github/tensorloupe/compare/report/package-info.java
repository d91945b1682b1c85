/// Two compared checkpoints as files for people who do not have them, and the findings about them
/// that reports and windows have in common.
///
/// Main types: [io.github.tensorloupe.compare.report.HtmlReport],
/// [io.github.tensorloupe.compare.report.HeaderDifference],
/// [io.github.tensorloupe.compare.report.PairRanking].
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `analysis.chunk`, `analysis.distribution`,
/// `analysis.layers`, `compare`, `export`.
package io.github.tensorloupe.compare.report;
