/// The files of a survey as a table, with their health as a chart: the only pane of this kind of
/// document.
///
/// Main types: [io.github.tensorloupe.desktop.pane.survey.SurveyView].
///
/// May use: `format`, `model`, `survey`, `desktop.command`, `desktop.selection`, `desktop.job`,
/// `desktop.pane`, `desktop.control.bars`, `desktop.control.copy`, `desktop.control.panel`,
/// `desktop.control.table`, `desktop.text`, `desktop.theme`, `desktop.control`,
/// `desktop.selection.figures`.
package io.github.tensorloupe.desktop.pane.survey;
