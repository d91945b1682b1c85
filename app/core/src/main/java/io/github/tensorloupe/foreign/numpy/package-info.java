/// Reads NumPy arrays: `.npy` files and `.npz` archives.
///
/// Main types: [io.github.tensorloupe.foreign.numpy.NumpyFormat] (the service), `NpyHeader` and
/// `NpyArrays` (arrays), [io.github.tensorloupe.foreign.numpy.NpzArchive].
///
/// May use: `foreign.pickle`, `foreign.zip`, `model`, `format`, `text`, `work`.
package io.github.tensorloupe.foreign.numpy;
