/// Finding bytes, text and numbers in a file, at the speed of memory: the next one, the one before,
/// and where all of them are.
///
/// What is sought is a [io.github.tensorloupe.desktop.pane.hex.search.BytePattern], which may begin
/// at any byte, or an [io.github.tensorloupe.desktop.pane.hex.search.ElementTest], which is asked
/// of the elements of a tensor. Either is looked for in words of 8 bytes, several places at once:
/// loops without branches go over blocks of some kilobytes and tell only whether there may be a
/// match, and only then is it looked where.
///
/// Main types: [io.github.tensorloupe.desktop.pane.hex.search.SearchQuery],
/// [io.github.tensorloupe.desktop.pane.hex.search.ByteSearch],
/// [io.github.tensorloupe.desktop.pane.hex.search.SearchArea],
/// [io.github.tensorloupe.desktop.pane.hex.search.BytePattern],
/// [io.github.tensorloupe.desktop.pane.hex.search.ElementTest],
/// [io.github.tensorloupe.desktop.pane.hex.search.MatchCounts].
///
/// May use: `format`, `work`, `text`, `element`, `model`, `analysis.chunk`.
package io.github.tensorloupe.desktop.pane.hex.search;
