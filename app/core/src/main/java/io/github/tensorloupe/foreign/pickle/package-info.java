/// Interprets pickles of Python without executing them: no class that a pickle names is loaded, and
/// no function is called.
///
/// Main types: [io.github.tensorloupe.foreign.pickle.PickleReading] (the value of a pickle, and
/// findings about the classes and functions that it names),
/// [io.github.tensorloupe.foreign.pickle.PickleValue],
/// [io.github.tensorloupe.foreign.pickle.PickleLoader] (creates tensors),
/// [io.github.tensorloupe.foreign.pickle.LeadingPickles] (pickles before another format),
/// [io.github.tensorloupe.foreign.pickle.PickleListing] (the disassembly),
/// [io.github.tensorloupe.foreign.pickle.PickleIndex] (its random access).
///
/// May use: `model`, `format`, `text`, `work`.
package io.github.tensorloupe.foreign.pickle;
