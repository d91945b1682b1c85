package io.github.tensorloupe.save;

import module java.base;

import io.github.tensorloupe.format.ByteRange;
import io.github.tensorloupe.text.Sentence;

/// A repair before anything is written. Immutable.
///
/// @param repair what is wrong and put right
/// @param range the bytes of the damaged file that are wrong
/// @param sentence what would change, for a person
/// @param save the save that does it, to be carried out by [Saver#save]
public record RepairPlan(Repair repair, ByteRange range, Sentence sentence, SavePlan save) {

  public RepairPlan {
    Objects.requireNonNull(repair);
    Objects.requireNonNull(range);
    Objects.requireNonNull(sentence);
    Objects.requireNonNull(save);
  }
}
