/// Surveys of thousands of checkpoints: a line for each tensor and each file, in a file that
/// databases load.
///
/// The lines of a file are one block: those of its tensors, and behind them its own, which says how
/// many they are. A survey that was killed ends in the middle of a block at worst, and goes on from
/// the last whole one ([io.github.tensorloupe.survey.SurveyOutput]). A run lists files and forgets
/// them ([io.github.tensorloupe.survey.SurveyRun]); of those that it has told of it keeps hashes.
///
/// Main types: [io.github.tensorloupe.survey.SurveyRun],
/// [io.github.tensorloupe.survey.SurveyRecord] (a line),
/// [io.github.tensorloupe.survey.SurveyColumn] (its columns),
/// [io.github.tensorloupe.survey.SurveyLine] (a line as JSON),
/// [io.github.tensorloupe.survey.SurveyReader], [io.github.tensorloupe.survey.SurveyRow] and
/// [io.github.tensorloupe.survey.SurveyRows] (the files of results, without their tensors),
/// [io.github.tensorloupe.survey.SurveyWalk] and [io.github.tensorloupe.survey.FileSurvey] (the
/// files, and the records of one, for other programs to distribute).
///
/// May use: `text`, `format`, `work`, `model`, `analysis`, `analysis.chunk`,
/// `analysis.distribution`, `analysis.health`, `identify`, `integrity.expected`, `save`.
package io.github.tensorloupe.survey;
