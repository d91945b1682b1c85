package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.text.Sentence;

/// The result of a recovery.
///
/// @param target the file that had been saved, links resolved
/// @param action what was done
/// @param sentence for a person
public record RecoveryReport(Path target, RecoveryAction action, Sentence sentence) {}
