/// Notices that lie over the window for a while: what has ended, and what has gone wrong.
///
/// Main types: [io.github.tensorloupe.ui.notice.NoticeHost] (the place of the notices),
/// [io.github.tensorloupe.ui.notice.Notice] (one of them).
///
/// May use: `format`, `ui.error`, `ui.text`, `ui.theme`.
package io.github.tensorloupe.ui.notice;
