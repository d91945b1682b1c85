/// Notifications shown over the window.
///
/// Main types: [io.github.tensorloupe.desktop.control.notice.NoticeHost] and
/// [io.github.tensorloupe.desktop.control.notice.Tone] (importance, icon and style).
///
/// May use: `text`, `format`, `desktop.error`, `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.control.notice;
