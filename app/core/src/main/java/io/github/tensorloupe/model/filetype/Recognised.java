package io.github.tensorloupe.model.filetype;

import io.github.tensorloupe.text.Sentence;

/// The real kind of a file.
///
/// @param form the kind
/// @param what a phrase for a person, with its article and all particulars, without a full stop;
///   text from the file is fit for display
public record Recognised(Form form, Sentence what) {}
