/// The way from the file down to the selected tensor or group, each part of it to be gone to, with
/// back and forward beside it.
///
/// Main types: [io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbView],
/// [io.github.tensorloupe.desktop.pane.breadcrumb.BreadcrumbViewModel].
///
/// May use: `format`, `model`, `desktop.selection`, `desktop.command`, `desktop.control.copy`,
/// `desktop.text`, `desktop.theme`, `desktop.control`.
package io.github.tensorloupe.desktop.pane.breadcrumb;
