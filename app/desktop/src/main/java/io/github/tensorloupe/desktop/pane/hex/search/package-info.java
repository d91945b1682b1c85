/// Search for bytes, text and numbers in a file at memory speed: the next match, the previous one,
/// and the number of all.
///
/// The target is a [io.github.tensorloupe.desktop.pane.hex.search.BytePattern], which may start at
/// any byte, or an [io.github.tensorloupe.desktop.pane.hex.search.ElementTest], which is applied to
/// the elements of a tensor. Both are searched in words of 8 bytes, several positions at once:
/// branch-free loops over blocks of some kilobytes report only whether a block may contain a match,
/// and only such blocks are searched exactly.
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
