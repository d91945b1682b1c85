/// Surveys of thousands of checkpoints: a line for each tensor and each file, in a result file that
/// databases can load.
///
/// The lines of a file form one block: the tensor lines, then the line of the file with their
/// number. A killed survey ends in the middle of a block at worst, and continues after the last
/// complete block ([io.github.tensorloupe.survey.SurveyOutput]). A run does not keep the listed
/// files in memory, only hashes of the reported ones ([io.github.tensorloupe.survey.SurveyRun]).
///
/// Main types: [io.github.tensorloupe.survey.SurveyRun],
/// [io.github.tensorloupe.survey.SurveyRecord] (a line with its columns),
/// [io.github.tensorloupe.survey.SurveyLine] (a line as JSON),
/// [io.github.tensorloupe.survey.SurveyReader], [io.github.tensorloupe.survey.SurveyRow] and
/// [io.github.tensorloupe.survey.SurveyRows] (the files of results, without their tensors),
/// [io.github.tensorloupe.survey.SurveyWalk] and [io.github.tensorloupe.survey.FileSurvey] (the
/// files, and the records of one file, for programs that distribute the work).
///
/// May use: `text`, `format`, `work`, `model`, `analysis`, `analysis.chunk`,
/// `analysis.distribution`, `analysis.health`, `identify`, `integrity.expected`, `save`.
package io.github.tensorloupe.survey;
