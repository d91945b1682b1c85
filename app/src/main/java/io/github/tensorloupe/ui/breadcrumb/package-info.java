/// The way from the file down to the selected tensor or group, each part of it to be gone to, with
/// back and forward beside it.
///
/// Main types: [io.github.tensorloupe.ui.breadcrumb.BreadcrumbView],
/// [io.github.tensorloupe.ui.breadcrumb.BreadcrumbViewModel].
///
/// May use: `format`, `model`, `ui.selection`, `ui.command`, `ui.copy`, `ui.text`, `ui.theme`,
/// `ui.follow`.
package io.github.tensorloupe.ui.breadcrumb;
