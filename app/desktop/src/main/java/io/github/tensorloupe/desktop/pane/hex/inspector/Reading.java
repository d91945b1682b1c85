package io.github.tensorloupe.desktop.pane.hex.inspector;

import io.github.tensorloupe.format.Dtype;
import java.util.Optional;

/// Bytes read as one dtype.
///
/// @param little the first byte lowest, as the format has it; empty where the file ends before
/// @param big the first byte highest; empty also where the order makes no difference
record Reading(Dtype dtype, Optional<String> little, Optional<String> big) {}
