package io.github.tensorloupe.desktop.error;

import module java.base;

/// Something that was thrown where nobody expected it.
///
/// @param pane the title of the pane that it came from, where that is known
/// @param replaced true if the pane was taken away because of it
/// @param again does once more what has failed, where that can be done
public record Fault(
    Throwable cause, Optional<String> pane, boolean replaced, Optional<Runnable> again) {}
