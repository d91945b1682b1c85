/// Reports of comparisons as HTML and JSON.
///
/// Main types: [io.github.tensorloupe.compare.report.HtmlReport],
/// [io.github.tensorloupe.compare.report.HeaderDifference],
/// [io.github.tensorloupe.compare.report.PairRanking].
///
/// May use: `text`, `format`, `work`, `model`, `edit`, `analysis.chunk`, `analysis.distribution`,
/// `analysis.layers`, `compare`, `export`.
package io.github.tensorloupe.compare.report;
