/// The files of a survey as a table, with their health as a chart. Survey results open as a
/// separate kind of document.
///
/// Main types: [io.github.tensorloupe.desktop.pane.survey.SurveyView] and
/// [io.github.tensorloupe.desktop.pane.survey.SurveyViewModel].
///
/// May use: `format`, `model`, `survey`, `desktop.selection`, `desktop.job`,
/// `desktop.control.bars`, `desktop.control.copy`, `desktop.control.panel`,
/// `desktop.control.table`, `desktop.text`, `desktop.theme`, `desktop.control`,
/// `desktop.selection.figures`.
package io.github.tensorloupe.desktop.pane.survey;
