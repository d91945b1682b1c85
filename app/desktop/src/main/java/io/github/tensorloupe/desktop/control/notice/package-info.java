/// Notices that lie over the window for a while: what has ended, and what has gone wrong.
///
/// Main types: [io.github.tensorloupe.desktop.control.notice.NoticeHost] (the place of the
/// notices), [io.github.tensorloupe.desktop.control.notice.Notice] (one of them).
///
/// May use: `format`, `desktop.error`, `desktop.text`, `desktop.theme`.
package io.github.tensorloupe.desktop.control.notice;
