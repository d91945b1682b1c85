/// The problems pane: everything that was found wrong or remarkable in the structure and the values
/// of the open document, each leading to its tensor or its bytes.
///
/// Main types: [io.github.tensorloupe.ui.problems.ProblemsView],
/// [io.github.tensorloupe.ui.problems.ProblemsViewModel].
///
/// May use: `format`, `model`, `ui.selection`, `ui.copy`, `ui.text`, `ui.theme`, `ui.follow`.
package io.github.tensorloupe.ui.problems;
