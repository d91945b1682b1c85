/// Surveys of thousands of checkpoints. The result file contains one line per tensor and file, and
/// databases can load it.
///
/// The lines of a file form a block: the tensor lines, followed by the file line with their number.
/// If a survey is killed, the result file may end with an incomplete block, which is removed when
/// the survey is continued ([io.github.tensorloupe.survey.SurveyOutput]).
///
/// Main types: [io.github.tensorloupe.survey.SurveyRun],
/// [io.github.tensorloupe.survey.SurveyRecord], [io.github.tensorloupe.survey.SurveyLine],
/// [io.github.tensorloupe.survey.SurveyReader], [io.github.tensorloupe.survey.SurveyWalk],
/// [io.github.tensorloupe.survey.FileSurvey].
///
/// May use: `text`, `format`, `work`, `model`, `analysis`, `analysis.chunk`,
/// `analysis.distribution`, `analysis.health`, `identify`, `integrity.expected`, `save`.
package io.github.tensorloupe.survey;
